"""What the panels of a game count, over the deals of a scope: one query a panel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import and_, case, func, select, text

from models.base import db
from models.review.deals.query import deals_where, meant, over
from models.review.deals.scope import DealScope
from models.review.statistics.bands import Z
from models.review.statistics.rates import BOOK_WEIGHT, SHOWN_FROM, Rate, pulled, rate, usual_rate
from models.review.statistics.runs import break_even
from models.review.stored.count_cache import Sums, added_up
from models.review.tables import DealFact, DealPart
from scoring.review import Average, Contracts, HowOften, Where

if TYPE_CHECKING:
    from scoring.words import Rules

MADE = DealFact.made.is_(True)
EVEN = 0.5  # what the book says of a rate of which nothing is known


class Contract(NamedTuple):
    """What was declared with one bid (None: any of the kind): its rate, what a deal brought, its break-even."""

    kind: str
    bid: int | None
    rate: Rate
    mean: float
    due: float | None


class GameMean(NamedTuple):
    """The mean of a value over n deals, and the ends of its band; None under SHOWN_FROM."""

    n: int
    value: float | None
    low: float | None
    high: float | None


def contracts(scope: DealScope, panel: Contracts, stakes: Any, rules: Rules) -> list[Contract]:
    """A row for each bid and each other kind that was declared; stakes: see GameReview, under the circle's rules."""
    rows = [(*key, *values) for key, values in contract_sums(scope, panel).items()]
    usual = usual_of((row[2], row[3]) for row in rows)
    found = [contract_of(row, usual, stakes(row[0], row[1], rules)) for row in rows]
    kinds = (*panel.by_bid, *panel.kinds)
    return sorted(found, key=lambda one: (kinds.index(one.kind), one.bid or 0))


@added_up
def contract_sums(scope: DealScope, panel: Contracts) -> Sums:
    """By kind and bid: made, all, what was won and what was lost."""
    bid = case((DealFact.kind.in_(panel.by_bid), DealFact.bid), else_=None).label("row_bid")
    won = case((MADE, DealFact.gain), else_=0)
    lost = case((MADE, 0), else_=-DealFact.gain)
    made = func.sum(case((MADE, 1), else_=0))
    columns = DealFact.kind, bid, made, func.count(), func.sum(won), func.sum(lost)
    query = deals_where(scope, Where(kinds=(*panel.by_bid, *panel.kinds)), *columns).where(DealFact.made.is_not(None))
    rows = db.session.execute(query.group_by(DealFact.kind, text("row_bid")))
    return {(kind, bid): tuple(sums) for kind, bid, *sums in rows}


def contract_of(row: Any, usual: float, stakes: tuple[float, float] | None) -> Contract:
    """A row of the query as a contract."""
    kind, bid, made, n, won, lost = row
    known = rate(made, n, usual_rate(made, n, usual))
    return Contract(kind, bid, known, (won - lost) / n, due_of(made, n - made, won, lost, stakes))


def due_of(made: int, missed: int, won: float, lost: float, stakes: tuple[float, float] | None) -> float | None:
    """How often it must be made to pay: by what it brought and cost here, pulled to what the rules say.

    Without such rules only from so many of both on.
    """
    if stakes is None:
        return break_even(won / made, lost / missed) if min(made, missed) >= SHOWN_FROM else None
    gain, loss = (
        pulled(total, n, book, BOOK_WEIGHT) for total, n, book in ((won, made, stakes[0]), (lost, missed, stakes[1]))
    )
    return break_even(gain, loss)


def counts(scope: DealScope, wheres: Sequence[Where]) -> list[int]:
    """How many deals are so, for each of several: one pass over the facts, and one over the parts."""
    found = passes(scope, tuple(wheres), "")
    return [int(found[at][0]) for at in range(len(wheres))]


