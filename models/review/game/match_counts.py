"""What whole matches of a game tell: who wins them, how long they are, what was in the pot, this circle's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from operator import add
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import select

from models.base import db
from models.review.deals.query import began_under
from models.review.deals.scope import DealScope
from models.review.game.counts import EVEN, touched
from models.review.match_rules import readable_rules
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.statistics.rates import Rate, rate
from models.review.statistics.tallies import Part
from models.review.statistics.wins import SHARES
from models.review.tables import MatchReview
from models.tables import Match
from scoring.game import complete
from scoring.games import games
from scoring.review import Where, WinRow

if TYPE_CHECKING:
    from scoring.words import Rules

Numbers = tuple[int, ...]
Happened = frozenset[tuple[int, int | None]]


class Pots(NamedTuple):
    """Matches that were for money: how many, the most and the mean that somebody got, in minor units."""

    matches: int
    most: int
    mean: int
    most_uid: str


class Lengths(NamedTuple):
    """deals: of each finished match; middle: half of them have at most so many; minutes: of a usual one, 0: unknown."""

    deals: list[int]
    middle: int
    minutes: int


def winners(scope: DealScope, past: Past, matches: Sequence[PastMatch], row: WinRow) -> Rate:
    """Of those to whom it happened (or never did), how many won."""
    if scope.first or scope.last or scope.rules is not None:
        found = past.kept(("winners", scope, row), lambda: winner_sums(scope, past, matches, row))
    else:
        found = past.carried(
            ("winners", scope.game, row),
            lambda: winner_sums(scope, past, matches, row),
            lambda known, gone, fresh: winners_since(known, gone, fresh, scope, past, row),
        )
    won, of, shares = found
    return rate(won, of, shares / (SHARES * of) if of else EVEN)


def winners_since(
    known: Numbers, gone: Sequence[PastMatch], fresh: Sequence[PastMatch], scope: DealScope, past: Past, row: WinRow
) -> Numbers:
    """The numbers with what came since; counted anew where a match went."""
    if Part(scope.game).of(gone):
        return winner_sums(scope, past, past.played(scope.game), row)
    came = Part(scope.game).of(fresh)
    where = scope._replace(matches=tuple(match.id for match in came), version=())
    return tuple(map(add, known, winner_sums(where, past, came, row))) if came else known


def winner_sums(scope: DealScope, past: Past, matches: Sequence[PastMatch], row: WinRow) -> Numbers:
    """Of those seats: how many won, how many there are, and what chance would have given in parts of SHARES."""
    happened = happened_in(scope, past, row.of)
    won = of = shares = 0
    for match in matches:
        for seat in match.ended:
            if seat.person and ((match.id, seat.person) in happened) is not row.never:
                won, of, shares = won + seat.won, of + 1, shares + SHARES // len(match.sides)
    return won, of, shares


def happened_in(scope: DealScope, past: Past, where: Where) -> set[tuple[int, int | None]]:
    """Match and person of today of each deal that is so."""
    return {(match, past.people.today.get(who or 0)) for match, who in touched(scope, where)}


def happened(scope: DealScope, past: Past, where: Where) -> Happened:
    """The same over all matches of a game, carried on by those that come and go."""

    def carry_on(known: Happened, gone: Sequence[PastMatch], fresh: Sequence[PastMatch]) -> Happened:
        changed = frozenset(match.id for match in (*gone, *fresh))
        came = scope._replace(matches=tuple(match.id for match in fresh), version=())
        left = {one for one in known if one[0] not in changed}
        return frozenset(left | happened_in(came, past, where)) if fresh else frozenset(left)

    return past.carried(("happened", scope.game, where), lambda: frozenset(happened_in(scope, past, where)), carry_on)


def lengths(matches: Sequence[PastMatch], seconds: int) -> Lengths:
    """How long matches are; seconds: of a deal."""
    numbers = Counter(match.deals for match in matches if match.deals)
    deals = [n for n in sorted(numbers) for _ in range(numbers[n])]
    middle = round(median(deals)) if deals else 0
    return Lengths(deals, middle, round(middle * seconds / 60))


def pots(scope: DealScope) -> Pots:
    """The money of the matches of a scope."""
    query = select(Match.uid, MatchReview.money).join(Match, Match.id == MatchReview.match_id)
    query = query.where(MatchReview.circle_id == scope.circle_id, MatchReview.game == scope.game)
    query = query.where(MatchReview.day >= scope.first) if scope.first else query
    query = query.where(MatchReview.day <= scope.last) if scope.last else query
    query = query.where(Match.id.in_(began_under(scope.rules))) if scope.rules is not None else query
    found = sorted((max(money), uid) for uid, money in db.session.execute(query).all() if money and any(money))
    most, uid = found[-1] if found else (0, "")
    return Pots(len(found), most, round(sum(got for got, _ in found) / max(1, len(found))), uid)


def rules_of(circle_id: int, key: str) -> Rules:
    """The rules by which a circle played a game the last time, else those of the book."""
    newest = select(MatchReview.match_id).where(MatchReview.circle_id == circle_id, MatchReview.game == key)
    newest = newest.order_by(MatchReview.day.desc(), MatchReview.started_at.desc(), MatchReview.match_id.desc())
    text = db.session.scalar(select(Match.rules_text).where(Match.id == newest.limit(1).scalar_subquery()))
    return complete(games()[key], readable_rules(key, text) if text else {})
