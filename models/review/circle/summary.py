"""What the matches of a circle come to: how much was played, who won how often, alone and as partners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.statistics.luck import Skill, skill
from models.review.statistics.tallies import Part, evening_sums
from models.review.statistics.wins import Pairs, Won, even_in, pairs_of, wins_of_people

LAST_YEAR = 366  # days, a year of any calendar


class Day(NamedTuple):
    """A day on which matches were finished, and their deals."""

    day: date
    deals: int


class Summary(NamedTuple):
    """What some matches come to. days: those of the year before the last one; even: the chance of a side when all are
    alike; won: everybody in standings; skill: how much of the differences is skill."""

    matches: int
    evenings: int
    deals: int
    first: date | None
    last: date | None
    days: tuple[Day, ...]
    won: list[Won]
    pairs: Pairs
    even: float
    skill: Skill | None


def whole_summary(past: Past, game: str | None) -> Summary:
    """What all matches come to, or those of a game."""
    return summary_of(past, Part(game))


def summary_of(past: Past, part: Part) -> Summary:
    """What the matches of a part come to; worked out once for a past."""
    return past.kept(("summary", part), lambda: summed_up(past, part))


def summed_up(past: Past, part: Part) -> Summary:
    """The same, from what is added up."""
    matches, won = part.matches(past), wins_of_people(past, part)
    evenings = evening_sums(past, part)
    last = matches[-1].day if matches else None
    since = last and date.fromordinal(max(1, last.toordinal() - LAST_YEAR + 1))  # a damaged day may be the first of all
    year = past.played(part.game, max(since, part.first or since) if since else None, last) if last else []
    return Summary(
        len(matches),
        len(evenings),
        sum(deals for deals, _ in evenings.values()),
        matches[0].day if matches else None,
        last,
        days_of(year),
        won,
        pairs_of(past, part),
        even_in(past, part),
        skill_of(won, len(matches)),
    )


def skill_of(won: Sequence[Won], matches: int) -> Skill | None:
    """How much of the differences is skill; won: of everybody in so many matches."""
    return skill([(one.rate.made, one.rate.of) for one in won], matches)


def days_of(matches: Iterable[PastMatch]) -> tuple[Day, ...]:
    """The days of matches with their deals, the first one first."""
    deals: dict[date, int] = {}
    for match in matches:
        deals[match.day] = deals.get(match.day, 0) + match.deals
    return tuple(Day(day, n) for day, n in sorted(deals.items()))
