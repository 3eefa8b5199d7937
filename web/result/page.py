"""The result page: who won and why, in the manner of the game, payments, and how the match went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import escape

from drawing.sheet_rows import cuts
from scoring.pad import plain_message
from web.history.entry_text import line_words
from web.i18n.locale import gettext, list_of, ngettext, num
from web.preview.rule_periods import periods_with_changes
from web.result.chart import Chart, Lanes, counted_lines
from web.result.next_dealers import losing_dealer, next_dealer
from web.result.winners import won_words
from web.tree_html import html

if TYPE_CHECKING:
    from markupsafe import Markup

    from scoring.words import Line, Outcome
    from web.history.entry_text import Words
    from web.preview.rule_periods import RuleChange, RulePeriod
    from web.table.page import TablePage

STROKES = 7  # that write ALL


class ResultPage:
    """What the result templates read, beside the table page."""

    def __init__(self, table_page: TablePage, outcome: Outcome) -> None:
        state = table_page.state
        self.table_page, self.sheet, self.game, self.formatter = (
            table_page,
            state.sheet,
            state.game,
            table_page.formatter,
        )
        self.outcome, self.winners = outcome, outcome.winners
        self.marks, self.rules = table_page.board["marks"], state.sheet.standing.rules
        self.totals = state.sheet.standing.totals
        self.points_count = self.game.has_totals
        self.lines = counted_lines(state.sheet)
        self.deals = [line for line in self.lines if line.deal.kind == "deal"]

    @property
    def title(self) -> Words:
        """Who won."""
        return won_words(self.formatter, self.winners)

    @property
    def unwritten(self) -> bool:
        """Whether only the result was recorded, no deal."""
        return self.outcome.why == "written_down"

    @property
    def periods(self) -> list[tuple[RulePeriod, list[RuleChange]]]:
        """Which house rules held for which deals; empty when they never changed."""
        return periods_with_changes(self.table_page.state)

    @property
    def note(self) -> str:
        """How many deals and minutes it took."""
        if self.unwritten:
            return gettext("over")
        state = self.table_page.state
        deals = ngettext("{num} deal", "{num} deals", len(self.deals))
        if state.ended_at is None:
            return deals
        minutes = max(round(state.ended_at / 60_000 - self.table_page.match.started_at.timestamp() / 60), 1)
        if minutes > 600:  # it went on another day
            return deals
        return gettext("{deals}, {minutes}", deals=deals, minutes=ngettext("{num} minute", "{num} minutes", minutes))

    @property
    def why(self) -> Words:
        """Why the match ended."""
        return self.formatter.format({"code": self.outcome.why, "values": self.outcome.values})

    @property
    def last(self) -> Words:
        """The deal that decided it."""
        return line_words(self.deals[-1], self.formatter) if self.deals else ""

    @property
    def gained(self) -> int:
        """What the first winner got in the last deal: the strokes that are animated."""
        return max(self.deals[-1].points[self.winners[0]], 0) if self.deals else 0

    @property
    def comeback(self) -> Words:
        """What the winner came back from, where that is told."""
        found = self.game.comeback(self.deals, self.winners)
        return self.formatter.format(plain_message(found)) if found else ""

    @property
    def spared_words(self) -> Words:
        """What the dashed rings in the drawing mean."""
        return gettext(self.game.spared_words)

    @property
    def payments(self) -> list[tuple[int, int]]:
        """Side and amount of everybody who pays (negative), and of who receives where several pay."""
        amounts = [(side, amount) for side, amount in enumerate(self.table_page.board["settle"]) if amount]
        several = len(amounts) > 2
        return sorted((paid for paid in amounts if paid[1] < 0 or several), key=lambda paid: paid[1])

    def pays(self, side: int, amount: int) -> Words:
        """Who pays or receives, without the amount."""
        several = len(self.formatter.sides[side]) > 1
        words = gettext("{name} gets") if amount > 0 else gettext("{name} pay") if several else gettext("{name} pays")
        return escape(words).format(name=self.formatter.side(side))

    @property
    def payment_why(self) -> Words:
        """How the payment is composed, where marks and sets have a price."""
        parts = self.game.payment_parts(self.outcome)
        return list_of([self.formatter.format(plain_message(part)) for part in parts]) if parts else ""

    @property
    def stick(self) -> Markup | None:
        """The stick split in two, where the match was cut into one."""
        cut = self.table_page.board["stick"]["kind"] == "cuts" and self.marks["kind"] not in ("all", "road")
        if not cut or len(self.totals) != 2 or not self.deals:
            return None
        return html(self.table_page.table.road_or_stick(cuts(self.table_page.lines)))

    @property
    def places(self) -> list[tuple[int, Words]]:
        """Every side, best first; where totals are no points with the deal in which it went out."""
        if self.unwritten and not self.points_count:
            return []  # who went out when is not known
        if self.points_count:
            return [(side, "") for side in self.game.order(self.sheet)]
        return [(side, self.left_words(side)) for side in self.game.order(self.sheet)]

    @property
    def dealers(self) -> tuple[Words, Words]:
        """The first dealer of a rematch: the next in turn, or a loser."""
        state = self.table_page.state
        return self.formatter.name(next_dealer(state)), self.formatter.name(losing_dealer(state))

    @property
    def one_dealer(self) -> bool:
        """Whether both are the same."""
        return next_dealer(self.table_page.state) == losing_dealer(self.table_page.state)

    def left_words(self, side: int) -> Words:
        """When a side was out of the match."""
        return self.formatter.format(plain_message(self.game.left_words(self.sheet, side)))

    @property
    def goal(self) -> int | None:
        """The total that ends the match, where there is one."""
        return self.game.goal(self.sheet.standing)

    @property
    def goal_words(self) -> str:
        """The label of the goal."""
        return "ALL" if self.marks["kind"] == "all" and self.goal == STROKES else num(self.goal or 0)

    @property
    def chart(self) -> Chart | Lanes | None:
        """The chart; None where no deal was played."""
        if not self.lines:
            return None
        if not self.points_count:
            return Lanes(self.deals, self.game) if self.deals else None
        return Chart(self.opening, self.lines, self.goal, self.winners)

    @property
    def opening(self) -> int:
        """The total that everybody began with."""
        return int(self.game.opening(self.sheet.standing.table, self.table_page.state.rules)[0])

    @property
    def figures(self) -> list[tuple[str, tuple[Any, ...]]]:
        """The chart as a table: number of the deal, and the totals (or the tricks) after it."""
        return [(self.number(line), self.row(line)) for line in self.lines]

    def number(self, line: Line) -> str:
        """The number of a deal; a ruling has none."""
        return num(line.number) if line.deal.kind == "deal" else gettext("ruling")

    def row(self, line: Line) -> tuple[Any, ...]:
        """Totals after a line, or the tricks that each took in it."""
        if self.points_count:
            return line.totals
        tricks = self.game.taken(line.deal.entry) or [None] * len(line.totals)
        return tuple("–" if took is None else took for took in tricks)
