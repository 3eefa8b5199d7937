"""Rating changes of an evening: the rows of those whose rating an evening changed, each with its band."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from models.review.evening.matches import EveningMatches
from models.review.past.matches import Past
from models.review.ratings.evening_changes import RatingChange, rating_changes_in
from scoring.games import games
from web.i18n.locale import gettext, num, signed_tenths
from web.markup import html
from web.review.charts.band import Band, Scale, band, scale_ticks, shared_ruler
from web.review.rate_rows import pair_address, person_address, side_of
from web.review.story.story_text import StoryText

EVEN = 50


class RatingChangeRow(NamedTuple):
    """A row: where it leads, mark, name, drawing, change in 100."""

    address: str
    side: int
    name: Markup
    drawing: Markup
    change: Markup


class RatingChanges(NamedTuple):
    """Who moved, in which game (empty: all together), over which scale."""

    game: str
    scale: list[Markup]
    rows: list[RatingChangeRow]


def rating_changes_part(night: EveningMatches, teller: StoryText) -> RatingChanges | None:
    """The part of a story that shows who moved; None where nobody has a band yet."""
    game, found = rating_changes_in(night.past, night.evening.circle_id, night.matches)
    if not found:
        return None
    scale = scale_of(found)
    words: list[tuple[float, str]] = [
        (value, gettext("even") if value == EVEN else num(round(value))) for value in marks_of(scale)
    ]
    rows = [row(night, one, scale, teller) for one in found]
    return RatingChanges(
        gettext(str(games()[game].name)) if game else "", [html(scale_ticks(scale, words)), *drawn_ruler(scale)], rows
    )


def drawn_ruler(scale: Scale) -> list[Markup]:
    """The stick that the rows hang under, without words."""
    return [html(shared_ruler(scale, [], EVEN)[1])]


def scale_of(found: list[RatingChange]) -> Scale:
    """From the lowest to the highest end of a band, in tens."""
    low, high = min(one.low for one in found), max(one.high for one in found)
    return Scale(min(40, int(10 * low) * 10), max(60, int(10 * high + 1) * 10))


def marks_of(scale: Scale) -> list[float]:
    """The values that are named above the rows."""
    return [value for value in range(int(scale.low), int(scale.high) + 1, 10) if scale.low < value < scale.high]


def row(night: EveningMatches, one: RatingChange, scale: Scale, teller: StoryText) -> RatingChangeRow:
    """Somebody's row."""
    people = [int(person) for person in one.unit]
    side = side_of(night.past, night.past.people.persons[people[0]])
    rate = Band(100 * one.after, 100 * one.low, 100 * one.high, EVEN, side, 100 * one.before)
    label = gettext(
        "from {before} to {after} in 100, between {low} and {high}",
        before=round(rate.before or 0), after=round(rate.value), low=round(rate.low), high=round(rate.high),
    )  # fmt: skip
    drawn, change = band(rate, scale, label, own_ruler=False), 100 * (one.after - one.before)
    address, name = address_of(night.past, people), teller.side(people)
    return RatingChangeRow(address, side, name, html(drawn), signed_tenths(change))


def address_of(past: Past, people: list[int]) -> str:
    """The page of a person, or of two."""
    found = [past.people.persons[person] for person in people]
    return person_address(found[0]) if len(found) == 1 else pair_address(*found[:2])
