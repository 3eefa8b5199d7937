"""Matches as CSV files: one, an evening, a circle, written row by row; tables of review are in web/review/export.py."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any
from unicodedata import category

from flask import Response, g
from markupsafe import Markup
from sqlalchemy import select

from models.base import db, today
from models.log.granted_match import read_granted
from models.log.state import CLOSED, OVER, PLAY
from models.tables import Evening
from scoring.words import Line
from table.language import LATIN, Language
from web.auth.guard import granted_match, own_circle, own_evening
from web.evening.summary import ListedMatch, ListedSide, standing_in
from web.http.requests import IN_MEMORY, chunks_of
from web.i18n.locale import current_language, gettext
from web.paper import TAKES_NO_PART, ScoreSheet
from web.routes import WATCH_CIRCLE, WATCH_EVENING, WATCH_MATCH, Pages

Cells = list[Any]
BOM = "\ufeff"  # by which Excel knows UTF-8
FORMULA = re.compile(
    r"""(^|[,;|\r\n])([ "']*)(?=[=+\-@\t\r\n＝＋－＠])"""
)  # at every sign where a spreadsheet may split
WITH_SEMICOLONS = ("nl", "de")  # there the comma stands before decimals, and Excel looks for semicolons


def csv_response(name: str, heading: Cells, rows: Iterable[Sequence[Any]]) -> Response:
    """The table as a CSV file."""
    written = CsvFile()
    for row in rows:
        written.add(row)
    return written.under(heading, name)


class CsvFile:
    """Rows of a CSV file, in memory while they are few, else in a temporary file."""

    def __init__(self) -> None:
        self.file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed when it was sent
        semicolons = current_language().code.split("-")[0] in WITH_SEMICOLONS
        self.mark, self.point = (";", ",") if semicolons else (",", ".")
        self.widest = 0  # cells

    def add(self, row: Sequence[Any]) -> None:
        """Add a row."""
        self.widest = max(self.widest, len(row))
        self.file.write(self.line(row))

    def line(self, row: Sequence[Any]) -> bytes:
        """The row as bytes."""
        text = io.StringIO()
        csv.writer(text, delimiter=self.mark).writerow([self.cell(value) for value in row])
        return text.getvalue().encode()

    def cell(self, value: Any) -> Any:
        """A value as a spreadsheet reads it: no formula, a comma before decimals where semicolons part the cells."""
        return str(value).replace(".", self.point) if type(value) is float else escape_formulas(value)

    def under(self, heading: Cells, name: str) -> Response:
        """The file with its heading, streamed."""
        first = BOM.encode() + self.line(heading)
        size = len(first) + self.file.tell()
        self.file.seek(0)
        answer = Response(chain([first], chunks_of(self.file)), content_type="text/csv; charset=utf-8")
        answer.content_length = size
        answer.headers["Content-Disposition"] = f'attachment; filename="tallystick-{name}.csv"'
        answer.call_on_close(self.file.close)
        return answer


def escape_formulas(cell: Any) -> Any:
    """The cell with an apostrophe before everything a spreadsheet could take for a formula."""
    return FORMULA.sub(r"\1'\2", cell) if type(cell) is str else cell


def plain_text(words: Any) -> str:
    """Markup as text, without control characters."""
    text = Markup(words).striptags()  # noqa: S704  taken apart, not put on a page
    return "".join(letter for letter in text if category(letter) != "Cc")


BATCH = 200  # evenings

bp = Pages("csv", __name__)


@bp.get("/m/<slug:uid>/csv", needs=WATCH_MATCH)
def download_match(uid: str) -> Response:
    """A match, one row for every standing record."""
    match = granted_match(uid)
    state = read_granted(match)
    use_latin_digits()
    score_sheet = MatchTable(match, state)
    return csv_response(
        f"{state.game.key}-{match.started_at.date().isoformat()}", score_sheet.heading(), score_sheet.table()
    )


@bp.get("/e/<slug:uid>/csv", needs=WATCH_EVENING)
def download_evening(uid: str) -> Response:
    """An evening, one row for every match."""
    evening = own_evening(uid)
    return matches_csv(f"evening-{date_text(evening) or 'unknown'}", [evening])


@bp.get("/circle/csv", needs=WATCH_CIRCLE)
def download_circle() -> Response:
    """A circle, one row for every match ever played; hidden evenings are left out."""
    mine = select(Evening).where(Evening.circle_id == own_circle().id, Evening.hidden.is_(False))
    evenings = db.session.scalars(mine.order_by(Evening.date, Evening.id))
    return matches_csv(f"circle-{today().isoformat()}", evenings.all())


class MatchTable(ScoreSheet):
    """A score sheet with its points and totals as numbers."""

    def heading(self) -> Cells:
        """The column headings."""
        points, total = gettext("points"), gettext("total")
        kinds = [gettext("tricks")] if self.tricks_only else [points, total]
        sides = [f"{side.striptags()}: {kind}" for side in self.sides for kind in kinds]
        return [gettext("Deal"), gettext("Dealer"), gettext("Bid"), gettext("Result"), *sides]

    def table(self) -> list[Cells]:
        """The rows."""
        return [
            [int(row.number) if row.number else "", *map(plain_text, (row.dealer, row.head, row.story)), *row.cells]
            for row in self.rows
        ]

    def cells(self, line: Line) -> Cells:
        """Points and total of each side; in a game of tricks alone the tricks."""
        if self.tricks_only:
            took = self.game.taken(line.deal.entry) or [None] * len(line.totals)
            return [TAKES_NO_PART if count is None else count for count in took]
        return [cell for pair in zip(line.points, line.totals, strict=True) for cell in pair]


def matches_csv(name: str, evenings: Sequence[Evening]) -> Response:
    """The matches of these evenings, each with its sides."""
    use_latin_digits()
    rows = CsvFile()
    for some in batches(evenings):
        for row in match_rows(some):
            rows.add(row)
    heading = [gettext("Date"), gettext("Place"), gettext("Game"), gettext("How it ended"), gettext("Winners")]
    for n in range(1, (rows.widest - len(heading)) // 2 + 1):
        heading += [gettext("Side {n}", n=n), gettext("Total {n}", n=n)]
    return rows.under(heading, name)


def batches(evenings: Sequence[Evening]) -> Iterable[Sequence[Evening]]:
    """The evenings in batches that fit one statement."""
    return (evenings[start : start + BATCH] for start in range(0, len(evenings), BATCH))


def match_rows(evenings: Sequence[Evening]) -> Iterable[Cells]:
    """A row for each match: when, where, what, how it ended, who won, and the sides with their totals."""
    matches = standing_in([evening.id for evening in evenings], (PLAY, CLOSED))
    for evening in evenings:
        for match in matches[evening.id]:
            first = [date_text(evening), evening.place, gettext(match.game.name), status_text(match)]
            yield [
                *first,
                ", ".join(map(side_names, match.winners)),
                *(
                    cell
                    for side in match.sides
                    for cell in (side_names(side), "" if side.total is None else side.total)
                ),
            ]


def date_text(evening: Evening) -> str:
    """The date of an evening."""
    return evening.date.isoformat()


def status_text(match: ListedMatch) -> str:
    """How a match ended, or that it goes on."""
    if match.damaged:
        return gettext("damaged")
    if match.state == OVER:
        return gettext("finished")
    return gettext("given up") if match.state == CLOSED else gettext("goes on")


def side_names(side: ListedSide) -> str:
    """The names of a side."""
    return plain_text(side.words)


def use_latin_digits() -> None:
    """Use Latin digits for the rest of this request; the language code differs, so caches keep them apart."""
    language = current_language()
    if language.digits != LATIN:
        g.language = Language(f"{language.code}-latin", language.texts, language.ones)
