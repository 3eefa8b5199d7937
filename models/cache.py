"""Bounded LRU cache for threads: cachetools.LRUCache with a lock, its size measured in bytes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Value = TypeVar("Value")
ENTRY = 1_000  # bytes that the key and the bookkeeping of an entry take, about


def text_size(text: str | bytes) -> int:
    """Bytes that a text and its key take, about."""
    return ENTRY + sys.getsizeof(text)


class Cache(Generic[Value]):
    """Values by key; for a new one those go that were used longest ago, and one larger than maxsize is not cached."""

    def __init__(self, maxsize: int, getsizeof: Callable[[Value], int]) -> None:
        self._lock = Lock()
        self._entries: LRUCache[Hashable, Value] = LRUCache(maxsize, getsizeof)

    def get(self, key: Hashable) -> Value | None:
        """The value, which is now the one used last."""
        with self._lock:
            return self._entries.get(key)

    def put(self, key: Hashable, value: Value) -> Value:
        """The same value, cached in place of any other of this key."""
        with self._lock:
            self._entries.pop(key, None)
            if self._entries.getsizeof(value) <= self._entries.maxsize:
                self._entries[key] = value
        return value

    def pop(self, key: Hashable) -> None:
        """Drop the value of a key, if there is one."""
        with self._lock:
            self._entries.pop(key, None)

    def clear(self) -> None:
        """Drop everything."""
        with self._lock:
            self._entries.clear()

    @property
    def currsize(self) -> int:
        """Bytes of all values together."""
        return int(self._entries.currsize)
