"""Counts that split the deals of a game: by trump, by turn in the auction, by deal of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import case, func, select

from models.base import db
from models.review.deals.query import deals_where, in_scope
from models.review.game.counts import MADE, mean_of, usual_of
from models.review.statistics.rates import rate
from models.review.stored.count_cache import remembered
from models.tables.review import DealFact, DealPart
from scoring.review.where import Where

if TYPE_CHECKING:
    from collections.abc import Iterable

    from models.review.deals.query import Scope
    from models.review.game.counts import Mean
    from models.review.statistics.rates import Rate


@remembered
def trumps(scope: Scope, known: Iterable[str]) -> tuple[list[tuple[str, Rate]], int]:
    """The rate of each trump that was written down, and in how many of all declared deals it was not."""
    made = func.sum(case((MADE, 1), else_=0))
    query = deals_where(scope, Where(), DealFact.trump, made, func.count()).where(DealFact.made.is_not(None))
    rows = {trump: (won, n) for trump, won, n in db.session.execute(query.group_by(DealFact.trump))}
    usual = usual_of(rows.values())
    found = [(trump, rate(*rows[trump], usual)) for trump in known if trump in rows]
    return found, sum(n for trump, (_, n) in rows.items() if trump is None)


@remembered
def speakers(scope: Scope) -> tuple[list[tuple[int, Rate, Mean]], int]:
    """Of the auctions that were written down: by turn how often it declares, and what it brings; how many there are."""
    gain = DealFact.gain
    columns = DealFact.from_dealer, func.count(), func.sum(gain), func.sum(gain * gain), func.max(DealFact.players)
    query = deals_where(scope, Where(opened=True), *columns).where(DealFact.from_dealer.is_not(None))
    rows = db.session.execute(query.group_by(DealFact.from_dealer).order_by(DealFact.from_dealer)).all()
    n = sum(row[1] for row in rows)
    return [(row[0], rate(row[1], n, 1 / row[4]), mean_of(*row[1:4])) for row in rows], n


@remembered
def survival(scope: Scope, out: str) -> dict[int, dict[int, tuple[int, int]]]:
    """By how many sat there and by number of the deal: how many came through, of how many that were in it."""
    through = func.sum(case((DealPart.after == out, 0), else_=1))
    query = select(DealPart.players, DealPart.number, through, func.count()).where(*in_scope(scope, DealPart))
    found: dict[int, dict[int, tuple[int, int]]] = {}
    for players, number, made, of in db.session.execute(query.group_by(DealPart.players, DealPart.number)):
        found.setdefault(players, {})[number] = (made, of)
    return found
