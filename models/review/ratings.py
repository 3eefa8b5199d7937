"""Ratings of the people of a circle, one for each game and one for all: everybody begins at 1500.

A match is expected by the ratings before it and moves them, more while they are uncertain: Glickman's way (1999), with
sides for players. A side is as good as the mean of its people. Of several sides each two are compared; who shares a
place has half of it; a guest plays as somebody unknown. Ratings have a question mark until they told who wins better
than a coin, by more than chance brings in one of forty circles however often one looks (Ville's inequality); those that
told it worse are left out. All are worked out anew, and stored, when the matches or the people are others than before.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations, groupby
from math import exp, log, pi, sqrt
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import delete, insert, select, update

from models.base import db
from models.review.people import People, Person
from models.review.tables import ratings, review_stamps, seat_facts
from models.transaction import write_connection

ALL_GAMES = ""
BEGIN = 1500
SPREAD = 100.0  # standard deviation of people: of two by lot the better one wins two in three
DRIFT = 4.0  # the variance by which somebody may change from match to match
FIRM = 70.0  # standard deviation from which a rating of somebody has no question mark
Q = log(10) / 400  # of Elo's scale: 400 points ahead wins ten of eleven
WIDE = 3 * (Q / pi) ** 2
TOLD, TOLD_OF_A_GAME = log(40), log(200)  # of five games and all together in one of twenty circles
NOT_TOLD = -log(20)
MOST = 60  # points of a course
SEAT, RATED = seat_facts.c, ratings.c
SHOWN = (RATED.game, RATED.points, RATED.firm, RATED.course)
IN_ORDER = (SEAT.day, SEAT.started_at, SEAT.match_id, SEAT.seat)
PLAYED = (SEAT.match_id, SEAT.evening_id, SEAT.game, SEAT.side, SEAT.place, SEAT.player_id)


class Climber:
    """Somebody on a ladder: what is known of them (mean and variance), and the mean after each evening."""

    def __init__(self) -> None:
        self.mean, self.variance = float(BEGIN), SPREAD**2
        self.evening, self.course = 0, list[float]()


class Side:
    """A side of a match: as good as the mean of its people; push, learnt: what the match says of it."""

    def __init__(self, people: list[Climber], place: int) -> None:
        self.people, self.place = people, place
        self.mean = sum([one.mean for one in people]) / len(people)
        self.variance = sum([one.variance for one in people]) / len(people) ** 2
        self.push = self.learnt = 0.0


class Played(NamedTuple):
    """A match: by side its people (ids, None for a guest), and its place."""

    evening: int
    game: str
    sides: list[list[int | None]]
    places: list[int]


class Rating(NamedTuple):
    """What is shown of somebody: points, whether they are firm, what they were after each evening, thinned out."""

    game: str
    points: int
    firm: bool
    course: list[int]


class Ladder:
    """The ratings over some matches; told: by how much they told who won better than a coin, as a logarithm."""

    def __init__(self) -> None:
        self.climbers: dict[int | None, Climber] = defaultdict(Climber)
        self.told = 0.0

    def add(self, match: Played) -> None:
        """Rate one more match."""
        who = [[self.climbers[person] if person else Climber() for person in side] for side in match.sides]
        sides = list(map(Side, who, match.places))
        self.told += told(sides)
        compare(sides)
        for side in sides:
            people = len(side.people)
            for one in side.people:
                one.variance = 1 / (1 / (one.variance + DRIFT) + side.learnt / people**2)
                one.mean += one.variance * side.push / people
                if one.course and one.evening == match.evening:
                    one.course.pop()
                one.course.append(one.mean)
                one.evening = match.evening

    def shown(self, game: str) -> Iterator[tuple[int, Rating]]:
        """The rating of each person, where these ratings do not tell worse than a coin; game: ALL_GAMES for all."""
        told_well = self.told >= (TOLD_OF_A_GAME if game else TOLD)
        for person, one in self.climbers.items() if self.told > NOT_TOLD else ():
            firm = told_well and one.variance <= FIRM**2
            yield person or 0, Rating(game, round(one.mean), firm, thinned(one.course))


def told(sides: list[Side]) -> float:
    """The logarithm of the chance that was given to who came first over that of a coin; 0 for a level match."""
    best = min([side.place for side in sides])
    first = [side for side in sides if side.place == best]
    if len(first) == len(sides):
        return 0.0
    sure = certainty(2 * sum([side.variance for side in sides]) / len(sides))
    chances = [exp(Q * sure * (side.mean - BEGIN)) for side in sides]
    of_first = sum([chance for side, chance in zip(sides, chances, strict=True) if side.place == best])
    return log(of_first / len(first) * len(sides) / sum(chances))


def compare(sides: list[Side]) -> None:
    """Push sides up and down. Of many sides the pairs are not independent: all of one's count as its share of them."""
    share = 2 / len(sides)
    for one, other in combinations(sides, 2):
        sure = certainty(one.variance + other.variance)
        expected = 1 / (1 + exp(Q * sure * (other.mean - one.mean)))
        ahead = 0.5 if one.place == other.place else float(one.place < other.place)
        push = share * Q * sure * (ahead - expected)
        learnt = share * (Q * sure) ** 2 * expected * (1 - expected)
        one.push += push
        other.push -= push
        one.learnt += learnt
        other.learnt += learnt


