"""What the matches of a circle come to: how much was played, who won how often, alone and as partners."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from models.review.statistics.luck import skill
from models.review.statistics.wins import even, pairs_of, wins_of_people

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from models.review.past.matches import Past, PastMatch
    from models.review.statistics.luck import Skill
    from models.review.statistics.wins import Pairs, Won

MOST_PAIRS = 7  # that a page names, and one more
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
    return past.kept(("summary", game), lambda: summary_of(past, past.played(game)))


def summary_of(past: Past, matches: Sequence[PastMatch]) -> Summary:
    """What these matches, the oldest first, come to."""
    won = wins_of_people(past, matches)
    last = matches[-1].day if matches else None
    return Summary(
        len(matches),
        len({match.evening_id for match in matches}),
        sum(match.deals for match in matches),
        matches[0].day if matches else None,
        last,
        days_of(match for match in matches if last and last.toordinal() - match.day.toordinal() < LAST_YEAR),
        won,
        pairs_of(past, matches, MOST_PAIRS),
        even(matches),
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
