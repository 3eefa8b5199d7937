"""Counts kept in memory while what they were counted over stays as it is: by game and quarter, so that a deal recorded
today changes nothing of the time before. A quarter is its year times four and 0 to 3."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import wraps
from operator import add
from typing import Any, TypeVar

from models.cache import ENTRY, Cache
from models.review.deals.scope import DealScope

Count = Callable[..., Any]
Sums = dict[Any, tuple[Any, ...]]

Counting = TypeVar("Counting", bound="Count")
VALUE = 60  # bytes that a number or a text takes in memory, about
MAX_CACHE_BYTES = 32 << 20


def size_of(value: Any) -> int:
    """Bytes that a count takes in memory, about."""
    return ENTRY + VALUE * values_in(value)


def values_in(value: Any) -> int:
    """How many numbers and texts there are in a value of tuples, lists, sets and dicts; of the latter two about."""
    if isinstance(value, dict):
        return sum(1 + values_in(one) for one in value.values())
    if isinstance(value, (set, frozenset)):
        return 4 * len(value)
    return 1 + sum(map(values_in, value)) if isinstance(value, (tuple, list)) else 1


_counts: Cache[Any] = Cache(MAX_CACHE_BYTES, size_of)


def remembered(count: Counting) -> Counting:
    """A count over a scope that says its version is made once for the same scope and arguments."""

    @wraps(count)
    def counted(scope: DealScope, *args: Any) -> Any:
        if not scope.version:
            return count(scope, *args)
        key = (f"{count.__module__}.{count.__name__}", scope, repr(args))
        known = _counts.get(key)
        return _counts.put(key, count(scope, *args)) if known is None else known

    return counted  # type: ignore[return-value]


def added_up(count: Callable[..., Sums]) -> Callable[..., Sums]:
    """A count of sums by key, made once for each quarter of a scope and added up."""
    once = remembered(count)

    @wraps(count)
    def counted(scope: DealScope, *args: Any) -> Sums:
        whole: Sums = {}
        for chapter in chapters(scope):
            for key, values in once(chapter, *args).items():
                whole[key] = tuple(map(add, whole[key], values)) if key in whole else values
        return whole

    return counted


def chapters(scope: DealScope) -> Iterator[DealScope]:
    """The quarters of a scope, each as a scope with its own version; the newest first.

    The scope itself where counts are not kept, and where few deals are meant.
    """
    by_quarter: dict[int, list[Any]] = {}
    for one in scope.version:
        by_quarter.setdefault(one[1], []).append(one)
    if not by_quarter or scope.who or scope.matches is not None:
        yield scope
        return
    for quarter in sorted(by_quarter, reverse=True):
        first, last = days_of(quarter)
        if (scope.last is None or first <= scope.last) and (scope.first is None or last >= scope.first):
            first, last = max(first, scope.first or first), min(last, scope.last or last)
            yield scope._replace(first=first, last=last, version=tuple(by_quarter[quarter]))


def quarter_of(day: date) -> int:
    """The quarter of a day."""
    return 4 * day.year + (day.month - 1) // 3


def days_of(quarter: int) -> tuple[date, date]:
    """The first and the last day of a quarter."""
    first, after = (date(one // 4, one % 4 * 3 + 1, 1) for one in (quarter, quarter + 1))
    return first, after - timedelta(days=1)