def certainty(variance: float) -> float:
    """How much a difference says that is uncertain by so much: from 1 to 0."""
    return 1 / sqrt(1 + WIDE * variance)


def thinned(course: list[float]) -> list[int]:
    """Some of so many points, evenly: the first and the last among them."""
    last = len(course) - 1
    kept = course if last < MOST else [course[round(n * last / (MOST - 1))] for n in range(MOST)]
    return [round(points) for points in kept]


def rated(played: Iterable[Played]) -> dict[str, Ladder]:
    """The ratings of each game, and of all together, over matches in their order."""
    ladders: dict[str, Ladder] = defaultdict(Ladder)
    for match in played:
        if len(match.sides) > 1:
            ladders[match.game].add(match)
            ladders[ALL_GAMES].add(match)
    return ladders


def played_in(circle_id: int, people: People) -> Iterator[Played]:
    """The finished matches of a circle in the order in which they were played; who was merged is who they are today."""
    query = select(*PLAYED).where(SEAT.circle_id == circle_id).order_by(*IN_ORDER)
    for (_, evening, game), seats in groupby(db.session.execute(query).all(), key=itemgetter(slice(3))):
        sides: dict[int, list[int | None]] = {}
        places: dict[int, int] = {}
        for *_, side, place, player in seats:
            sides.setdefault(side, []).append(people.today.get(player))
            places[side] = place
        yield Played(evening, game, list(sides.values()), list(places.values()))


def rate(circle_id: int, people: People) -> None:
    """Work the ratings of a circle out anew where its matches or its people are not those of before."""
    here = review_stamps.c.circle_id == circle_id
    row = db.session.execute(select(review_stamps.c.stamp, review_stamps.c.rated).where(here)).first()
    mark = f"{row.stamp} {people.mark}" if row else None
    if not row or row.rated == mark:
        return
    rows: list[dict[str, Any]] = [
        {"circle_id": circle_id, "player_id": person} | rating._asdict()
        for game, ladder in rated(played_in(circle_id, people)).items()
        for person, rating in ladder.shown(game)
    ]
    with write_connection() as connection:
        connection.execute(update(review_stamps).where(here).values(rated=mark))  # and others wait
        connection.execute(delete(ratings).where(ratings.c.circle_id == circle_id))
        if rows:
            connection.execute(insert(ratings), rows)


def ratings_of(circle_id: int, people: People, game: str | None) -> dict[int, Rating]:
    """The ratings of a game, or over all, by person."""
    rate(circle_id, people)
    query = select(RATED.player_id, *SHOWN).where(RATED.circle_id == circle_id, RATED.game == (game or ALL_GAMES))
    return {person: Rating(*values) for person, *values in db.session.execute(query)}


def ratings_of_person(circle_id: int, people: People, person: Person) -> list[Rating]:
    """The ratings of a person, that over all games first."""
    rate(circle_id, people)
    query = select(*SHOWN).where(RATED.circle_id == circle_id, RATED.player_id == person.id)
    return [Rating(*row) for row in db.session.execute(query.order_by(RATED.game))]
