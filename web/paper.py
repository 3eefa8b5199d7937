"""On paper: the score sheets of matches, and empty sheets to write on."""

from __future__ import annotations

from typing import NamedTuple

from flask import abort, render_template, request
from markupsafe import Markup

from models.log.errors import BrokenChain
from models.log.granted_match import GrantedMatch, read_granted
from models.log.state import MatchState
from scoring.board import board_line
from scoring.deals import disputes, tables_by_uid
from scoring.game import Game, defaults
from scoring.games import games
from scoring.sheet import start
from scoring.words import Deal, Field, Line, Record, same
from table.match import standing_deals
from table.result import ResultPage
from table.status import dispute_text
from web.auth.guard import granted_match, own_evening
from web.evening.summary import ListedMatch, played_in
from web.history import Words, log_of, ruling_words
from web.http.requests import whole_number
from web.i18n.dates import day
from web.i18n.locale import current_language, gettext, list_of, num, signed
from web.i18n.messages import MarkupFormatter, formatter_at
from web.markup import html
from web.match_page import TablePage
from web.routes import PUBLIC, WATCH_EVENING, WATCH_MATCH, Pages
from web.sheet import line_text, rule_text

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
        side_of = [next(side for side, members in enumerate(sides) if seat in members) for seat in seats]
        return [(seat + 1, self.formatter.name(seat), side_of[seat]) for seat in seats]

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


bp = Pages("print", __name__)


class MatchSheet(NamedTuple):
    """A match of an evening on paper; without its score sheet when its log is damaged."""

    match: ListedMatch
    score_sheet: ScoreSheet | None
    result: ResultPage | None


@bp.get("/m/<slug:uid>/paper", needs=WATCH_MATCH)
def print_match(uid: str) -> str:
    """The score sheet of a match."""
    match = granted_match(uid)
    evening = own_evening(match.evening_uid)
    score_sheet, result = sheet_and_result(match)
    return render_template(
        "print/match.html",
        score_sheet=score_sheet,
        result=result,
        evening=evening,
        when=day(evening.date, "named_year"),
    )


@bp.get("/e/<slug:uid>/paper", needs=WATCH_EVENING)
def print_evening(uid: str) -> str:
    """The score sheets of an evening."""
    evening = own_evening(uid)
    sheets = [match_sheet(match) for match in played_in([evening.id])[evening.id]]
    names = dict.fromkeys(name for sheet in sheets for name in sheet.match.names)
    when = day(evening.date, "named_year")
    return render_template("print/evening.html", evening=evening, sheets=sheets, names=list(names), when=when)


def match_sheet(match: ListedMatch) -> MatchSheet:
    """A match of an evening; a damaged one has no score sheet, so that the others can be printed."""
    try:
        return MatchSheet(match, *sheet_and_result(granted_match(match.uid)))
    except BrokenChain:
        return MatchSheet(match, None, None)


def sheet_and_result(match: GrantedMatch) -> tuple[ScoreSheet, ResultPage | None]:
    """The score sheet of a match, and its result when it is over."""
    state = read_granted(match)
    return ScoreSheet(match, state), TablePage(match, state).result


USUAL_PLAYERS = 4
PAGE, BLOCK, ROW = 250, 28, 8  # mm: what a leaf has below its heading, a match without its rows, a row


@bp.get("/paper/<slug:game>", needs=PUBLIC)
def show_blank(game: str) -> str:
    """A blank sheet of a game."""
    played = games().get(game) or abort(404)
    page = BlankPage(played, whole_number(request.args.get("players")), request.args.get("way", ""))
    return render_template("print/blank.html", page=page, game=played)


class BlankPage:
    """A blank sheet: for how many players, in which notation; the usual ones where the game has no others."""

    def __init__(self, game: Game, players: int | None = None, way: str = "") -> None:
        self.game, (fewest, most) = game, game.seats
        self.choices = range(fewest, most + 1) if most > fewest else range(0)
        usual = min(max(USUAL_PLAYERS, fewest), most)
        self.players = players if players is not None and players in self.choices else usual
        self.ways = [(key, gettext(label)) for key, label in game.paper_forms]
        self.way = way if way in dict(self.ways) else next(iter(dict(self.ways)), "")
        self.table = game.table(("",) * self.players, 0)
        self.sides = self.table.sides

    @property
    def templates(self) -> list[str]:
        """The game's own template for this notation, or else the one for any game."""
        keys = [f"{self.game.key}-{self.way}"] if self.way else []
        return [f"print/blank/{key}.html" for key in (*keys, self.game.key, "any")]

    @property
    def blocks(self) -> int:
        """How many matches fit on a page where each player has a row."""
        return max(PAGE // (BLOCK + ROW * self.players), 1)

    @property
    def fields(self) -> list[Field]:
        """The fields of a deal that get a column each; optional ones have none."""
        fields = self.game.fields(start(self.game, self.table, defaults(self.game)))
        return [field for field in fields if field.kind not in ("calls", "sequences", "seats") and not field.optional]
