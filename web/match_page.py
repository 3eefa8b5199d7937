"""A match as its pages show it, in parts: the table, each part cached by all that it depends on, and the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import url_for
from markupsafe import Markup

from models.log.errors import SENTENCES
from models.log.granted_match import GrantedMatch
from models.log.state import MatchState
from models.tables import Match
from scoring.board import merged_draft
from scoring.deals import tables_by_uid
from scoring.words import Problem
from table import result
from table.result import ResultPage
from table.screen import Place, Table, sheet_part, table_frame
from table.sheet import cuts
from table.status import bid_in_play
from table.undo import turn_of
from web.i18n.locale import current_language, language_code
from web.i18n.messages import MarkupFormatter, formatter_at
from web.markup import cached_fragment, html
from web.sheet import cached_lines, clock_of, last_deal_number

if TYPE_CHECKING:
    from table.form_entry import Form
    from table.node import Content, Node
    from table.screen import DrawnLine


class TablePage:
    """What the table's templates read.

    form is the draft; step the step asked for, None for the one that is due; recorded whether something
    just was; since the first row that the asking page lacks, where that is known.
    """

    def __init__(
        self,
        match: Match | GrantedMatch,
        state: MatchState,
        form: Form | None = None,
        problems: tuple[Problem, ...] = (),
        step: str | None = None,
        updates: str | Node = "",
        recorded: bool = False,
        since: int | None = None,
    ) -> None:
        self.match, self.state, self.updates, self.since = match, state, updates, since
        self.recorded = state.last.kind if recorded and state.last else ""
        self.uid, self.version, self.game = match.uid, state.version, state.game
        place = Place(
            url_for("table.show_table", uid=match.uid), url_for("evening.show_evening", uid=match.evening_uid)
        )
        seating, turn = tables_by_uid(state.table, state.live.deals), turn_of(list(state.records))
        self.began = clock_of(match.started_at)
        lines_and_clock = (state.answers, seating, self.began)
        self.table = Table(
            place, state.game, state.sheet, current_language(), form, problems, step, SENTENCES, *lines_and_clock, turn
        )
        self.board, self.step = self.table.board, self.table.step

    @cached_property
    def lines(self) -> list[DrawnLine]:
        """Every line of the sheet, oldest first."""
        return cached_lines(self.table)

    @property
    def cuts(self) -> list[Content]:
        """The cuts of the tally stick."""
        return cuts(self.lines)

    @property
    def formatter(self) -> MarkupFormatter:
        """The formatter for the players at this table."""
        return formatter_at(self.game.key, self.state.sheet.standing.table)

    @property
    def waits(self) -> bool:
        """Whether somebody has to settle what two phones wrote."""
        return isinstance(self.match, GrantedMatch) and self.match.waits

    @property
    def bar(self) -> Markup:
        """The header."""
        table, standing = self.table, self.table.standing
        rules = (self.game.closing_decides(standing.rules), self.game.minutes(standing.rules), self.began)
        state = (standing.totals, standing.closed, self.step, rules)
        facts = (language_code(), "bar", table.place, self.game.key, table.deal_text, state)
        return cached_fragment(facts, lambda: html(self.table.header()))

    @property
    def whole(self) -> Markup:
        """The part of the page that a tap changes."""
        return html(self.table.table_part(self.version, self.cuts, self.recorded, self.updates, self._pad))

    @property
    def rows(self) -> Markup:
        """The rows of the sheet, newest first; only those that the asking page lacks where that is known."""
        return html([line.row for line in reversed(self.lines[self.since or 0 :])])

    @property
    def frame(self) -> Markup:
        """What stands in the main part of the page."""
        sheet = sheet_part(current_language(), self.table.heads, self.table.uncounted, self.rows)
        return html(table_frame(current_language(), self.table.dispute_strip(), self.whole, sheet))

    @property
    def result(self) -> ResultPage | None:
        """The page of its result; None while nobody has won."""
        return ResultPage(self.table, self.state.rules, self.state.ended_at) if self.state.sheet.outcome else None

    @property
    def due(self) -> int | None:
        """The number of the last deal as known by now; None without a clock."""
        return last_deal_number(self.table, self.state)

    @property
    def bid(self) -> Markup | None:
        """The bid of the deal in play, in words."""
        spoken = bid_in_play(self.table.formatter, self.board, self.table.standing.dealer)
        return html(spoken["text"]) if spoken else None

    @property
    def _pad(self) -> tuple[list[Content], list[Content]]:
        """The pad, cached by pad_facts, unless there are problems."""
        if self.table.problems:
            return self.table.pad_and_faults()
        return [cached_fragment(self.pad_facts, lambda: html(self.table.pad_and_faults()[0]))], []

    @property
    def pad_facts(self) -> str:
        """All that the pad depends on: the entry so far, and what the game says its fields depend on."""
        sheet, standing = self.state.sheet, self.state.sheet.standing
        entered = (merged_draft(sheet, self.table.draft), self.table.form, sheet.pending)
        place = (standing.table, standing.rules, standing.dealer, standing.carry)
        facts: Any = (language_code(), self.table.place.here, self.step, entered, place, self.table.bid_was_called)
        return repr((facts, self.game.pad_facts(standing, self.step)))


def won_words(formatter: MarkupFormatter, winners: Sequence[int]) -> Markup:
    """Who wins: "Ann & Cem win"."""
    return html(result.won_words(formatter.nodes, tuple(winners)))
