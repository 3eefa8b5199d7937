"""Who won how many matches on evenings: for lists of evenings, and the first line of their stories."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from models.base import db
from models.review.people import People, Person
from models.review.tables import seat_facts

SEAT = seat_facts.c


def winners_on(
    evenings: Iterable[int], people: People, game: str | None = None
) -> dict[int, list[tuple[tuple[Person, ...], int]]]:
    """By evening those who won matches there, partners together, with how many; most first; who is ranked.

    game: only matches of this one.
    """
    columns: Any = SEAT.evening_id, SEAT.match_id, SEAT.side, SEAT.player_id
    query = select(*columns).where(SEAT.evening_id.in_([*evenings]), SEAT.won).order_by(SEAT.match_id, SEAT.seat)
    if game is not None:
        query = query.where(SEAT.game == game)
    sides: dict[tuple[int, int, int], list[Person]] = defaultdict(list)
    for evening, match, side, player in db.session.execute(query):
        person = people.ranked(player)
        if person:
            sides[evening, match, side].append(person)
    won: dict[int, Counter[tuple[Person, ...]]] = defaultdict(Counter)
    for (evening, _, _), who in sides.items():
        won[evening][tuple(sorted(who, key=lambda person: person.id))] += 1
    return {evening: counts.most_common() for evening, counts in won.items()}
