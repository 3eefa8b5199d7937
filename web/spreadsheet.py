"""Tables for a spreadsheet: a match deal by deal, an evening or a circle match by match."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any
from unicodedata import category

from flask import Blueprint, Response, g
from markupsafe import Markup
from sqlalchemy import select

from drawing.language import LATIN, Language
from models.base import db
from models.evenings import Evening
from models.folds import CLOSED, OVER
from models.matches import Match
from models.opened import read_opened
from web.access import opened_here, own_circle, own_evening
from web.language import gettext, speaking
from web.leaf import TAKES_NO_PART, Leaf
from web.played import played_in, standing
from web.regulars import today

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scoring.words import Line
    from web.played import Played, Side

Cells = list[Any]
BOM = "\ufeff"  # by which Excel knows UTF-8
BEGINS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
WITH_SEMICOLONS = ("nl", "de")  # there the comma stands before decimals, and Excel looks for semicolons
AT_ONCE = 200  # evenings

bp = Blueprint("spreadsheet", __name__)


@bp.get("/m/<uid>/csv")
def match(uid: str) -> Response:
    """A match, a row for every saying that stands."""
    opened = opened_here(uid)
    reading = read_opened(opened)
    in_latin_digits()
    leaf = Numbers(opened, reading)
    return table(f"{reading.game.key}-{opened.started_at.date().isoformat()}", leaf.heading(), leaf.table())


@bp.get("/e/<uid>/csv")
def evening(uid: str) -> Response:
    """An evening, a row for every match."""
    found = own_evening(uid)
    return matches_table(f"evening-{found.date.isoformat()}", [found])


@bp.get("/circle/csv")
def circle() -> Response:
    """A circle, a row for every match that it ever played."""
    evenings = db.session.scalars(select(Evening).where(Evening.circle_id == own_circle().id).order_by(Evening.id))
    return matches_table(f"circle-{today().isoformat()}", evenings.all())


class Numbers(Leaf):
    """A match as on paper, its points and totals as numbers."""

    def heading(self) -> Cells:
        """What stands in each column."""
        points, total = gettext("points"), gettext("total")
        kinds = [gettext("tricks")] if self.tricks_only else [points, total]
        sides = [f"{side.striptags()}: {kind}" for side in self.sides for kind in kinds]
        return [gettext("Deal"), gettext("Dealer"), gettext("Said"), gettext("What came of it"), *sides]

    def table(self) -> list[Cells]:
        """The rows."""
        return [
            [int(row.number) if row.number else "", *map(plain, (row.dealer, row.head, row.story)), *row.cells]
            for row in self.rows
        ]

    def cells(self, line: Line) -> Cells:
        """What each side gained and has; in a game of tricks alone what each took."""
        if self.tricks_only:
            took = line.deal.entry.get("tricks") or [None] * len(line.totals)
            return [TAKES_NO_PART if count is None else count for count in took]
        return [cell for pair in zip(line.points, line.totals, strict=True) for cell in pair]


def matches_table(name: str, evenings: Sequence[Evening]) -> Response:
    """The matches of these evenings, each with its sides."""
    in_latin_digits()
    rows = [row for some in parts(evenings) for row in rows_of(some)]
    sides = max((len(row) - 5 for row in rows), default=0) // 2
    heading = [gettext("Date"), gettext("Place"), gettext("Game"), gettext("How it ended"), gettext("Winners")]
    for n in range(1, sides + 1):
        heading += [gettext("Side {n}", n=n), gettext("Total {n}", n=n)]
    return table(name, heading, rows)


def parts(evenings: Sequence[Evening]) -> Iterable[Sequence[Evening]]:
    """The evenings, so many at once as one statement may name."""
    return (evenings[start : start + AT_ONCE] for start in range(0, len(evenings), AT_ONCE))


def rows_of(evenings: Sequence[Evening]) -> Iterable[Cells]:
    """A row for each match: when, where, what, how it ended, who won, and the sides with their totals."""
    found = played_in([evening.id for evening in evenings])
    for evening in evenings:
        for match in found[evening.id]:
            known = match if match.state == OVER else standing(db.session.get_one(Match, match.id))
            first = [evening.date.isoformat(), evening.place, gettext(match.game.name), ended(known)]
            yield [*first, ", ".join(map(names, known.winners)), *(cell for side in known.sides for cell in sums(side))]


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
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";" if speaking().code.split("-")[0] in WITH_SEMICOLONS else ",")
    for row in (heading, *rows):
        writer.writerow([harmless(cell) for cell in row])
    answer = Response((BOM + text.getvalue()).encode(), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="tallystick-{name}.csv"'
    return answer


def harmless(cell: Any) -> Any:
    """The cell, a text never taken for a formula."""
    return f"'{cell}" if type(cell) is str and cell.lstrip(" ").startswith(BEGINS_A_FORMULA) else cell


def plain(words: Any) -> str:
    """Words of a page as text, without what cannot be seen."""
    text = Markup(words).striptags()  # noqa: S704  taken apart, not put on a page
    return "".join(letter for letter in text if category(letter) != "Cc")


def in_latin_digits() -> None:
    """Speak on with the digits that spreadsheets count with; what is kept of pages is kept apart by the code."""
    found = speaking()
    if found.digits != LATIN:
        g.language = Language(f"{found.code}-latin", found.texts, found.ones)