@added_up
def passes(scope: DealScope, wheres: Sequence[Where], value: str) -> Sums:
    """By the place of each: how many deals are so; of a value its number, sum and squares.

    One query over the facts and one over the parts.
    """
    found: Sums = {}
    for of_parts in (False, True):
        places = [at for at, where in enumerate(wheres) if where.of_parts is of_parts]
        asked = [column for at in places for column in columns_of(wheres[at], value)]
        if asked:
            row = [one or 0 for one in db.session.execute(over(scope, of_parts, *asked)).one()]
            wide = len(asked) // len(places)
            found |= {at: tuple(row[wide * n : wide * (n + 1)]) for n, at in enumerate(places)}
    return found


def columns_of(where: Where, value: str) -> list[Any]:
    """What is counted of the deals that are so."""
    return mean_columns(value, where) if value else [func.count(case((meant(where), 1)))]


def rates(scope: DealScope, rows: Sequence[HowOften]) -> list[Rate]:
    """The rate of each row, pulled to even."""
    found = counts(scope, [where for row in rows for where in (row.of, row.of.also(row.hit))])
    pairs = list(zip(found[1::2], found[::2], strict=True))
    return [rate(made, of, usual_rate(made, of, row.due or EVEN)) for row, (made, of) in zip(rows, pairs, strict=True)]


def means(scope: DealScope, rows: Sequence[Average]) -> list[GameMean]:
    """The mean of each row."""
    groups = {value: [row for row in rows if row.value == value] for value in {row.value for row in rows}}
    found: dict[Average, GameMean] = {}
    for value, alike in groups.items():
        known = passes(scope, tuple(row.of for row in alike), value)
        found |= {row: mean_of(*known[at]) for at, row in enumerate(alike)}
    return [found[row] for row in rows]


def mean_columns(name: str, where: Where) -> list[Any]:
    """The number, the sum and the sum of squares of a value where the deals are so."""
    value = case((meant(where), value_of(name, where.of_parts)))
    return [func.count(value), func.sum(value), func.sum(value * value)]


def value_of(name: str, of_parts: bool) -> Any:
    """The column of a value."""
    if name != "edge":
        return getattr(DealPart if of_parts else DealFact, name)
    same = and_(DealPart.match_id == DealFact.match_id, DealPart.n == DealFact.n)
    players = select(func.count()).select_from(DealPart).where(same).correlate(DealFact).scalar_subquery()
    return DealFact.took - 1.0 * DealFact.bid / players


def mean_of(n: int, total: float, squares: float) -> GameMean:
    """A mean with its band of 80 %."""
    if n < SHOWN_FROM:
        return GameMean(n, None, None, None)
    value = float(total) / n
    spread = sqrt(max(0.0, float(squares) - n * value * value) / (n - 1))
    half = Z * spread / sqrt(n)
    return GameMean(n, value, value - half, value + half)


def usual_of(pairs: Iterable[tuple[int, int]]) -> float:
    """The usual rate of several cells: made and of."""
    known = list(pairs)
    return usual_rate(sum(made for made, _ in known), sum(of for _, of in known), EVEN)


def seat_means(scope: DealScope) -> tuple[GameMean, int]:
    """What the dealer's side gains a deal over the mean of the others; and the length of a deal in seconds."""
    [(n, total, squares, seconds, timed)] = seat_sums(scope).values()
    return mean_of(n, total, squares), round(seconds / timed) if timed else 0


@added_up
def seat_sums(scope: DealScope) -> Sums:
    """Deals, the sum and the squares of what the dealer's side gained; seconds, and of how many deals."""
    gain, took = DealFact.dealer_gain, DealFact.seconds
    columns = func.count(), func.sum(gain), func.sum(gain * gain), func.sum(took), func.count(took)
    row = db.session.execute(deals_where(scope, Where(), *columns)).one()
    return {None: tuple(one or 0 for one in row)}


def touched(scope: DealScope, where: Where) -> set[tuple[int, int | None]]:
    """Match and person of each deal that is so; of all matches of a large circle it is too much to be kept."""
    table: Any = DealPart if where.of_parts else DealFact
    rows = db.session.execute(deals_where(scope, where, table.match_id, table.who_id).distinct())
    return {(match, who) for match, who in rows}
