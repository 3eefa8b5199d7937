"""Bounded cache for what would be made again and again: what was put there first falls off."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Thing = TypeVar("Thing")

LARGEST = 16 << 20  # bytes of all things together


def length(thing: Any) -> int:
    """Bytes of a text, about."""
    return len(thing)


class Shelf(Generic[Thing]):
    """Things by their keys, bounded in number and bytes; threads may use it together.

    weigh: the bytes of a thing, about. One that is larger than all of it is not kept.
    """

    def __init__(self, most: int, weigh: Callable[[Thing], int] = length, largest: int = LARGEST) -> None:
        self.most, self.weigh, self.largest, self.size = most, weigh, largest, 0
        self.lock = Lock()
        self.things: OrderedDict[Hashable, Thing] = OrderedDict()
        self.weights: dict[Hashable, int] = {}
        self.get = self.things.get

    def put(self, key: Hashable, thing: Thing) -> Thing:
        """The same thing, put on the shelf as the newest."""
        weight = self.weigh(thing)
        with self.lock:
            self._drop(key)
            if weight <= self.largest:
                self.things[key], self.weights[key] = thing, weight
                self.size += weight
            while len(self.things) > self.most or self.size > self.largest:
                self._drop(next(iter(self.things)))
        return thing

    def _drop(self, key: Hashable) -> None:
        self.things.pop(key, None)
        self.size -= self.weights.pop(key, 0)
