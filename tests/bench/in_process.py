"""Processor time in process: each thing asked in turn, round after round, in units of bare hello."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from tests.bench.requests import Ask, answer, environ

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


def in_hellos(hello: Thing, things: list[Thing], rounds: int) -> tuple[float, list[float]]:
    """Seconds of a hello, and of each thing in units of it: of either the round in which it was disturbed least."""
    often = {thing.name: few(thing) for thing in [hello, *things]}
    best = [float("inf")] * (len(things) + 1)
    for _ in range(rounds):
        gc.collect()
        for n, thing in enumerate([hello, *things]):
            best[n] = min(best[n], cost(thing, often[thing.name]))
    return best[0], [found / best[0] for found in best[1:]]


def few(thing: Thing) -> int:
    """How often a thing can be asked in its slice of a round; everything is warm afterwards."""
    cost(thing, 2)
    return max(1, min(MOST, round(SLICE / cost(thing, 3))))
