"""What one person did: matches, evenings, form, bids, partners, opponents."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from itertools import groupby
from typing import NamedTuple

from sqlalchemy import Integer, cast, func, select

from models.base import db
from models.review.deals.query import in_scope
from models.review.deals.scope import Scope
from models.review.pair.chemistry import Chemistry, chemistry
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.people import Person
from models.review.ratings.circle import Rated
from models.review.statistics.rates import Rate, rate, usual_rate
from models.review.stored.count_cache import Sums, added_up
from models.review_tables import DealFact

BOOK = 0.65  # how often a bid is made, before anything is known


class EveningOf(NamedTuple):
    """A person's evening: won is above, below or as much as what was lost (1, -1, 0)."""

    day: date
    deals: int
    won: int


class BidRate(NamedTuple):
    """How often a person made bids of a number in a game."""

    game: str
    kind: str
    bid: int
    rate: Rate


class Partner(NamedTuple):
    """Somebody a person was partner with: how often they won, and how that is against what was due."""

    person: Person
    won: int
    matches: int
    chemistry: Chemistry


class Opponent(NamedTuple):
    """Somebody a person played against: how often each finished above the other."""

    person: Person
    above: int
    below: int


class RunMatches(NamedTuple):
    """The matches of the longest runs of wins and of losses, and of the one that goes on; is_won: whether of wins."""

    won: list[PastMatch]
    lost: list[PastMatch]
    now: list[PastMatch]
    is_won: bool


def matches_of(past: Past, person: Person) -> list[PastMatch]:
    """The matches at whose end a person sat there."""
    return past.by_person.get(person.id, [])


def evenings_of(matches: list[PastMatch], person: Person) -> list[EveningOf]:
    """A person's evenings in order."""
    found: dict[int, list[PastMatch]] = {}
    for match in matches:
        found.setdefault(match.evening_id, []).append(match)
    return [evening_of(played, person) for played in found.values()]


def evening_of(played: list[PastMatch], person: Person) -> EveningOf:
    """One evening of a person."""
    balance = sum(1 if won_by(match, person) else -1 for match in played)
    return EveningOf(played[0].day, sum(match.deals for match in played), (balance > 0) - (balance < 0))


def won_by(match: PastMatch, person: Person) -> bool:
    """Whether a person won a match."""
    seat = match.seat_of(person.id)
    return bool(seat and seat.won)


def runs_of(matches: list[PastMatch], person: Person) -> RunMatches:
    """The runs of wins and losses; of equally long ones the last."""
    found = [(won, list(same)) for won, same in groupby(matches, key=lambda match: won_by(match, person))]
    longest: dict[bool, list[PastMatch]] = {True: [], False: []}
    for won, same in found:
        if len(same) >= len(longest[won]):
            longest[won] = same
    is_won, now = found[-1] if found else (True, [])
    return RunMatches(longest[True], longest[False], now, is_won)


def bids_of(past: Past, circle_id: int, person: Person) -> list[BidRate]:
    """A person's bids by game, kind and number; usual is the circle's own rate in the same cell."""
    scope = Scope(circle_id, version=past.version_of())
    everybody, found = bid_sums(scope), []
    own = bid_sums(scope._replace(who=tuple(past.people.ids_of(person))))
    for (game, kind, bid), (made, n) in sorted(own.items()):
        all_made, all_n = everybody[game, kind, bid]
        found.append(BidRate(game, kind, bid, rate(made, n, usual_rate(all_made, all_n, BOOK))))
    return found


@added_up
def bid_sums(scope: Scope) -> Sums:
    """By game, kind and bid: how many were made, of how many."""
    columns = DealFact.game, DealFact.kind, DealFact.bid
    query = select(*columns, func.sum(cast(DealFact.made, Integer)), func.count())
    query = query.where(*in_scope(scope, DealFact), DealFact.made.is_not(None), DealFact.bid.is_not(None))
    return {(game, kind, bid): (made, n) for game, kind, bid, made, n in db.session.execute(query.group_by(*columns))}


def partners_of(past: Past, matches: list[PastMatch], person: Person, ratings: Rated) -> list[Partner]:
    """With whom a person played: best first by the lower end of what was won beyond due, then by how often."""
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for match in matches:
        seat = match.seat_of(person.id)
        for mate in match.mates_of(seat) if seat else ():
            due = ratings.chance_of(match, mate.side)
            if mate.person is not None and mate.person in past.people.persons:
                found[mate.person].append((float(mate.won), 1 / len(match.sides) if due is None else due))
    partners = [
        Partner(past.people.persons[other], round(sum(won for won, _ in results)), len(results), chemistry(results))
        for other, results in found.items()
    ]
    return sorted(partners, key=best_first)


def best_first(one: Partner) -> tuple[bool, float, int, str]:
    """Those with matches enough to be ranked first, the surest of them before the others."""
    lower = one.chemistry.more - one.chemistry.give if one.chemistry.ranked else 0.0
    return not one.chemistry.ranked, -lower, -one.matches, one.person.name


def opponents_of(past: Past, matches: list[PastMatch], person: Person) -> list[Opponent]:
    """Against whom a person played, by how often."""
    found: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for match in matches:
        seat = match.seat_of(person.id)
        for other in match.against(seat) if seat else ():
            if other.person is not None and seat and seat.place != other.place:
                found[other.person][(seat.place or 0) > (other.place or 0)] += 1
    known = past.people.persons
    rows = [Opponent(known[other], *counts) for other, counts in found.items() if other in known]
    return sorted(rows, key=lambda one: (-one.above - one.below, one.person.name))
