"""Means over all deals of a circle that may surprise: what the dealer's side gains, what bids of a number bring."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import Any, NamedTuple

from sqlalchemy import func, select

from models.base import db
from models.cache import Cache
from models.review.deals.query import in_scope
from models.review.deals.scope import DealScope
from models.review.past.matches import Past
from models.review.statistics.bands import Z
from models.review.stored.count_cache import Sums, added_up
from models.review.tables import DealFact

DEALS_NEEDED = 100
BIDS_NEEDED = 20
MEAN_BYTES, MAX_CACHE_BYTES = 500, 4 << 20


class BidMean(NamedTuple):
    """A mean of points a deal with its band; what: the bid, or nothing."""

    game: str
    what: int | None
    deals: int
    made: int
    value: float
    low: float
    high: float

    @property
    def certain(self) -> bool:
        """Whether the band lies wholly on one side of nothing."""
        return self.low > 0 or self.high < 0


class Means(NamedTuple):
    """What was found in a circle's deals, and the version of them."""

    version: tuple[Any, ...]
    dealer: list[BidMean]
    bids: list[BidMean]


_means: Cache[Means] = Cache(MAX_CACHE_BYTES, lambda means: MEAN_BYTES * (len(means.dealer) + len(means.bids) + 1))


def means_of(past: Past, circle_id: int) -> Means:
    """What the circle's deals tell, kept in memory while none is added or changed."""
    version = past.version_of()
    known = _means.get(circle_id)
    if known is None or known.version != version:
        scope = DealScope(circle_id, version=version)
        known = _means.put(circle_id, Means(version, dealer_gains(scope), bid_gains(scope)))
    return known


def dealer_gains(scope: DealScope) -> list[BidMean]:
    """What the dealer's side gains a deal in each game with deals enough, the surest first."""
    known = dealer_sums(scope).items()
    return surest(mean(game, None, n, 0, total, squares) for game, (n, total, squares) in known if n >= DEALS_NEEDED)


@added_up
def dealer_sums(scope: DealScope) -> Sums:
    """By game: deals, the sum and the squares of what the dealer's side gained."""
    gain = DealFact.dealer_gain
    query = select(DealFact.game, func.count(), func.sum(gain), func.sum(gain * gain))
    rows = db.session.execute(query.where(*in_scope(scope, DealFact)).group_by(DealFact.game))
    return {game: tuple(sums) for game, *sums in rows}


def bid_gains(scope: DealScope) -> list[BidMean]:
    """What bids of each number bring a deal, those with bids enough, the surest first."""
    return surest(mean(game, bid, *sums) for (game, bid), sums in gain_sums(scope).items() if sums[0] >= BIDS_NEEDED)


@added_up
def gain_sums(scope: DealScope) -> Sums:
    """By game and bid: deals, those that were made, the sum and the squares of what they brought."""
    gain = DealFact.gain
    made = func.sum(DealFact.made.is_(True).cast(DealFact.bid.type))
    query = select(DealFact.game, DealFact.bid, func.count(), made, func.sum(gain), func.sum(gain * gain))
    query = query.where(*in_scope(scope, DealFact), DealFact.kind == "bid", DealFact.bid.is_not(None))
    rows = db.session.execute(query.group_by(DealFact.game, DealFact.bid))
    return {(game, bid): (n, int(made or 0), *sums) for game, bid, n, made, *sums in rows}


def mean(game: str, what: int | None, n: int, made: int, total: float, squares: float) -> BidMean:
    """A mean out of a count, a sum and a sum of squares."""
    value = float(total) / n
    give = Z * sqrt(max(float(squares) / n - value * value, 0.0) / n)
    return BidMean(game, what, n, int(made or 0), value, value - give, value + give)


def surest(means: Iterable[BidMean]) -> list[BidMean]:
    """The means by how far their bands are from nothing, the farthest first."""
    return sorted(means, key=lambda one: -max(one.low, -one.high) / max(one.high - one.low, 1e-9))
