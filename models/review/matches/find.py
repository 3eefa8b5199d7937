"""Finished matches that are so, for whoever asks what is behind a number; the newest first."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import date
from typing import NamedTuple

from models.review.past.match import PastMatch, Seat
from models.review.past.matches import Past
from models.review.people import Person

Happened = AbstractSet[tuple[int, int | None]]


class Wanted(NamedTuple):
    """Which matches; what is None says nothing.

    first, last: days; least, most: deals; uids: of these only; who: sat there at the end, mate: as their partner,
    rival: against them; won: whether who won, or with a rival came out ahead; level: whether it was level, with a rival
    between the two; evenings: ids of the evenings on which it was.
    """

    game: str | None = None
    first: date | None = None
    last: date | None = None
    least: int | None = None
    most: int | None = None
    uids: frozenset[str] | None = None
    who: Person | None = None
    mate: Person | None = None
    rival: Person | None = None
    won: bool | None = None
    level: bool | None = None
    evenings: frozenset[int] | None = None


class Case(NamedTuple):
    """A match; seat: of the person it is about, None where it is about nobody."""

    match: PastMatch
    seat: Seat | None


def find(past: Past, wanted: Wanted) -> list[PastMatch]:
    """The matches that are so."""
    who = wanted.who
    if who is None:
        return played(past, wanted)[::-1]
    found = [match for match in past.by_person.get(who.id, []) if is_in(match, wanted)]
    return [match for match in reversed(found) if is_meant(case_of(match, wanted), wanted)]


def find_seats(past: Past, wanted: Wanted, happened: Happened, never: bool) -> list[Case]:
    """The seats at the end of those matches to whose person something happened in them, or never did."""
    found = [
        Case(match, seat)
        for match in reversed(played(past, wanted))
        for seat in match.ended
        if seat.person and ((match.id, seat.person) in happened) is not never
    ]
    if wanted.who is None and wanted.won is None:
        return found
    return [case for case in found if is_meant(case, wanted)]


def case_of(match: PastMatch, wanted: Wanted) -> Case:
    """A match with the seat of the person who is asked for."""
    return Case(match, match.seat_of(wanted.who.id) if wanted.who else None)


def played(past: Past, wanted: Wanted) -> list[PastMatch]:
    """The matches of the game, the days, the length, whoever played."""
    return [match for match in past.played(wanted.game, wanted.first, wanted.last) if is_in(match, wanted)]


def is_in(match: PastMatch, wanted: Wanted) -> bool:
    """Whether a match has the game, the days, the length."""
    return (
        wanted.game in (None, match.game)
        and (wanted.first is None or match.day >= wanted.first)
        and (wanted.last is None or match.day <= wanted.last)
        and (wanted.least is None or match.deals >= wanted.least)
        and (wanted.most is None or match.deals <= wanted.most)
        and (wanted.uids is None or match.uid in wanted.uids)
        and (wanted.evenings is None or match.evening_id in wanted.evenings)
        and (wanted.level is None or wanted.rival is not None or is_level(match) == wanted.level)
    )


def is_level(match: PastMatch) -> bool:
    """Whether everybody shares the first place."""
    return {seat.place for seat in match.ended} == {1}


def is_meant(case: Case, wanted: Wanted) -> bool:
    """Whether the person of a case sat there with and against these, and it came out so."""
    match, seat = case
    if seat is None or (wanted.who and seat.person != wanted.who.id):
        return False
    if wanted.mate and not any(one.person == wanted.mate.id for one in match.mates_of(seat)):
        return False
    if wanted.rival:
        other = match.seat_of(wanted.rival.id)
        if other is None or other.side == seat.side:
            return False
        if wanted.level is not None and (ahead(seat, other) == 0) != wanted.level:
            return False
        return wanted.won is None or ahead(seat, other) == (1 if wanted.won else -1)
    return wanted.won in (None, seat.won)


def ahead(seat: Seat, other: Seat) -> int:
    """1 where the first of two came out ahead, -1 where the other did, 0 where neither."""
    places = seat.place or 0, other.place or 0
    return (places[0] < places[1]) - (places[0] > places[1])
