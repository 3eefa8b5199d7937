"""Counts that split the deals of a game: by trump, by turn in the auction, by deal of the match."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import case, func, select

from models.base import db
from models.review.deals.query import deals_where, in_scope
from models.review.deals.scope import DealScope
from models.review.game.counts import MADE, GameMean, mean_of, usual_of
from models.review.statistics.rates import Rate, rate
from models.review.stored.count_cache import Sums, added_up
from models.review.tables import DealFact, DealPart
from scoring.review import Where


@added_up
def trump_sums(scope: DealScope) -> Sums:
    """By trump: made, and all declared deals."""
    made = func.sum(case((MADE, 1), else_=0))
    query = deals_where(scope, Where(), DealFact.trump, made, func.count()).where(DealFact.made.is_not(None))
    return {trump: (won, n) for trump, won, n in db.session.execute(query.group_by(DealFact.trump))}


def trumps(scope: DealScope, known: Iterable[str]) -> tuple[list[tuple[str, Rate]], int]:
    """The rate of each trump that was written down, and in how many of all declared deals it was not."""
    rows = {trump: (made, n) for trump, (made, n) in trump_sums(scope).items()}
    usual = usual_of(rows.values())
    found = [(trump, rate(*rows[trump], usual)) for trump in known if trump in rows]
    return found, sum(n for trump, (_, n) in rows.items() if trump is None)


@added_up
def speaker_sums(scope: DealScope) -> Sums:
    """By turn in the auction and number of players: deals declared, what they brought, the squares of that."""
    gain, keys = DealFact.gain, (DealFact.from_dealer, DealFact.players)
    columns = func.count(), func.sum(gain), func.sum(gain * gain)
    query = deals_where(scope, Where(opened=True), *keys, *columns).where(DealFact.from_dealer.is_not(None))
    return {(turn, players): tuple(sums) for turn, players, *sums in db.session.execute(query.group_by(*keys))}


def speakers(scope: DealScope) -> tuple[list[tuple[int, Rate, GameMean]], int]:
    """Of the auctions that were written down: by turn how often it declares, and what it brings; how many there are."""
    rows = speaker_sums(scope)
    whole = sum(n for n, _, _ in rows.values())
    found = []
    for turn in sorted({turn for turn, _ in rows}):
        alike = {players: sums for (other, players), sums in rows.items() if other == turn}
        n, total, squares = map(sum, zip(*alike.values(), strict=True))
        found.append((turn, rate(n, whole, 1 / max(alike)), mean_of(n, total, squares)))
    return found, whole


@added_up
def survival_sums(scope: DealScope, out: str) -> Sums:
    """By how many sat there and by number of the deal: how many came through, of how many that were in it."""
    through = func.sum(case((DealPart.after == out, 0), else_=1))
    query = select(DealPart.players, DealPart.number, through, func.count()).where(*in_scope(scope, DealPart))
    rows = db.session.execute(query.group_by(DealPart.players, DealPart.number))
    return {(players, number): (made, of) for players, number, made, of in rows}


def survival(scope: DealScope, out: str) -> dict[int, dict[int, tuple[int, int]]]:
    """The same, by how many sat there."""
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for (players, number), (made, of) in survival_sums(scope, out).items():
        found.setdefault(players, {})[number] = (made, of)
    return found
