"""The page of a match that is over: who won, how the match went, the sheet, and a rematch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import icon, mark
from drawing.locale import fill_in
from drawing.node import HIDDEN_FIELDS, node
from drawing.result.chart import Chart, divided
from drawing.result.lanes import Lanes
from drawing.result.winner import Winner
from drawing.rule_periods import periods_section, periods_with_changes
from drawing.table_frame import no_answer
from drawing.unsent import ring_key, unsent_strip
from scoring.game import complete
from scoring.words import side_of

if TYPE_CHECKING:
    from typing import Any

    from drawing.node import Content, Node
    from drawing.table_page import Table
    from scoring.game import Game
    from scoring.words import Line, Rules, Sheet

MINUTE = 60_000  # ms
LONGEST = 600  # minutes; a longer match went on another day


class ResultPage:
    """Draws the result of a match. rules: those it began with; ended: when, in milliseconds since 1970, if known."""

    def __init__(self, table: Table, rules: Rules, ended: int | None = None) -> None:
        self.table, self.rules, self.ended = table, rules, ended
        self.language, self.formatter, self.game = table.language, table.formatter, table.game
        self.winner = Winner(table, self.opening)

    @property
    def opening(self) -> int:
        """The total that everybody began with."""
        return self.game.opening(self.table.standing.table, complete(self.game, self.rules))[0]

    @property
    def heading(self) -> str:
        """Who won, as text."""
        return self.winner.heading

    @property
    def note(self) -> str:
        """How many deals and minutes it took."""
        gettext, number = self.language.gettext, len(self.winner.deals)
        if self.winner.unwritten:
            return gettext("over")
        deals = self.language.ngettext("{num} deal", "{num} deals", number, num=number)
        if self.ended is None or self.table.began is None:
            return deals
        minutes = max(divided(self.ended - int(self.table.began.began), MINUTE), 1)
        if minutes > LONGEST:
            return deals
        took = self.language.ngettext("{num} minute", "{num} minutes", minutes, num=minutes)
        return gettext("{deals}, {minutes}", deals=deals, minutes=took)

    def header(self) -> list[Content]:
        """The header: back to the evening, the game with the note, the menu."""
        gettext = self.language.gettext
        back = {"class": "icon", "href": self.table.place.evening, "aria-label": gettext("This evening")}
        head = node("h1", {}, gettext(self.game.name), " ", node("small", {"id": "bar-note"}, self.note))
        return [node("a", back, icon("back")), head, self.table.menu()]

    def main(
        self, cuts: list[Content], rows: list[Content], recorded: str = "", refusal: Content = ""
    ) -> list[Content]:
        """The parts of the page below its header. rows: those of the sheet, newest first; cuts: of the tally stick.

        recorded: the kind of the record just made; refusal: why none was.
        """
        here, table, gettext = self.table.place.here, self.table, self.language.gettext
        return [
            unsent_strip(self.language, True),
            no_answer(self.language),
            table.dispute_strip(),
            table.undo(recorded),
            table.notice(refusal) if refusal else None,
            self.winner.section(cuts),
            self.course(),
            periods_section(self.language, here, self.periods()),
            self.sheet(rows),
            link(here + "/paper", gettext("Score sheet to print")),
            link(here + "/picture.png?save=1", gettext("Save as a picture"), download=True),
            self.rematch(),
        ]

    def periods(self) -> Any:
        """Which house rules held for which deals, with what changed; empty when they never changed."""
        return periods_with_changes(self.language, self.game, self.rules, self.table.sheet)

    def sheet(self, rows: list[Content]) -> Node:
        """The sheet."""
        head = node("h2", {}, self.language.gettext("The sheet"))
        parts: list[Content] = [head, self.table.uncounted, ring_key(self.language), node("ol", {"id": "rows"}, rows)]
        return node("section", {"class": "lines"}, parts)

    def course(self) -> Node | None:
        """How the match went: the drawing, and the same in figures; None where no deal was played."""
        lines, deals = self.winner.lines, self.winner.deals
        if not (lines if self.game.has_totals else deals):
            return None
        return node("section", {}, self.chart(), self.figures(lines))

    def chart(self) -> Content:
        """The totals as lines, or where these do not tell how the sides stand, who was still in."""
        language, lines = self.language, self.winner.lines
        if self.game.has_totals:
            goal, sides = self.game.goal(self.table.standing), self.side_names()
            words = self.winner.goal_words(goal)
            return Chart(language, self.opening, lines, goal, words, self.winner.winners, sides).drawn()
        lanes = Lanes(language, self.winner.deals, self.game)
        spared = node("p", {"class": "soft"}, language.gettext(self.game.spared_words)) if lanes.any_low else None
        return [lanes.drawn(), spared]

    def side_names(self) -> list[str]:
        """The names of every side, as text."""
        return [self.formatter.side_text(side) for side in range(len(self.formatter.sides))]

    def figures(self, lines: list[Line]) -> Node:
        """The chart as a table: number of the deal, and the totals (or the tricks) after it."""
        gettext = self.language.gettext
        summary = node("summary", {}, gettext("The same in figures"), " ", node("small", {}, gettext("deal by deal")))
        names: list[Content] = [
            node("th", {"scope": "col"}, mark(side), node("span", {"class": "unseen"}, name))
            for side, name in enumerate(self.side_names())
        ]
        head = node("thead", {}, node("tr", {}, node("th", {"scope": "col"}, gettext("Deal")), names))
        table = node("table", {}, head, node("tbody", {}, [self.figures_of(line) for line in lines]))
        return node("details", {"class": "fold"}, summary, node("div", {"class": "figures"}, table))

    def figures_of(self, line: Line) -> Node:
        """The figures of one line; a ruling has no number."""
        number = self.language.number(line.number) if line.deal.kind == "deal" else self.language.gettext("ruling")
        each: list[Any] = list(line.totals)
        if not self.game.has_totals:
            each = self.game.taken(line.deal.entry) or [None] * len(line.totals)
        cells: list[Content] = [node("td", {}, "–" if n is None else self.language.number(n)) for n in each]
        return node("tr", {}, node("th", {"scope": "row"}, number), cells)

    def rematch(self) -> Node:
        """The form that begins a rematch: the next in turn deals, or a loser where that is somebody else."""
        gettext, dealer = self.language.gettext, next_dealer(self.table.sheet)
        loser = losing_dealer(self.game, self.table.sheet)
        other = node(
            "button",
            {"class": "go quiet", "name": "deals", "value": "losers"},
            gettext("Losers deal"),
            node("small", {}, self.formatter.name(loser)),
        )
        words = fill_in(gettext("{name} deals"), {"name": self.formatter.name(dealer)})
        again = node(
            "button",
            {"class": "go", "name": "deals", "value": "next"},
            gettext("Same again"),
            node("small", {}, words),
        )
        place = {"class": "dock", "method": "post", "action": self.table.place.here + "/again"}
        return node("form", place, HIDDEN_FIELDS, other if loser != dealer else None, again)


def link(address: str, words: str, download: bool = False) -> Node:
    """A link to another page, or to a file."""
    return node("a", {"class": "go quiet", "href": address, "download": download}, words)


def next_dealer(sheet: Sheet) -> int:
    """The seat that deals next."""
    return sheet.standing.dealer


def losing_dealer(game: Game, sheet: Sheet) -> int:
    """The seat of the side that came last; of partners the one whose turn comes sooner."""
    table, last = sheet.standing.table, game.order(sheet)[-1]
    seats = [(sheet.standing.dealer + step) % len(table.players) for step in range(len(table.players))]
    return next(seat for seat in seats if side_of(table, seat) == last)
