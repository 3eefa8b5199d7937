"""The standings of a season with exact bounds: what everybody has for sure, and what they can still reach.

A day whose matches may still change is open: for sure it brings nothing yet, at most what an evening can bring.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from models.review.season import MATCHES, PLACE_POINTS, PLACES, SeasonEvening, best
from models.review.tables import Season

MOST = {PLACES: float(PLACE_POINTS[0])}  # that an evening can bring, where that is bounded


class SeasonRow(NamedTuple):
    """Somebody in a season.

    brought: by evening, None where they were not there; struck: the evenings that do not count; total: of now; sure:
    what can never be lost, None where anything can; reach: at most, None without a bound; place: from 1, None with too
    few evenings; can_win: alone or with others.
    """

    person: int
    brought: tuple[float | None, ...]
    struck: frozenset[int]
    total: float
    sure: float | None
    reach: float | None
    attended: int
    place: int | None
    can_win: bool


class SeasonTable(NamedTuple):
    """The rows of a season, the first one first; left: evenings that can still be; leader: the highest sure sum."""

    rows: tuple[SeasonRow, ...]
    left: int
    leader: float | None


def season_table(season: Season, evenings: list[SeasonEvening], today: date, open_day: date | None) -> SeasonTable:
    """The table of a season; open_day: the day of which the matches may not be over yet."""
    left = evenings_left(season, [evening.day for evening in evenings if evening.day != open_day], today)
    people = sorted({person for evening in evenings for person in evening.brought})
    rows = [row_of(season, evenings, person, left, open_day) for person in people]
    sure = [row.sure for row in rows if row.sure is not None and settled(evenings, row, open_day) >= season.at_least]
    leader = max(sure, default=None)
    able = [judged(season, row, rows, left, leader, settled(evenings, row, open_day)) for row in rows]
    return SeasonTable(tuple(sorted(able, key=order)), left, leader)


def evenings_left(season: Season, settled_days: list[date], today: date) -> int:
    """How many evenings can still come: days until the last one, or as many as are planned."""
    begin = max(today + timedelta(days=today in settled_days), season.first)
    days = max(0, (season.last - begin).days + 1)
    return min(days, max(0, season.evenings - len(settled_days))) if season.evenings else days


def row_of(season: Season, evenings: list[SeasonEvening], person: int, left: int, open_day: date | None) -> SeasonRow:
    """What somebody has; place and chance come from the others."""
    brought = tuple(evening.brought.get(person) for evening in evenings)
    there = [n for n, value in enumerate(brought) if value is not None]
    values = [value for value in brought if value is not None]
    counted = sorted(there, key=lambda n: (-(brought[n] or 0.0), n))[: season.best_of or None]
    closed = [
        value for evening, value in zip(evenings, brought, strict=True) if value is not None and evening.day != open_day
    ]
    total = best(values, season.best_of)
    sure, reach = bounds(season, total, closed, left)
    return SeasonRow(person, brought, frozenset(there) - set(counted), total, sure, reach, len(there), None, False)


def bounds(season: Season, total: float, closed: list[float], left: int) -> tuple[float | None, float | None]:
    """What somebody has at least and at most in the end; total: of now, closed: of the evenings that are over."""
    if not left:
        return total, total
    if season.counts == MATCHES:
        return total, None
    if season.counts not in MOST:
        return None, None
    return best(closed, season.best_of), best(closed + [MOST[season.counts]] * left, season.best_of)


def settled(evenings: list[SeasonEvening], row: SeasonRow, open_day: date | None) -> int:
    """At how many evenings that are over somebody was."""
    pairs = zip(evenings, row.brought, strict=True)
    return sum(value is not None and evening.day != open_day for evening, value in pairs)


def judged(
    season: Season, row: SeasonRow, rows: list[SeasonRow], left: int, leader: float | None, over: int
) -> SeasonRow:
    """The row with its place, and whether it can still be the first."""
    ranked = [other.total for other in rows if other.attended >= season.at_least]
    place = 1 + sum(total > row.total for total in ranked) if row.attended >= season.at_least else None
    if not left:
        return row._replace(place=place, can_win=place == 1)
    enough = over + left >= season.at_least
    return row._replace(place=place, can_win=enough and (row.reach is None or leader is None or row.reach >= leader))


def order(row: SeasonRow) -> tuple[bool, float, int, int]:
    """Sorts rows: those with a place first, by what they have."""
    return row.place is None, -row.total, -row.attended, row.person
