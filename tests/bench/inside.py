"""Processor time in process: each thing asked in turn, round after round, in units of the hello of the same round."""

from __future__ import annotations

import gc
import time
from itertools import islice
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.bench.asks import Ask, answer, environ

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SLICE = 0.02  # seconds of each thing in each round
MOST = 200  # times at most


class Thing(NamedTuple):
    """Something that is asked again and again: of which app, and what; several asks at a time count as one."""

    name: str
    app: Callable[..., Any]
    asks: Iterator[list[Ask]]


def cost(thing: Thing, times: int) -> float:
    """Seconds of processor time for one, of so many; raises when one is not answered well."""
    known = [[environ(ask) for ask in asks] for asks in islice(thing.asks, times)]
    began = time.process_time()
    for asks in known:
        for ask in asks:
            found = answer(thing.app, ask)
            if found.status >= 400:
                raise RuntimeError(f"{thing.name}: {found.status}")
    return (time.process_time() - began) / times


def in_hellos(hello: Thing, things: list[Thing], rounds: int) -> tuple[float, list[list[float]]]:
    """Seconds of a hello, and for each thing what it cost in each round in units of the hello of that round."""
    often = {thing.name: few(thing) for thing in [hello, *things]}
    hellos: list[float] = []
    costs: list[list[float]] = [[] for _ in things]
    for _ in range(rounds):
        gc.collect()
        unit = cost(hello, often[hello.name])
        for found, thing in zip(costs, things, strict=True):
            found.append(cost(thing, often[thing.name]) / unit)
        hellos.append(unit)
    return median(hellos), costs


def few(thing: Thing) -> int:
    """How often a thing can be asked in its slice of a round; everything is warm afterwards."""
    cost(thing, 2)
    return max(1, min(MOST, round(SLICE / cost(thing, 3))))
