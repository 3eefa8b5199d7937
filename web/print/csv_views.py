"""Tables for a spreadsheet: a match deal by deal, an evening or a circle match by match."""

from __future__ import annotations

import csv
import io
import re
import tempfile
from itertools import chain
from typing import TYPE_CHECKING, Any
from unicodedata import category

from flask import Blueprint, Response, g
from markupsafe import Markup
from sqlalchemy import select

from drawing.locale import LATIN, Language
from models.base import db
from models.column_types import UNKNOWN_DATE
from models.log.granted_match import read_granted
from models.log.match_state import CLOSED, OVER, PLAY
from models.tables.evening import Evening
from web.auth.guard import opened_here, own_circle, own_evening
from web.evening.match_summary import standing_in
from web.evening.recent_queries import today
from web.http.file_stream import IN_MEMORY, pieces_of
from web.i18n.locale import gettext, speaking
from web.print.score_sheet import TAKES_NO_PART, Leaf

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.words import Line
    from web.evening.match_summary import Played, Side

Cells = list[Any]
BOM = "\ufeff"  # by which Excel knows UTF-8
FORMULA = re.compile(
    r"""(^|[,;|\r\n])([ "']*)(?=[=+\-@\t\r\n＝＋－＠])"""
)  # at every sign where a spreadsheet may split
WITH_SEMICOLONS = ("nl", "de")  # there the comma stands before decimals, and Excel looks for semicolons
AT_ONCE = 200  # evenings

bp = Blueprint("spreadsheet", __name__)


@bp.get("/m/<slug:uid>/csv")
def match(uid: str) -> Response:
    """A match, a row for every saying that stands."""
    opened = opened_here(uid)
    state = read_granted(opened)
    in_latin_digits()
    leaf = Numbers(opened, state)
    return table(f"{state.game.key}-{opened.started_at.date().isoformat()}", leaf.heading(), leaf.table())


@bp.get("/e/<slug:uid>/csv")
def evening(uid: str) -> Response:
    """An evening, a row for every match."""
    found = own_evening(uid)
    return matches_table(f"evening-{stamp(found) or 'unknown'}", [found])


@bp.get("/circle/csv")
def circle() -> Response:
    """A circle, a row for every match that it ever played, hidden evenings left out."""
    mine = select(Evening).where(Evening.circle_id == own_circle().id, Evening.hidden.is_(False))
    evenings = db.session.scalars(mine.order_by(Evening.date, Evening.id))
    return matches_table(f"circle-{today().isoformat()}", evenings.all())


class Numbers(Leaf):
    """A match as on paper, its points and totals as numbers."""

    def heading(self) -> Cells:
        """What stands in each column."""
        points, total = gettext("points"), gettext("total")
        kinds = [gettext("tricks")] if self.tricks_only else [points, total]
        sides = [f"{side.striptags()}: {kind}" for side in self.sides for kind in kinds]
        return [gettext("Deal"), gettext("Dealer"), gettext("Bid"), gettext("Result"), *sides]

    def table(self) -> list[Cells]:
        """The rows."""
        return [
            [int(row.number) if row.number else "", *map(plain, (row.dealer, row.head, row.story)), *row.cells]
            for row in self.rows
        ]

    def cells(self, line: Line) -> Cells:
        """What each side gained and has; in a game of tricks alone what each took."""
        if self.tricks_only:
            took = self.game.taken(line.deal.entry) or [None] * len(line.totals)
            return [TAKES_NO_PART if count is None else count for count in took]
        return [cell for pair in zip(line.points, line.totals, strict=True) for cell in pair]


def matches_table(name: str, evenings: Sequence[Evening]) -> Response:
    """The matches of these evenings, each with its sides."""
    in_latin_digits()
    rows = Rows()
    for some in parts(evenings):
        for row in rows_of(some):
            rows.add(row)
    heading = [gettext("Date"), gettext("Place"), gettext("Game"), gettext("How it ended"), gettext("Winners")]
    for n in range(1, (rows.widest - len(heading)) // 2 + 1):
        heading += [gettext("Side {n}", n=n), gettext("Total {n}", n=n)]
    return rows.under(heading, name)


def parts(evenings: Sequence[Evening]) -> Iterable[Sequence[Evening]]:
    """The evenings, so many at once as one statement may name."""
    return (evenings[start : start + AT_ONCE] for start in range(0, len(evenings), AT_ONCE))


def rows_of(evenings: Sequence[Evening]) -> Iterable[Cells]:
    """A row for each match: when, where, what, how it ended, who won, and the sides with their totals."""
    found = standing_in([evening.id for evening in evenings], (PLAY, CLOSED))
    for evening in evenings:
        for match in found[evening.id]:
            first = [stamp(evening), evening.place, gettext(match.game.name), ended(match)]
            yield [*first, ", ".join(map(names, match.winners)), *(cell for side in match.sides for cell in sums(side))]


def stamp(evening: Evening) -> str:
    """The day of an evening, empty where it cannot be read."""
    return "" if evening.date == UNKNOWN_DATE else evening.date.isoformat()


def ended(match: Played) -> str:
    """How it ended, or that it did not."""
    if match.damaged:
        return gettext("damaged")
    if match.state == OVER:
        return gettext("finished")
    return gettext("given up") if match.state == CLOSED else gettext("goes on")


def names(side: Side) -> str:
    """The names of a side."""
    return plain(side.words)


def sums(side: Side) -> Cells:
    """A side and its total."""
    return [names(side), "" if side.total is None else side.total]


def table(name: str, heading: Cells, rows: Iterable[Cells]) -> Response:
    """The table as a file that spreadsheets open with a tap."""
    written = Rows()
    for row in rows:
        written.add(row)
    return written.under(heading, name)


class Rows:
    """Rows written down as they come: in memory while they are few, else in a file that goes away by itself."""

    def __init__(self) -> None:
        self.file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed when it was sent
        self.mark = ";" if speaking().code.split("-")[0] in WITH_SEMICOLONS else ","
        self.widest = 0  # cells

    def add(self, row: Cells) -> None:
        """Write down one more."""
        self.widest = max(self.widest, len(row))
        self.file.write(self.line(row))

    def line(self, row: Cells) -> bytes:
        """The row as it stands in the file."""
        text = io.StringIO()
        csv.writer(text, delimiter=self.mark).writerow([harmless(cell) for cell in row])
        return text.getvalue().encode()

    def under(self, heading: Cells, name: str) -> Response:
        """The file with its heading, sent piece by piece."""
        first = BOM.encode() + self.line(heading)
        size = len(first) + self.file.tell()
        self.file.seek(0)
        answer = Response(chain([first], pieces_of(self.file)), content_type="text/csv; charset=utf-8")
        answer.content_length = size
        answer.headers["Content-Disposition"] = f'attachment; filename="tallystick-{name}.csv"'
        answer.call_on_close(self.file.close)
        return answer


def harmless(cell: Any) -> Any:
    """The cell, no part of a text ever taken for a formula, whichever sign a spreadsheet splits at."""
    return FORMULA.sub(r"\1'\2", cell) if type(cell) is str else cell


def plain(words: Any) -> str:
    """Words of a page as text, without what cannot be seen."""
    text = Markup(words).striptags()  # noqa: S704  taken apart, not put on a page
    return "".join(letter for letter in text if category(letter) != "Cc")


def in_latin_digits() -> None:
    """Speak on with the digits that spreadsheets count with; what is kept of pages is kept apart by the code."""
    found = speaking()
    if found.digits != LATIN:
        g.language = Language(f"{found.code}-latin", found.texts, found.ones)
