"""The end of a match: who won, how it went, and what comes next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import plain_message
from scoring.game import complete
from scoring.words import side_of
from table.board import ALL, all_tally, road
from table.chart import Chart, Lanes, divided
from table.icons import LETTERS, emblem, icon, mark
from table.language import fill_in
from table.menu import ring_key, unsent_strip
from table.node import HIDDEN_FIELDS, between, node, text_of
from table.rule_periods import periods_section, periods_with_changes
from table.screen import no_answer
from table.words import line_words

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Line, Outcome, Rules, Sheet
    from table.language import MessageFormatter
    from table.node import Content, Node
    from table.screen import Table


class Winner:
    """The end of a match that somebody has won. opening: the total that every side began with."""

    def __init__(self, table: Table, opening: int) -> None:
        self.table, self.opening, self.sheet = table, opening, table.sheet
        self.language, self.formatter, self.game = table.language, table.formatter, table.game
        self.outcome: Outcome = outcome_of(table.sheet)
        self.winners, self.marks, self.totals = self.outcome.winners, table.board["marks"], table.totals
        self.lines = counted_lines(table.sheet)
        self.deals = [line for line in self.lines if line.deal.kind == "deal"]

    @property
    def heading(self) -> str:
        """Who won, as text."""
        return text_of(self.won)

    @property
    def won(self) -> list[Content]:
        """Who won."""
        return won_words(self.formatter, self.winners)

    @property
    def unwritten(self) -> bool:
        """Whether only the result was recorded, no deal."""
        return self.outcome.why == "written_down"

    @property
    def why(self) -> Content:
        """Why the match ended."""
        return self.formatter.format({"code": self.outcome.why, "values": self.outcome.values})

    def section(self, cuts: list[Content]) -> Node:
        """The winners with their emblem, the totals, the reason, the payments, the places. cuts: of the tally stick."""
        found = self.game.comeback(self.deals, self.winners)
        return node(
            "section",
            {"class": "won " + LETTERS[self.winners[0]]},
            self.emblem(found is not None),
            [node("h2", {}, mark(side), " ", self.formatter.side(side)) for side in self.winners],
            self.score(),
            self.reason(),
            node("p", {}, self.formatter.format(plain_message(found))) if found else None,
            [self.payment(side, amount, self.payment_why()) for side, amount in self.payments()],
            self.parted_stick(cuts),
            self.road(),
            self.places(),
        )

    def emblem(self, came_back: bool) -> Node | None:
        """ALL as it was written, the cards or the dog of who is still in, or the emblem of the game."""
        kind, first = self.marks["kind"], self.winners[0]
        if kind == "all":
            gained = max(self.deals[-1].points[first], 0) if self.deals else 0
            return all_tally(self.language, self.totals[first], gained, self.marks["target"])
        return emblem(("dog" if came_back else "in") if kind == "status" else self.game.key)

    def score(self) -> Node | None:
        """The total that was played down to, or the totals of two sides."""
        number, first = self.language.number, self.winners[0]
        if self.marks["kind"] == "five_bar_gates":
            down = node("small", {}, self.language.gettext("down to"))
            gone = node("span", {"class": "gain"}, number(self.totals[first]))
            return node("p", {"class": "row"}, node("span", {}, number(self.opening)), down, gone)
        if not self.game.has_totals or len(self.totals) != 2:
            return None
        own = node("span", {"class": "gain " + LETTERS[first]}, number(self.totals[first]))
        other = node("span", {"class": "gain " + LETTERS[1 - first]}, number(self.totals[1 - first]))
        return node("p", {"class": "row"}, own, node("small", {}, self.language.gettext("to")), other)

    def reason(self) -> Node:
        """Why the match ended, and the deal that decided it."""
        last = [node("br", {}), node("small", {}, line_words(self.formatter, self.deals[-1]))] if self.deals else None
        return node("p", {}, self.why, last)

    def payments(self) -> list[tuple[int, int]]:
        """Side and amount of everybody who pays (negative), and of who receives where several pay; most paid first."""
        amounts = [(side, amount) for side, amount in enumerate(self.table.board["settle"]) if amount]
        several = len(amounts) > 2
        return sorted([paid for paid in amounts if paid[1] < 0 or several], key=lambda paid: (paid[1], paid[0]))

    def payment(self, side: int, amount: int, why: Content = None) -> Node:
        """What a side pays or receives; why: how a payment is composed."""
        several, gettext = len(self.formatter.sides[side]) > 1, self.language.gettext
        words = gettext("{name} gets") if amount > 0 else gettext("{name} pay") if several else gettext("{name} pays")
        money = node("b", {}, self.language.money(abs(amount)))
        made_of = [node("br", {}), node("small", {}, why)] if why and amount < 0 else None
        return node("p", {}, mark(side), " ", fill_in(words, {"name": self.formatter.side(side)}), " ", money, made_of)

    def payment_why(self) -> list[Content]:
        """How the payment is composed, where marks and sets have a price."""
        parts: list[Content] = [
            self.formatter.format(plain_message(part)) for part in self.game.payment_parts(self.outcome)
        ]
        return between(parts, self.language.gettext(", "))

    def parted_stick(self, cuts: list[Content]) -> Node | None:
        """The stick split in two, where the match was cut into one."""
        cut = self.table.board["stick"]["kind"] == "cuts" and self.marks["kind"] not in ("all", "road")
        if not cut or len(self.totals) != 2 or not self.deals:
            return None
        half = self.table.road_or_stick(cuts)
        return node(
            "div",
            {"class": "parted"},
            node("div", {}, mark(0), half),
            node("div", {"aria-hidden": "true"}, mark(1), half),
        )

    def road(self) -> Node | None:
        """The road to a total, where the game has one."""
        if self.marks["kind"] != "road":
            return None
        names = [self.formatter.side_text(side) for side in range(len(self.totals))]
        return road(self.language, self.totals, self.marks["target"], names)

    def places(self) -> Node | None:
        """More than two sides, best first, with their totals or, where known, the deals in which they went out."""
        if len(self.totals) <= 2 or (self.unwritten and not self.game.has_totals):
            return None
        items: list[Content] = [
            node("li", {}, mark(side), " ", self.formatter.side(side), " ", node("b", {}, self.place_words(side)))
            for side in self.game.order(self.sheet)
        ]
        return node("ol", {"class": "places"}, items)

    def place_words(self, side: int) -> Content:
        """The total of a side, or when it was out of the match."""
        if self.game.has_totals:
            return self.language.number(self.totals[side])
        return self.formatter.format(plain_message(self.game.left_words(self.sheet, side)))

    def goal_words(self, goal: int | None) -> str:
        """The label of the total that ends the match."""
        return "ALL" if self.marks["kind"] == "all" and goal == len(ALL) else self.language.number(goal or 0)


def outcome_of(sheet: Sheet) -> Outcome:
    """The outcome of a match that is over; ValueError while it goes on."""
    if sheet.outcome is None:
        raise ValueError("the match goes on")
    return sheet.outcome


def won_words(formatter: MessageFormatter, winners: tuple[int, ...]) -> list[Content]:
    """Who wins: "Ann & Cem win"."""
    one, language = len(winners) == 1 and len(formatter.sides[winners[0]]) == 1, formatter.language
    words = language.gettext("{names} wins") if one else language.gettext("{names} win")
    names: list[Content] = [formatter.side(side) for side in winners]
    return fill_in(words, {"names": between(names, language.gettext(", "))})


def counted_lines(sheet: Sheet) -> list[Line]:
    """The lines that moved the totals or could have: deals and rulings that count."""
    return [line for line in sheet.lines if not line.problems and line.deal.kind in ("deal", "adjust")]


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
