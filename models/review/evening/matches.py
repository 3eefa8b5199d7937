"""The finished matches of one evening, with their rows of review, and the matches of the circle before it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from models.base import db
from models.review.past.match import PastMatch, Seat
from models.review.past.matches import Past, order_of
from models.review.tables import DealFact, DealPart, MatchReview
from models.tables import Evening

Name = int | str
"""Who somebody is: a person by id, a guest by name."""


class EveningMatches(NamedTuple):
    """An evening as its story is made of; before: the circle's earlier matches; rows, facts, parts: by match id."""

    evening: Evening
    past: Past
    matches: tuple[PastMatch, ...]
    before: tuple[PastMatch, ...]
    rows: dict[int, MatchReview]
    facts: dict[int, list[DealFact]]
    parts: dict[int, list[DealPart]]

    def name(self, seat: Seat) -> Name | None:
        """Who sits there; None for who stays out of stories."""
        person = self.past.person(seat)
        if person is None:
            return seat.name
        return None if person.unranked else person.id

    def names(self, seats: Iterable[Seat]) -> list[Name]:
        """Who sits there, without those who stay out of stories."""
        return [name for seat in seats if (name := self.name(seat)) is not None]

    def player(self, player_id: int | None) -> Name | None:
        """The person that a player is; None for who stays out, and for a guest."""
        person = self.past.people.of(player_id)
        return None if person is None or person.unranked else person.id

    def before_of(self, person: int) -> list[PastMatch]:
        """The circle's earlier matches at whose end a person sat there."""
        own = self.past.by_person.get(person, [])
        return own[: bisect_left(own, order_of(self.matches[0]), key=order_of)]

    @property
    def people(self) -> list[Name]:
        """Everybody who sat at an end tonight, once."""
        return list(dict.fromkeys(name for match in self.matches for name in self.names(match.ended)))


def evening_matches(evening: Evening, past: Past) -> EveningMatches:
    """The night of an evening; four queries."""
    matches = tuple(past.by_evening.get(evening.id, ()))
    ids = [match.id for match in matches]
    found = db.session.scalars(select(MatchReview).where(MatchReview.match_id.in_(ids))).all()
    rows = {row.match_id: row for row in found}
    facts, parts = deals_of(DealFact, ids), deals_of(DealPart, ids)
    return EveningMatches(evening, past, matches, earlier(past, matches), rows, facts, parts)


def earlier(past: Past, matches: Sequence[PastMatch]) -> tuple[PastMatch, ...]:
    """The matches before the first of these, in the order of the past."""
    if not matches:
        return past.matches
    return past.matches[: past.matches.index(matches[0])]


def deals_of(table: Any, ids: list[int]) -> dict[int, list[Any]]:
    """The rows of these matches by match, in the order of their deals."""
    rows: dict[int, list[Any]] = {match: [] for match in ids}
    for row in db.session.scalars(select(table).where(table.match_id.in_(ids)).order_by(table.match_id, table.n)):
        rows[row.match_id].append(row)
    return rows
