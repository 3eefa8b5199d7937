"""Values worked out over the matches of a past, which the next past takes over with the matches that changed since."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from models.review.past.match import PastMatch

Matches = Sequence[PastMatch]

Value = TypeVar("Value")
MOST = 100  # values
MOST_CHANGED = 200  # matches with which a value is carried on; of more it is worked out anew


class Stage(NamedTuple):
    """A value as it was, and the matches that went and came since."""

    value: Any
    gone: tuple[PastMatch, ...] = ()
    fresh: tuple[PastMatch, ...] = ()

    def now(self, carry_on: Callable[[Any, Matches, Matches], Any]) -> Any:
        """The value with what changed since."""
        return carry_on(*self) if self.gone or self.fresh else self.value

    def after(self, gone: Matches, fresh: Matches) -> Stage:
        """The same after more matches went and came; one that came and went is neither."""
        came, went = {id(one) for one in self.fresh}, {id(one) for one in gone}
        return Stage(
            self.value,
            (*self.gone, *(one for one in gone if id(one) not in came)),
            (*(one for one in self.fresh if id(one) not in went), *fresh),
        )


class CarriedValues:
    """Values by key, at most MOST of them; those go that were asked for longest ago."""

    def __init__(self, stages: dict[Hashable, Stage] | None = None) -> None:
        self._stages = stages or {}
        self._guard = Lock()

    def get(
        self, key: Hashable, begin: Callable[[], Value], carry_on: Callable[[Value, Matches, Matches], Value]
    ) -> Value:
        """The value of a key; begin: works it out, carry_on: what becomes of it when matches go and come.

        A value is never changed in place: others may be reading it.
        """
        with self._guard:
            stage = self._stages.pop(key, None)
        value = begin() if stage is None else stage.now(carry_on)
        with self._guard:
            self._stages[key] = Stage(value)
            while len(self._stages) > MOST:
                del self._stages[next(iter(self._stages))]
        return value

    def after(self, gone: Matches, fresh: Matches) -> CarriedValues:
        """The values for a past without some matches and with others."""
        with self._guard:
            found = {key: stage.after(gone, fresh) for key, stage in self._stages.items()}
        few = {key: one for key, one in found.items() if len(one.gone) + len(one.fresh) <= MOST_CHANGED}
        return CarriedValues(few)
