"""The picture of an evening's story to share: its lines, its stick of the year, the match that turned most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.review.night import night_of
from models.review.story.store import told
from web.i18n.dates import day
from web.review.charts.year import Cut
from web.review.picture.card import Card
from web.review.story.match_charts import course_of, deals_of
from web.review.story.teller import Teller

if TYPE_CHECKING:
    from models.review.night import Night
    from models.review.past import Past, PastMatch
    from models.tables.evening import Evening


def card_of(evening: Evening, past: Past, wide: bool, letters: bool) -> Card | None:
    """The card of an evening; None where there is no story yet. letters: people by their first letters only."""
    story = told(evening, past, wide)
    if story is None:
        return None
    night, teller = night_of(evening, past), Teller(past, letters)
    title, *lines = [teller.line(one).striptags() for one in story.lines]
    match = most_turned(night)
    cuts = evenings_of(past.matches if wide else night.matches)
    course = course_of(night, match, teller)
    place = f" · {evening.place}" if evening.place else ""
    when = day(evening.date, "named_year") + place
    return Card(title, when, "", None, lines[:3], cuts, evening.date, course, [] if course else deals_of(match))


def most_turned(night: Night) -> PastMatch:
    """The match of two sides with the largest turn; else the longest."""
    two = [match for match in night.matches if len(match.sides) == 2]
    return max(two or night.matches, key=lambda match: (match.swing or 0, match.deals))


def evenings_of(matches: tuple[PastMatch, ...]) -> list[Cut]:
    """The evenings of matches with their deals."""
    deals: dict[tuple[object, int], Cut] = {}
    for match in matches:
        key = (match.day, match.evening_id)
        deals[key] = Cut(match.day, match.deals + (deals[key].deals if key in deals else 0))
    return list(deals.values())
