"""Candidate: one thing that could be told of an evening."""

from __future__ import annotations

from hashlib import sha256
from math import log2
from typing import Any, NamedTuple

from models.review.evening.matches import EveningMatches, Name
from models.review.past.match import PastMatch, Seat

PRIOR = 20.0  # deals or matches that the usual rate of a rare thing counts as


class Candidate(NamedTuple):
    """What happened as a code with values.

    kind: what sort of thing, of which a story tells one; weight: surprise in bits; about: who it is about; match and
    deal: uids of where it can be seen; good: nothing to be ashamed of; wide: it compares with other evenings, which
    somebody who may see one evening only is not told.
    """

    code: str
    kind: str
    weight: float
    values: dict[str, Any]
    about: tuple[Name, ...] = ()
    match: str | None = None
    deal: str | None = None
    good: bool = True
    wide: bool = False

    def as_dict(self, evening: str) -> dict[str, Any]:
        """As it is kept; turn: which of its turns of phrase tells it, the same at every reading."""
        turn = sha256(f"{self.match or evening} {self.code}".encode()).digest()[0]
        where = {"match": self.match, "deal": self.deal}
        return {"code": self.code, "turn": turn, "values": self.values, "about": list(self.about)} | where


def bits(chance: float) -> float:
    """The surprise of what had this chance."""
    return -log2(min(1.0, max(chance, 1e-4)))


def rarity(seen: int, of: int, book: float) -> float:
    """The surprise of what was seen so often before, where it is usual at the rate of the book."""
    return bits((seen + PRIOR * book) / (of + PRIOR))


def score(match: PastMatch, first: int, second: int) -> list[int]:
    """The totals of two sides."""
    return [match.sides[side][0].total for side in (first, second)]


def sides_of(night: EveningMatches, match: PastMatch, side: int) -> list[Name]:
    """Who plays on a side, without those who stay out."""
    return night.names(match.sides.get(side, []))


def winners(match: PastMatch) -> list[Seat]:
    """Those who won."""
    return [seat for seat in match.ended if seat.won]


def winning_side(match: PastMatch) -> int | None:
    """The side that won; None where several share it."""
    sides = {seat.side for seat in winners(match)}
    return sides.pop() if len(sides) == 1 else None
