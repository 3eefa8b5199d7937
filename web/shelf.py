"""A shelf of limited length for what would be made again and again: what was put there first falls off."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

Thing = TypeVar("Thing")


class Shelf(Generic[Thing]):
    """Things by their keys, so many at most; threads may use it together."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.things: OrderedDict[Hashable, Thing] = OrderedDict()
        self.get = self.things.get

    def put(self, key: Hashable, thing: Thing) -> Thing:
        """The same thing, put on the shelf as the newest."""
        self.things.pop(key, None)
        self.things[key] = thing
        while len(self.things) > self.most:
            self.things.popitem(last=False)
        return thing
