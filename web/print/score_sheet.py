"""A match as a score sheet on paper: who sat where, a row for every saying that still stands, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.confirmations import dispute_text
from scoring.board import board_line
from scoring.confirmations import disputes
from scoring.words import Record, Table, same
from web.history.entry_text import ruling_words
from web.i18n.locale import gettext, list_of, num, signed, speaking
from web.i18n.messages import speaker_at
from web.table.deal_page import standing_deals
from web.table.sheet_rows import line_in_words, rule_in_words
from web.tree_html import html

if TYPE_CHECKING:
    from markupsafe import Markup

    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from scoring.words import Deal, Line
    from web.history.entry_text import Words
    from web.i18n.messages import Speaker

TAKES_NO_PART = "–"


class Row(NamedTuple):
    """A row of the sheet; cells are, side by side, what was gained and the total, or the tricks taken.

    What is no deal has no dealer; what does not count has no cells.
    """

    number: str
    dealer: Words
    head: Words
    story: Words
    cells: list[Words]
    doubts: list[Words] = []  # who says that it is not right


class Leaf:
    """A match on paper, with the names that people had when they sat down."""

    def __init__(self, match: GrantedMatch, state: MatchState) -> None:
        self.uid, self.state, self.game, self.sheet = match.uid, state, state.game, state.sheet
        self.speaker = speaker_at(self.game.key, state.table)
        self.tricks_only = not self.game.has_totals
        self.over = self.sheet.outcome is not None

    @property
    def sides(self) -> list[Markup]:
        """The names of every side."""
        return [self.speaker.side(side) for side in range(len(self.speaker.sides))]

    @property
    def columns(self) -> int:
        """How many cells a row has that counts."""
        return len(self.speaker.sides) * (1 if self.tricks_only else 2)

    @property
    def width(self) -> str:
        """How wide the columns of a side can be: the more sides, the narrower."""
        return "broad" if self.columns <= 4 else "narrow"

    @property
    def seats(self) -> list[tuple[int, Markup, int]]:
        """Number, name and side of everybody, clockwise."""
        sides = self.speaker.sides
        seats = range(len(self.speaker.players))
        found = [next(side for side, members in enumerate(sides) if seat in members) for seat in seats]
        return [(seat + 1, self.speaker.name(seat), found[seat]) for seat in seats]

    @property
    def first_dealer(self) -> Markup:
        """Who dealt first."""
        return self.speaker.name(self.state.table.first_dealer)

    @property
    def house_rules(self) -> Markup:
        """The rules that are not the usual ones, in one line."""
        rules = self.state.rules
        chosen = [(option, rules.get(option.key, option.default)) for option in self.game.options]
        return list_of([rule_in_words(option, value) for option, value in chosen if not same(value, option.default)])

    @property
    def rows(self) -> list[Row]:
        """Everything that still stands, in order; what was struck is not there."""
        lines = {line.deal.uid: line for line in self.sheet.lines}
        speaker, rows = self.speaker, []
        for deal in standing_deals(self.state):
            line = lines.get(deal.uid)
            row = self.line_row(line, speaker) if line else self.note_row(deal, speaker)
            rows.append(row._replace(doubts=self.doubts(deal)))
            speaker = self.speaker_after(deal, speaker)
        return rows

    def doubts(self, deal: Deal) -> list[Words]:
        """Who says, to this day, that a line is not right."""
        return [html(dispute_text(speaking(), answer)) for answer in disputes(self.state.answers.get(deal.uid, ()))]

    def line_row(self, line: Line, speaker: Speaker) -> Row:
        """A line of the sheet."""
        if line.deal.kind == "deal" and not line.problems:
            told = board_line(self.game, line)
            head, story = speaker.say(told["head"]), speaker.say(told["story"])
            return Row(num(line.number), speaker.name(line.dealer), head, story, self.cells(line))
        return Row("", "", *line_in_words(line, speaker), self.cells(line) if line.awards else [])

    def note_row(self, deal: Deal, speaker: Speaker) -> Row:
        """Something said that scores nothing: another player or dealer, time up, play on."""
        record, held = Record(0, deal.uid, deal.kind, deal.entry), self.sheet.standing.rules
        return Row("", "", ruling_words(record, speaker, held), "", [])

    def cells(self, line: Line) -> list[Words]:
        """What each side gained and has; in a game of tricks alone what each took."""
        if self.tricks_only:
            took = line.deal.entry.get("tricks") or [None] * len(line.totals)
            return [TAKES_NO_PART if count is None else num(count) for count in took]
        pairs = zip(line.points, line.totals, strict=True)
        return [cell for gain, total in pairs for cell in (signed(gain) if gain else "", num(total))]

    def speaker_after(self, deal: Deal, speaker: Speaker) -> Speaker:
        """Who speaks from here on: with another name where somebody sat in."""
        if deal.kind != "seat" or "player" not in deal.entry:
            return speaker
        names = list(speaker.players)
        names[deal.entry["seat"]] = deal.entry["player"]
        return speaker_at(self.game.key, Table(tuple(names), self.state.table.sides, 0))

    @property
    def unfinished(self) -> str:
        """Why nobody has won, where that is so."""
        if self.over:
            return ""
        if self.sheet.standing.closed:
            return gettext("The match was given up")
        return gettext("Not finished: deal {n} is to be played", n=self.sheet.standing.number)
