"""The result of a match as markup: its page, and the parts that other pages show."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from drawing.result import winner
from drawing.result.page import Result
from drawing.sheet_rows import cuts
from web.i18n.messages import MarkupFormatter
from web.table.page import TablePage
from web.tree_html import html


def won_words(formatter: MarkupFormatter, winners: Sequence[int]) -> Markup:
    """Who wins: "Ann & Cem win"."""
    return html(winner.won_words(formatter.nodes, tuple(winners)))


class ResultPage:
    """What the result templates read."""

    def __init__(self, table_page: TablePage) -> None:
        self.table_page, state = table_page, table_page.state
        self.drawn = Result(table_page.table, state.rules, state.ended_at)

    @property
    def heading(self) -> str:
        """Who won, as text."""
        return self.drawn.heading

    @property
    def won(self) -> Markup:
        """Who won."""
        return html(self.drawn.winner.won)

    @property
    def bar(self) -> Markup:
        """The header."""
        return html(self.drawn.header())

    @property
    def main(self) -> Markup:
        """The page below its header."""
        page = self.table_page
        rows = [line.row for line in reversed(page.lines)]
        return html(self.drawn.main(cuts(page.lines), rows, page.recorded, page.updates))

    @property
    def why(self) -> Markup:
        """Why the match ended."""
        return html(self.drawn.winner.why)

    @property
    def winner(self) -> Markup:
        """Who won and why, what is to be paid, the places."""
        return html(self.drawn.winner.section(cuts(self.table_page.lines)))

    @property
    def course(self) -> Markup:
        """How the match went; empty where no deal was played."""
        return html(self.drawn.course())

    @property
    def payments(self) -> list[Markup]:
        """What everybody pays, and what others receive."""
        found = self.drawn.winner
        return [html(found.payment(side, amount)) for side, amount in found.payments()]
