"""Seasons of a circle: what their evenings brought everybody, and the standings with what is sure of them.

Evenings bring matches won, places, or points a deal; matches of one day are one evening. What several brought is added,
of the best so many only. A day whose matches may still change is open: for sure it brings nothing yet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import select

from models.base import db
from models.review.people import People
from models.review.tables import Season, seat_facts
from models.tables import Evening, evenings
from scoring.games import games

MATCHES, PLACES, POINTS = COUNTS = ("matches", "places", "points")
PLACE_POINTS = (4, 2, 1)  # for the first three of an evening by matches won; the others have none
MOST = {PLACES: float(PLACE_POINTS[0])}  # that an evening can bring, where that is bounded
SEAT = seat_facts.c
Brought = dict[int, float]


class SeasonEvening(NamedTuple):
    """A day of a season: the uid of its evening, how many matches, and what it brought each person by id."""

    day: date
    evening: str
    matches: int
    brought: Brought


def seasons_of(circle_id: int) -> Sequence[Season]:
    """The seasons of a circle, the latest first."""
    query = select(Season).where(Season.circle_id == circle_id).order_by(Season.last.desc(), Season.id.desc())
    return db.session.scalars(query).all()


def open_day(circle_id: int, today: date) -> date | None:
    """Today where an evening of the circle is not closed, else None."""
    here = Evening.circle_id == circle_id, Evening.date == today, Evening.closed_at.is_(None), ~Evening.hidden
    return today if db.session.scalar(select(Evening.id).where(*here).limit(1)) else None


def season_evenings(season: Season, people: People) -> list[SeasonEvening]:
    """The evenings that count, the first one first."""
    columns: Any = SEAT.day, evenings.c.uid, SEAT.match_id, SEAT.game, SEAT.deals, SEAT.player_id
    of_games = [SEAT.game.in_(season.games)] if season.games else []
    query = (
        select(*columns, SEAT.side, SEAT.won, SEAT.total)
        .join(evenings, evenings.c.id == SEAT.evening_id)
        .where(SEAT.circle_id == season.circle_id, SEAT.day.between(season.first, season.last), *of_games)
        .order_by(SEAT.day, SEAT.started_at, SEAT.match_id, SEAT.seat)
    )
    found = []
    for day, seats in groupby(db.session.execute(query), key=lambda row: row.day):
        rows = list(seats)
        matches = len({row.match_id for row in rows})
        found.append(SeasonEvening(day, rows[0].uid, matches, brought_by(season.counts, rows, people)))
    return found[: season.evenings or None]


def brought_by(counts: str, rows: Iterable[Any], people: People) -> Brought:
    """What the seats of an evening brought everybody who is in standings."""
    sums: Brought = defaultdict(float)
    deals: dict[int, int] = defaultdict(int)
    for _, match in groupby(rows, key=lambda row: row.match_id):
        seats = list(match)
        for seat in seats:
            person = people.ranked(seat.player_id)
            if person:
                sums[person.id] += lead(seat, seats) if counts == POINTS else float(seat.won)
                deals[person.id] += seat.deals
    if counts == POINTS:
        return {person: value / max(1, deals[person]) for person, value in sums.items()}
    return place_points(sums) if counts == PLACES else dict(sums)


def lead(seat: Any, seats: Iterable[Any]) -> float:
    """Points of a seat's side above the mean of the other sides of its match; 0 where only the result is known."""
    if not seat.deals:
        return 0.0
    totals = {other.side: other.total for other in seats}
    own = totals.pop(seat.side)
    ahead = own - sum(totals.values()) / len(totals) if totals else 0.0
    return ahead if games()[seat.game].high_wins else -ahead


def place_points(won: Brought) -> Brought:
    """The points of an evening by matches won: who won as many as somebody has the same place."""
    better = {person: sum(other > mine for other in won.values()) for person, mine in won.items()}
    return {person: float((*PLACE_POINTS, 0)[min(place, len(PLACE_POINTS))]) for person, place in better.items()}


def best(values: list[float], best_of: int) -> float:
    """The sum of so many of the best values, of all with 0."""
    return sum(sorted(values, reverse=True)[: best_of or None])


class SeasonRow(NamedTuple):
    """Somebody in a season.

    brought: by evening, None where they were not there; struck: the evenings that do not count; total: of now; sure:
    what can never be lost, None where anything can; reach: at most, None without a bound; attended: evenings, over: of
    them those that are over; place: from 1, None with too few evenings; can_win: alone or with others.
    """

    person: int
    brought: tuple[float | None, ...]
    struck: frozenset[int]
    total: float
    sure: float | None
    reach: float | None
    attended: int
    over: int
    place: int | None = None
    can_win: bool = False


class SeasonTable(NamedTuple):
    """The rows of a season, the first one first; left: evenings that can still be; leader: the highest sure sum."""

    rows: list[SeasonRow]
    left: int
    leader: float | None


def season_table(season: Season, evenings: list[SeasonEvening], today: date, open_day: date | None) -> SeasonTable:
    """The table of a season; open_day: the day of which the matches may not be over yet."""
    left = evenings_left(season, [evening.day for evening in evenings if evening.day != open_day], today)
    people = sorted({person for evening in evenings for person in evening.brought})
    rows = [row_of(season, evenings, person, left, open_day) for person in people]
    sums = [row.total for row in rows if row.attended >= season.at_least]
    leader = max((row.sure for row in rows if row.sure is not None and row.over >= season.at_least), default=None)
    judged = []
    for row in rows:
        place = 1 + sum(total > row.total for total in sums) if row.attended >= season.at_least else None
        enough = row.over + left >= season.at_least
        can_win = enough and (row.reach is None or leader is None or row.reach >= leader) if left else place == 1
        judged.append(row._replace(place=place, can_win=can_win))
    judged.sort(key=lambda row: (row.place is None, -row.total, -row.attended, row.person))
    return SeasonTable(judged, left, leader)


def evenings_left(season: Season, over: list[date], today: date) -> int:
    """How many evenings can still come: days until the last one, or as many as are planned; over: days that are."""
    begin = max(today + timedelta(days=today in over), season.first)
    days = max(0, (season.last - begin).days + 1)
    return min(days, max(0, season.evenings - len(over))) if season.evenings else days


def row_of(season: Season, evenings: list[SeasonEvening], person: int, left: int, open_day: date | None) -> SeasonRow:
    """What somebody has; place and chance come from the others."""
    brought = {n: evening.brought[person] for n, evening in enumerate(evenings) if person in evening.brought}
    over = [value for n, value in brought.items() if evenings[n].day != open_day]
    counted = sorted(brought, key=lambda n: (-brought[n], n))[: season.best_of or None]
    total = best([*brought.values()], season.best_of)
    sure, reach = bounds(season, total, over, left)
    cells = tuple(map(brought.get, range(len(evenings))))
    return SeasonRow(person, cells, frozenset({*brought} - {*counted}), total, sure, reach, len(brought), len(over))


def bounds(season: Season, total: float, over: list[float], left: int) -> tuple[float | None, float | None]:
    """What somebody has at least and at most in the end; total: of now, over: of the evenings that are over."""
    if not left:
        return total, total
    if season.counts == MATCHES:
        return total, None
    if season.counts not in MOST:
        return None, None
    return best(over, season.best_of), best(over + [MOST[season.counts]] * left, season.best_of)
