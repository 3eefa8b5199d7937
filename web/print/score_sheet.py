"""A match as a printed score sheet: the seats, a row for every standing record, how it ended."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from drawing.confirmations import dispute_text
from drawing.match_log import standing_deals
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from scoring.board import board_line
from scoring.deals import disputes, tables_by_uid
from scoring.words import Deal, Line, Record, same
from web.history.entry_text import Words, ruling_words
from web.i18n.locale import current_language, gettext, list_of, num, signed
from web.i18n.messages import MarkupFormatter, formatter_at
from web.table.match_log import log_of
from web.table.sheet_rows import line_text, rule_text
from web.tree_html import html

TAKES_NO_PART = "–"


class SheetRow(NamedTuple):
    """A row; cells are, side by side, points and total, or the tricks taken.

    A record that is no deal has no dealer; one that does not count has no cells.
    """

    number: str
    dealer: Words
    head: Words
    story: Words
    cells: list[Words]
    doubts: list[Words] = []  # who says that it is not right


class ScoreSheet:
    """A match on paper, with the names that people had when it began."""

    def __init__(self, match: GrantedMatch, state: MatchState) -> None:
        self.uid, self.state, self.game, self.sheet = match.uid, state, state.game, state.sheet
        self.formatter = formatter_at(self.game.key, state.table)
        self.tricks_only = not self.game.has_totals
        self.over = self.sheet.outcome is not None

    @property
    def sides(self) -> list[Markup]:
        """The names of every side."""
        return [self.formatter.side(side) for side in range(len(self.formatter.sides))]

    @property
    def columns(self) -> int:
        """How many cells a row has that counts."""
        return len(self.formatter.sides) * (1 if self.tricks_only else 2)

    @property
    def width(self) -> str:
        """The style of a side's columns: the more sides, the narrower."""
        return "broad" if self.columns <= 4 else "narrow"

    @property
    def seats(self) -> list[tuple[int, Markup, int]]:
        """Number, name and side of every seat, clockwise."""
        sides = self.formatter.sides
        seats = range(len(self.formatter.players))
        found = [next(side for side, members in enumerate(sides) if seat in members) for seat in seats]
        return [(seat + 1, self.formatter.name(seat), found[seat]) for seat in seats]

    @property
    def first_dealer(self) -> Markup:
        """Who dealt first."""
        return self.formatter.name(self.state.table.first_dealer)

    @property
    def house_rules(self) -> Markup:
        """The rules that differ from the usual ones, in one line."""
        rules = self.state.rules
        chosen = [(option, rules.get(option.key, option.default)) for option in self.game.options]
        return list_of([rule_text(option, value) for option, value in chosen if not same(value, option.default)])

    @property
    def rows(self) -> list[SheetRow]:
        """Every standing record in order; struck ones are left out."""
        lines = {line.deal.uid: line for line in self.sheet.lines}
        table, rows = self.state.table, []
        tables = tables_by_uid(table, self.state.live.deals)
        for deal in standing_deals(log_of(self.state)):
            line, formatter = lines.get(deal.uid), formatter_at(self.game.key, tables.get(deal.uid, table))
            row = self.line_row(line, formatter) if line else self.note_row(deal, formatter)
            rows.append(row._replace(doubts=self.doubts(deal)))
        return rows

    def doubts(self, deal: Deal) -> list[Words]:
        """Who still disputes a line."""
        return [
            html(dispute_text(current_language(), answer)) for answer in disputes(self.state.answers.get(deal.uid, ()))
        ]

    def line_row(self, line: Line, formatter: MarkupFormatter) -> SheetRow:
        """A line of the sheet."""
        if line.deal.kind == "deal" and not line.problems:
            words = board_line(self.game, line)
            head, story = formatter.format(words["head"]), formatter.format(words["story"])
            return SheetRow(num(line.number), formatter.name(line.dealer), head, story, self.cells(line))
        return SheetRow("", "", *line_text(line, formatter), self.cells(line) if line.awards else [])

    def note_row(self, deal: Deal, formatter: MarkupFormatter) -> SheetRow:
        """A record that scores nothing: another player or dealer, time up, reopened."""
        record, held = Record(0, deal.uid, deal.kind, deal.entry), self.sheet.standing.rules
        return SheetRow("", "", ruling_words(record, formatter, held), "", [])

    def cells(self, line: Line) -> list[Words]:
        """Points and total of each side; in a game of tricks alone the tricks."""
        if self.tricks_only:
            took = self.game.taken(line.deal.entry) or [None] * len(line.totals)
            return [TAKES_NO_PART if count is None else num(count) for count in took]
        pairs = zip(line.points, line.totals, strict=True)
        return [cell for gain, total in pairs for cell in (signed(gain) if gain else "", num(total))]

    @property
    def unfinished(self) -> str:
        """Why nobody has won; empty when somebody has."""
        if self.over:
            return ""
        if self.sheet.standing.closed:
            return gettext("The match was given up")
        return gettext("Not finished: deal {n} is to be played", n=self.sheet.standing.number)
