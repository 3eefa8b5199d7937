"""Pictures to share: of an evening's story with the match that turned most, and of one match."""

from __future__ import annotations

from typing import Any

from models.review.circle.summary import days_of
from models.review.evening.matches import EveningMatches, evening_matches
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.story.choose import story_of_match
from models.review.story.store import stored_story
from models.tables import Evening
from web.i18n.dates import day
from web.review.charts.chance import Course
from web.review.charts.evening import Gains
from web.review.charts.year import Cut
from web.review.picture.card import PictureCard
from web.review.story.match_charts import course_of, deals_of
from web.review.story.story_text import StoryText


def card_of(evening: Evening, past: Past, wide: bool, letters: bool) -> PictureCard | None:
    """The card of an evening; None where there is no story yet. letters: people by their first letters only."""
    story = stored_story(evening, past, wide)
    if story is None:
        return None
    night = evening_matches(evening, past)
    return card(night, most_turned(night), story.lines, wide, letters)


def match_card_of(evening: Evening, past: Past, uid: str, wide: bool, letters: bool) -> PictureCard | None:
    """The card of one match; None where it is not over."""
    night = evening_matches(evening, past)
    match = next((one for one in night.matches if one.uid == uid), None)
    if match is None:
        return None
    lines = [one.as_dict(evening.uid) for one in story_of_match(night, match, wide)]
    return card(night, match, lines, wide, letters)


def card(
    night: EveningMatches, match: PastMatch, lines: list[dict[str, Any]], wide: bool, letters: bool
) -> PictureCard:
    """A card with these lines and the course of a match."""
    teller, evening = StoryText(night.past, letters), night.evening
    title, *more = [teller.line(one).striptags() for one in lines]
    deals = deals_of([match])[match.id]
    course = course_of(night, match, deals, teller)
    place = f" · {evening.place}" if evening.place else ""
    when = day(evening.date, "named_year") + place
    cuts = evenings_of(night.past.matches if wide else night.matches)
    return PictureCard(title, when, "", None, more[:3], cuts, evening.date, course, [] if course else deals)


def deals_and_course(
    past: Past, evening: Evening, match: PastMatch, letters: bool
) -> tuple[list[Gains], Course | None]:
    """What the deals of a match brought, and its course where chances are known; letters: people by first letters."""
    night, deals = evening_matches(evening, past), deals_of([match])[match.id]
    return deals, course_of(night, match, deals, StoryText(past, letters))


def most_turned(night: EveningMatches) -> PastMatch:
    """The match of two sides with the largest turn; else the longest."""
    two = [match for match in night.matches if len(match.sides) == 2]
    return max(two or night.matches, key=lambda match: (match.swing or 0, match.deals))


def evenings_of(matches: tuple[PastMatch, ...]) -> list[Cut]:
    """The evenings of matches with their deals; those of one day are one."""
    return [Cut(*one) for one in days_of(matches)]
