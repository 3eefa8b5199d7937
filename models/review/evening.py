"""What came of evenings: who won how many matches there, and from when to when they were."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from sqlalchemy import select, true

from models.base import db
from models.review.people import People, Person
from models.review.share import Share
from models.review.tables import seat_facts
from models.review.wins import WonMatches

LONGEST_PAUSE = 4 * 3600  # s of a match, or between two of one evening: longer, and it went on another day
SEAT = seat_facts.c
SEATS = select(SEAT.evening_id, SEAT.match_id, SEAT.side, SEAT.player_id, SEAT.won).order_by(
    SEAT.evening_id, SEAT.started_at, SEAT.match_id, SEAT.side, SEAT.seat
)


class Span(NamedTuple):
    """When an evening began and ended by its matches; length: None where it went on another day."""

    begin: datetime
    end: datetime
    length: timedelta | None


def tally(
    matches: Iterable[Iterable[tuple[Sequence[Any], bool]]], out: Collection[Any] = ()
) -> list[tuple[Any, Share]]:
    """Who won how many of the matches that somebody won, most first: by side while the sides stay, else by person.

    matches: of each its sides, as who plays there and whether they won; out: who is left out.
    """
    sides = [[(tuple(sorted({*who} - {*out})), won) for who, won in match] for match in matches]
    together = len({frozenset(who for who, _ in match if who) for match in sides}) == 1
    won: Counter[tuple[Any, ...]] = Counter()
    of: Counter[tuple[Any, ...]] = Counter()
    for match in sides:
        if len({did_win for _, did_win in match}) < 2:  # level: nobody won it
            continue
        for who, did_win in match:
            for unit in [who] if together else [(person,) for person in who]:
                of[unit] += 1
                won[unit] += did_win
    units = [(unit, Share(won[unit], of[unit])) for unit in of if unit]
    return sorted(units, key=lambda unit: (-unit[1].made, unit[1].of))


def won_on(evenings: Iterable[int], people: People, game: str | None = None) -> dict[int, list[WonMatches]]:
    """By evening who won how many there, of those who are in standings; game: of this one only."""
    found = {}
    rows = db.session.execute(SEATS.where(SEAT.evening_id.in_([*evenings]), SEAT.game == game if game else true()))
    for evening, seats in groupby(rows, key=lambda row: row.evening_id):
        matches = [sides_of(match, people) for _, match in groupby(seats, key=lambda row: row.match_id)]
        found[evening] = [WonMatches(who, share) for who, share in tally(matches)]
    return found


def sides_of(seats: Iterable[Any], people: People) -> list[tuple[list[Person], bool]]:
    """The sides of a match, as those who are in standings and whether they won; seats: ordered by side."""
    sides = [list(side) for _, side in groupby(seats, key=lambda row: row.side)]
    return [([one for row in side if (one := people.ranked(row.player_id))], bool(side[0].won)) for side in sides]


def span_of(times: Iterable[tuple[datetime, datetime]]) -> Span | None:
    """From the first match's begin to the last record; times: of each match both; None without matches."""
    known = sorted(times)
    if not known:
        return None
    begin, end = known[0][0], max(last for _, last in known)
    gaps = [now - was for (_, was), (now, _) in pairwise(known)] + [last - first for first, last in known]
    far = any(gap.total_seconds() > LONGEST_PAUSE for gap in gaps)
    return Span(begin, end, None if far else end - begin)
