"""Counts kept in memory while what they were counted over stays as it is."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

from models.cache import Cache

if TYPE_CHECKING:
    from collections.abc import Callable

    from models.review.deals.query import Scope

    Count = Callable[..., Any]

Counting = TypeVar("Counting", bound="Count")
BYTES = 4_000  # that a count takes in memory, about
MAX_CACHE_BYTES = 16 << 20

_counts: Cache[Any] = Cache(MAX_CACHE_BYTES, lambda _: BYTES)


def remembered(count: Counting) -> Counting:
    """A count over a scope that says its version is made once for the same scope and arguments."""

    @wraps(count)
    def counted(scope: Scope, *args: Any) -> Any:
        if not scope.version:
            return count(scope, *args)
        key = (count.__name__, scope, repr(args))
        known = _counts.get(key)
        return _counts.put(key, count(scope, *args)) if known is None else known

    return counted  # type: ignore[return-value]
