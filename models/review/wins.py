"""Matches won: by each person and each pair of partners, by one alone, with and against each other, on an evening.

A match counts for who sat there at its end. A level one is won and lost by nobody, and stands in no share.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from itertools import combinations, groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Integer, and_, case, cast, func, select, true

from models.base import db
from models.review.people import People, Person
from models.review.scope import Scope
from models.review.shares import Share
from models.review.tables import seat_facts
from models.tables import matches

SEAT = seat_facts.c
RIVAL = seat_facts.alias()
ON_EVENINGS = select(SEAT.evening_id, SEAT.match_id, SEAT.side, SEAT.player_id, SEAT.won).order_by(
    SEAT.evening_id, SEAT.started_at, SEAT.match_id, SEAT.side, SEAT.seat
)
EVEN = func.sum(1.0 / SEAT.sides)
Sums = tuple[int, int, float]  # matches, won, even


class WonMatches(NamedTuple):
    """The matches that somebody, or two together, won of those they played."""

    people: tuple[Person, ...]
    share: Share


class CircleWins(NamedTuple):
    """Everybody, all pairs of partners, each in the order of lists; and pairs who never were partners."""

    people: list[WonMatches]
    pairs: list[WonMatches]
    never: list[tuple[Person, ...]]


def wins_in(scope: Scope, people: People) -> CircleWins:
    """What was won within a scope by who is ranked."""
    alone: dict[tuple[Person, ...], Sums] = defaultdict(lambda: (0, 0, 0.0))
    pairs: dict[tuple[Person, ...], Sums] = defaultdict(lambda: (0, 0, 0.0))
    columns = SEAT.player_id, SEAT.mate_id
    won = func.sum(cast(SEAT.won, Integer))
    query = select(*columns, func.count(), won, EVEN).where(*scope.within(seat_facts), ~SEAT.level)
    for player, mate, *sums in db.session.execute(query.group_by(*columns)):
        one, other = people.ranked(player), people.ranked(mate)
        if one:
            alone[one,] = added(alone[one,], sums)
        if one and other and one.id < other.id:  # each pair is met from both of its seats
            pairs[one, other] = added(pairs[one, other], sums)
    partners = sorted({person for pair in pairs for person in pair}, key=lambda person: person.id)
    never: list[tuple[Person, ...]] = [pair for pair in combinations(partners, 2) if pair not in pairs]
    return CircleWins(in_order(alone), in_order(pairs), never)


def added(sums: Sums, more: Iterable[Any]) -> Sums:
    matches_played, won, even = more
    return sums[0] + matches_played, sums[1] + won, sums[2] + float(even)


def in_order(sums: dict[tuple[Person, ...], Sums]) -> list[WonMatches]:
    rows = [WonMatches(who, Share(won, n, even / n)) for who, (n, won, even) in sums.items()]
    return sorted(rows, key=lambda row: (row.share.order, [person.id for person in row.people]))


class PlayedMatch(NamedTuple):
    """A finished match as one person played it; mate: of today, None for a guest and for who plays alone."""

    id: int
    uid: str
    evening_id: int
    game: str
    day: date
    mate: Person | None
    sides: int
    place: int
    won: bool
    level: bool
    margin: int


def matches_of(scope: Scope, people: People, person: Person) -> list[PlayedMatch]:
    """The finished matches of a person within a scope, in the order in which they were played."""
    columns: Any = SEAT.match_id, matches.c.uid, SEAT.evening_id, SEAT.game, SEAT.day, SEAT.mate_id
    query = (
        select(*columns, SEAT.sides, SEAT.place, SEAT.won, SEAT.level, SEAT.margin)
        .join(matches, matches.c.id == SEAT.match_id)
        .where(*scope.within(seat_facts), SEAT.player_id.in_(people.ids_of(person)))
        .order_by(SEAT.day, SEAT.started_at, SEAT.match_id)
    )
    rows = db.session.execute(query).all()
    return [PlayedMatch(*row[:5], people.of(row[5]), *row[6:8], bool(row[8]), bool(row[9]), row[10]) for row in rows]


def share_of(played: Iterable[PlayedMatch]) -> Share:
    """What was won of these matches, level ones left out."""
    decided = [match for match in played if not match.level]
    even = sum(1 / match.sides for match in decided) / len(decided) if decided else None
    return Share(sum(match.won for match in decided), len(decided), even)


def with_each(played: Iterable[PlayedMatch]) -> list[WonMatches]:
    """What somebody won with each partner, in the order of lists."""
    by_mate: dict[Person, list[PlayedMatch]] = defaultdict(list)
    for match in played:
        if match.mate and not match.mate.unranked:
            by_mate[match.mate].append(match)
    rows = [WonMatches((mate,), share_of(found)) for mate, found in by_mate.items()]
    return sorted((row for row in rows if row.share.of), key=lambda row: (row.share.order, row.people[0].id))


def against_each(scope: Scope, people: People, person: Person) -> list[WonMatches]:
    """How often somebody came before each other person who sat on another side, in the order of lists.

    Those who share a place are before nobody: such a match stands in no share of the two.
    """
    query = (
        select(RIVAL.c.player_id, func.count(), func.sum(case((SEAT.place < RIVAL.c.place, 1), else_=0)))
        .join(RIVAL, and_(RIVAL.c.match_id == SEAT.match_id, RIVAL.c.side != SEAT.side))
        .where(*scope.within(seat_facts), SEAT.player_id.in_(people.ids_of(person)), SEAT.place != RIVAL.c.place)
        .group_by(RIVAL.c.player_id)
    )
    sums: dict[Person, Share] = {}
    for player, met, before in db.session.execute(query):
        rival = people.ranked(player)
        if rival:
            sums[rival] = Share(before, met, 0.5).plus(sums.get(rival, Share(0, 0, 0.5)))
    rows = [WonMatches((rival,), share) for rival, share in sums.items()]
    return sorted(rows, key=lambda row: (row.share.order, row.people[0].id))


def against_one(scope: Scope, people: People, played: Iterable[PlayedMatch], other: Person) -> list[PlayedMatch]:
    """Those of somebody's matches in which another sat on another side.

    won: came before the other; level: shared a place with them.
    """
    query = select(SEAT.match_id, SEAT.place).where(*scope.within(seat_facts), SEAT.player_id.in_(people.ids_of(other)))
    places: dict[int, int] = dict(db.session.execute(query).all())
    return [
        match._replace(won=match.place < places[match.id], level=match.place == places[match.id], sides=2)
        for match in played
        if match.id in places and match.mate != other
    ]


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
    query = ON_EVENINGS.where(SEAT.evening_id.in_([*evenings]), SEAT.game == game if game else true())
    for evening, seats in groupby(db.session.execute(query).all(), key=itemgetter(0)):
        matches = [sides_of([row[2:] for row in match], people) for _, match in groupby(seats, key=itemgetter(1))]
        found[evening] = [WonMatches(who, share) for who, share in tally(matches)]
    return found


def sides_of(seats: Iterable[Any], people: People) -> list[tuple[list[Person], bool]]:
    """The sides of a match, as those who are in standings and whether they won; seats: side, player, won."""
    sides: dict[int, tuple[list[Person], bool]] = {}
    for side, player, won in seats:
        who, _ = sides.setdefault(side, ([], bool(won)))
        if one := people.ranked(player):
            who.append(one)
    return list(sides.values())
