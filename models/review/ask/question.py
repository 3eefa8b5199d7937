"""A question, the cases that answer it, and the rows of its answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import date
from math import sqrt
from typing import Any, NamedTuple

from models.review.ask.catalog import Metric
from models.review.people import Person
from models.review.statistics.bands import NORMAL, Z
from models.review.statistics.comparisons import BETTER, PERHAPS, RateComparison, compare
from models.review.statistics.rates import COMPARED_FROM, SHOWN_FROM, Rate, order_key, rate

NATURAL = ("bid", "seat", "month", "order", "stake", "writer")  # cuts whose rows have an order of their own


class Question(NamedTuple):
    """A question. rule: key and value of a house rule of the game; month_of: the first day of a day's month."""

    metric: Metric
    cut: str
    game: str | None
    person: Person | None
    first: date | None
    last: date | None
    rule: tuple[str, Any] | None
    month_of: Callable[[date], date]


class Cell(NamedTuple):
    """Cases with the same key: how many, the sum of their values and of the squares."""

    n: int
    total: float
    squares: float

    def __add__(self, other: Any) -> Cell:
        """Both together."""
        return Cell(self.n + other.n, self.total + other.total, self.squares + other.squares)


NOTHING = Cell(0, 0.0, 0.0)


class AnswerMean(NamedTuple):
    """The mean of a value over so many cases, with its band; None below the floor."""

    of: int
    shown: float | None
    low: float | None
    high: float | None
    comparable: bool


class AnswerRow(NamedTuple):
    """A row: the key of the cut, and a share or a mean."""

    key: Hashable
    value: Rate | AnswerMean


class Answer(NamedTuple):
    """The rows in the order of the page, all cases together, and how the two that matter compare, with their keys."""

    rows: list[AnswerRow]
    whole: Cell
    compared: tuple[Hashable, Hashable, RateComparison] | None


def answer(
    question: Question,
    cells: dict[Hashable, Cell],
    usual: float | None,
    evenings_seen: int,
    whole: Cell | None = None,
) -> Answer:
    """The answer from the cells by key; usual: the share that is due, None for that of all cases.

    whole: all cases, where these are not all cells.
    """
    whole = whole or sum(cells.values(), NOTHING)
    due = usual if usual is not None else whole.total / whole.n if whole.n else 0.5
    rows = [AnswerRow(key, value_of(question.metric.rate, cell, due)) for key, cell in cells.items()]
    natural = question.cut in NATURAL
    rows.sort(key=natural_order if natural else surest_first)
    return Answer(rows, whole, comparison(rows, natural, evenings_seen))


def value_of(share: bool, cell: Cell, due: float) -> Rate | AnswerMean:
    """What the cases of a cell say."""
    return rate(round(cell.total), cell.n, due) if share else mean(cell)


def mean(cell: Cell) -> AnswerMean:
    """The mean of a cell with a band of 80 %."""
    if cell.n < SHOWN_FROM:
        return AnswerMean(cell.n, None, None, None, False)
    middle = cell.total / cell.n
    spread = max(0.0, cell.squares - cell.n * middle * middle) / (cell.n - 1)
    give = Z * sqrt(spread / cell.n)
    return AnswerMean(cell.n, middle, middle - give, middle + give, cell.n >= COMPARED_FROM)


def natural_order(row: AnswerRow) -> Any:
    """By the key itself."""
    return row.key


def surest_first(row: AnswerRow) -> Any:
    """By the lower end of the band; those without one last."""
    if isinstance(row.value, Rate):
        return (*order_key(row.value), str(row.key))
    return row.value.low is None, -(row.value.low or 0.0), -row.value.of, 0, str(row.key)


def comparison(
    rows: list[AnswerRow], natural: bool, evenings_seen: int
) -> tuple[Hashable, Hashable, RateComparison] | None:
    """The first of the list against the second; where rows have their own order the first against the last."""
    shown = [row for row in rows if row.value.shown is not None]
    if len(shown) < 2:
        return None
    one, other = shown[0], shown[-1 if natural else 1]
    an_evening = min(one.value.of, other.value.of) / max(1, evenings_seen)
    if isinstance(one.value, Rate) and isinstance(other.value, Rate):
        return one.key, other.key, compare(one.value, other.value, an_evening)
    return one.key, other.key, compare_means(one.value, other.value, an_evening)


def compare_means(one: Any, other: Any, an_evening: float) -> RateComparison:
    """The same of two means."""
    wide = sqrt(((one.high - one.low) / (2 * Z)) ** 2 + ((other.high - other.low) / (2 * Z)) ** 2)
    apart = one.shown - other.shown
    chance = NORMAL.cdf(apart / wide) if wide else 0.5 + (apart > 0) / 2 - (apart < 0) / 2
    ahead, sure = (0, chance) if chance >= 0.5 else (1, 1 - chance)
    if one.comparable and other.comparable and sure >= PERHAPS:
        return RateComparison(chance, "better" if sure >= BETTER else "perhaps", ahead, None, None)
    return RateComparison(chance, "unknown", None, None, None)
