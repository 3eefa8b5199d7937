"""What only somebody themselves is told about their play: the rows that a game names (GameReview.private)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, or_

from models.base import db
from models.review.deals.query import deals_where
from models.review.deals.scope import Scope
from models.review.game.counts import rates, usual_of
from models.review.past.matches import Past
from models.review.people import Person
from models.review.statistics.rates import Rate, rate
from models.review_tables import DealFact
from scoring.review import HowOften, Where, review_of

if TYPE_CHECKING:
    from scoring.words import Wording


class OwnRate(NamedTuple):
    """A rate of one's own play.

    needed: so many of the cases had to hit to be even, None where there is no such thing; verdict: "above" or "below"
    that where the whole band is, else "open"; empty under 20 cases.
    """

    label: Wording
    rate: Rate
    needed: int | None
    verdict: str


def own_rates(circle_id: int, past: Past, person: Person, game: str) -> list[OwnRate]:
    """The rates of somebody's play in a game that are theirs alone; those of no case are left out."""
    ids = tuple(past.people.ids_of(person))
    rows = review_of(game).private
    own = [row for row in rows if row.hit.missed is None]
    known = rates(Scope(circle_id, game, who=ids), own)
    found = dict(zip(own, known, strict=True))
    found |= {row: left_to_others(circle_id, past, person, game, row) for row in rows if row not in found}
    return [own_rate(row, found[row]) for row in rows if found[row].of]


def own_rate(row: HowOften, known: Rate) -> OwnRate:
    """A rate against what is even."""
    needed = None if row.due is None else round(row.due * known.of)
    return OwnRate(row.label, known, needed, verdict_of(known, row.due))


def verdict_of(known: Rate, due: float | None) -> str:
    """Where the band is."""
    if due is None or not known.comparable or known.low is None or known.high is None:
        return ""
    return "above" if known.low > due else "below" if known.high < due else "open"


def left_to_others(circle_id: int, past: Past, person: Person, game: str, row: HowOften) -> Rate:
    """Of the deals that the other side declared against somebody, in how many their own side had what it had bid."""
    ids = past.people.ids_of(person)
    matches = tuple(match.id for match in past.played(game) if match.seat_of(person.id))
    scope = Scope(circle_id, game, matches=matches)
    made, of = (against(scope, ids, where) for where in (row.of.also(row.hit), row.of))
    return rate(made, of, usual_of([(made, of)]))


def against(scope: Scope, ids: Sequence[int], where: Where) -> int:
    """How many such deals others declared who are not their partner."""
    theirs = or_(DealFact.who_id.is_(None), DealFact.who_id.not_in(ids))
    mates = or_(DealFact.mate_id.is_(None), DealFact.mate_id.not_in(ids))
    return int(db.session.execute(deals_where(scope, where, func.count()).where(theirs, mates)).scalar_one())
