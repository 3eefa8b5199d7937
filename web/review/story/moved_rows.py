"""Who moved: the rows of those whose rating an evening changed, each with its band."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from drawing.locale import MINUS
from models.review.moved import moved_in
from scoring.games import games
from web.i18n.locale import LTR, current_language, gettext, in_digits
from web.review.charts.band import Band, Scale, band, lintel, scale_ticks
from web.tree_html import html

if TYPE_CHECKING:
    from markupsafe import Markup

    from models.review.moved import Moved
    from models.review.night import Night
    from web.review.story.teller import Teller

EVEN = 50


class MovedRow(NamedTuple):
    """A row: mark, name, drawing, change in 100."""

    side: int
    name: Markup
    drawing: Markup
    change: Markup


class MovedPart(NamedTuple):
    """Who moved, in which game (empty: all together), over which scale."""

    game: str
    scale: list[Markup]
    rows: list[MovedRow]


def moved_part(night: Night, teller: Teller) -> MovedPart | None:
    """The part of a story that shows who moved; None where nobody has a band yet."""
    game, found = moved_in(night.past, night.evening.circle_id, night.matches)
    if not found:
        return None
    scale = scale_of(found)
    words = [(value, gettext("even") if value == EVEN else in_digits(str(round(value)))) for value in marks_of(scale)]
    sides = {seat.person: seat.side for match in night.matches for seat in match.ended}
    rows = [row(one, scale, sides.get(int(one.unit[0]), 0), teller) for one in found]
    return MovedPart(
        gettext(str(games()[game].name)) if game else "", [html(scale_ticks(scale, words)), *drawn_lintel(scale)], rows
    )


def drawn_lintel(scale: Scale) -> list[Markup]:
    """The stick that the rows hang under, without words."""
    return [html(lintel(scale, [], EVEN)[1])]


def scale_of(found: list[Moved]) -> Scale:
    """From the lowest to the highest end of a band, in tens."""
    low, high = min(one.low for one in found), max(one.high for one in found)
    return Scale(min(40, int(10 * low) * 10), max(60, int(10 * high + 1) * 10))


def marks_of(scale: Scale) -> list[int]:
    """The values that are named above the rows."""
    return [value for value in range(int(scale.low), int(scale.high) + 1, 10) if scale.low < value < scale.high]


def row(one: Moved, scale: Scale, side: int, teller: Teller) -> MovedRow:
    """Somebody's row."""
    rate = Band(100 * one.after, 100 * one.low, 100 * one.high, EVEN, side, 100 * one.before)
    label = gettext(
        "from {before} to {after} in 100, between {low} and {high}",
        before=round(rate.before or 0), after=round(rate.value), low=round(rate.low), high=round(rate.high),
    )  # fmt: skip
    name = teller.side([int(person) for person in one.unit])
    return MovedRow(side, name, html(band(rate, scale, label, wood=False)), signed_tenths(100 * (one.after - one.before)))


def signed_tenths(change: Any) -> Markup:
    """A change with its sign and one decimal: "+1.2"."""
    text = in_digits(f"{abs(change):.1f}".replace(".", current_language().decimal))
    return LTR.format(("+" if change > 0 else MINUS) + text)
