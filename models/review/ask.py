"""What people ask of a circle's past: each answer one statement over the flat rows of review, people put together here.

Bids are counted in models/review/bids.py. In numbers about people only who is ranked counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import groupby
from statistics import median
from typing import Any, NamedTuple

from sqlalchemy import Integer, case, cast, func, select

from models.base import db
from models.review.people import People, Person
from models.review.scope import EveningPlayed, Scope
from models.review.shares import Share
from models.review.tables import facts, match_reviews, seat_facts
from models.review.wins import WonMatches
from models.tables import Evening, matches

DEAL, MATCH, SEAT = facts.c, match_reviews.c, seat_facts.c
CLOSEST = 10  # matches


def dealer_deals(scope: Scope, games: Iterable[str]) -> Sequence[Any]:
    """By game of two sides: its deals, in how many the dealer's side had more points, and in how many the other."""
    gain = DEAL.dealer_gain
    sides = [func.sum(case((more, 1), else_=0)) for more in (gain > 0, gain < 0)]
    query = select(DEAL.game, func.count(), *sides).where(*scope.within(facts), DEAL.game.in_([*games]))
    return db.session.execute(query.group_by(DEAL.game).order_by(DEAL.game)).all()


class MatchLengths(NamedTuple):
    """Matches of a game, or of so many deals: how many, and the middle one's deals and minutes (0: not known)."""

    game: str
    matches: int
    deals: int
    minutes: int


def match_lengths(scope: Scope, by_deals: bool) -> list[MatchLengths]:
    """How long matches were: of each game, or of each number of deals."""
    query = select(MATCH.game, MATCH.deals, MATCH.seconds).where(*scope.within(match_reviews), MATCH.deals > 0)
    groups: dict[Any, list[tuple[str, int, int]]] = defaultdict(list)
    for game, deals, seconds in db.session.execute(query).all():
        groups[deals if by_deals else game].append((game, deals, seconds))
    found = []
    for key in sorted(groups):
        games, numbers, times = zip(*groups[key], strict=True)
        known = [seconds for seconds in times if seconds]
        minutes = round(median(known) / 60) if known else 0
        found.append(MatchLengths(games[0], len(games), round(median(numbers)), minutes))
    return found


class CommonEvenings(NamedTuple):
    """Evenings that have something in common: how many, the matches on them, and what somebody won of these."""

    key: Any
    evenings: int
    matches: int
    won: WonMatches | None = None


class Attended(NamedTuple):
    """Somebody on an evening: the matches at whose end they sat there, and what they won of those with a winner."""

    evening: int
    person: Person
    matches: int
    won: int
    of: int


def attendance(scope: Scope, people: People) -> list[Attended]:
    """Who is ranked and was there on each evening."""
    won, decided = func.sum(cast(SEAT.won, Integer)), func.sum(case((SEAT.level, 0), else_=1))
    query = select(SEAT.evening_id, SEAT.player_id, func.count(), won, decided).where(*scope.within(seat_facts))
    rows = db.session.execute(query.group_by(SEAT.evening_id, SEAT.player_id))
    return [Attended(row[0], person, *row[2:]) for row in rows if (person := people.ranked(row[1]))]


def most_often(there: Iterable[Attended]) -> list[CommonEvenings]:
    """Everybody with what they won, who was there on most evenings first."""
    by_person: dict[Person, list[Attended]] = defaultdict(list)
    for row in there:
        by_person[row.person].append(row)
    found = []
    for person, rows in by_person.items():
        won = WonMatches((person,), Share(sum(row.won for row in rows), sum(row.of for row in rows)))
        evenings, matches_there = len({row.evening for row in rows}), sum(row.matches for row in rows)
        found.append(CommonEvenings(person, evenings, matches_there, won))
    return sorted(found, key=lambda row: (-row.evenings, -row.matches, row.key.id))


def together(played: Iterable[EveningPlayed], there: Iterable[Attended], keys: dict[int, Any]) -> list[CommonEvenings]:
    """Evenings by what they have in common (keys by id; without it they are left out), with who won most there."""
    evenings: dict[Any, list[EveningPlayed]] = defaultdict(list)
    people: dict[Any, list[Attended]] = defaultdict(list)
    for evening in played:
        evenings[keys.get(evening.id)].append(evening)
    for row in there:
        people[keys.get(row.evening)].append(row)
    rows = []
    for key in evenings.keys() - {None, ""}:
        won = [row.won for row in most_often(people[key]) if row.won]
        best = max(won, key=lambda one: one.share.made, default=None)
        matches_there = sum(evening.matches for evening in evenings[key])
        rows.append(CommonEvenings(key, len({evening.id for evening in evenings[key]}), matches_there, best))
    return sorted(rows, key=lambda row: (-row.matches, row.key))


def places_of(circle_id: int) -> dict[int, str]:
    """Where the evenings of a circle were, by id."""
    rows = db.session.execute(select(Evening.id, Evening.place).where(Evening.circle_id == circle_id))
    return {number: place or "" for number, place in rows}


def close_matches(scope: Scope, people: People) -> list[tuple[str, date, int, str, list[Person]]]:
    """The uid, day, margin and unit of the closest matches of a game with totals, and who of the ranked won them.

    The newest of equal ones is first. Who won with fewer points, as by a claim, won by nothing that can be compared.
    """
    columns: Any = SEAT.match_id, matches.c.uid, SEAT.day, SEAT.margin, SEAT.unit, SEAT.player_id
    query = (
        select(*columns)
        .join(matches, matches.c.id == SEAT.match_id)
        .where(*scope.within(seat_facts), SEAT.won, SEAT.margin >= 0)
        .order_by(SEAT.margin, SEAT.day.desc(), SEAT.match_id.desc(), SEAT.seat)
        .limit(8 * CLOSEST)
    )
    closest = []
    for (_, uid, day, margin, unit), seats in groupby(db.session.execute(query).all(), lambda row: tuple(row[:5])):
        winners = {person for row in seats if (person := people.ranked(row.player_id))}
        if winners:
            closest.append((uid, day, margin, unit, sorted(winners, key=lambda person: person.id)))
    return closest[:CLOSEST]
