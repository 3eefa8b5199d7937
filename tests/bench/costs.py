"""Processor time in process: each thing asked in turn, round after round, in units of a bare Flask hello (F)."""

from __future__ import annotations

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from itertools import islice, repeat
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask

from app import create_app
from models.circle_file.importer import import_circle_file
from models.startup import upgrade_database
from tests.bench.requests import Ask, answer
from tests.bench.scorer import SECRET, SHORT, Scorer

SLICE = 0.02  # seconds of each thing in each round
MOST = 200  # times at most


class Thing(NamedTuple):
    """Something that is asked again and again: of which app, and what; several asks at a time count as one."""

    name: str
    app: Callable[..., Any]
    asks: Iterator[list[Ask]]


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Print what each thing costs."""
    scorer = Scorer(folder, asked.long, asked.seated)
    app, half = scorer.app, asked.seated // 2
    seated, ended = scorer.seated[:half], scorer.seated[half:]
    things = [
        Thing("a deal recorded, counted by the phone", app, scorer.deals(seated, count=True)),
        Thing("a deal recorded, scripted answer", app, scorer.deals(seated, count=False)),
        Thing("a deal recorded, whole page", app, scorer.deals_with_page(seated)),
        Thing("a match's end, its page, and on again", app, scorer.ends(ended)),
        Thing(f"table page, {SHORT} deals", app, repeat([scorer.page(scorer.short)])),
        Thing(f"table page, {asked.long} deals", app, repeat([scorer.page(scorer.long)])),
        Thing("unchanged version asked for (304)", app, repeat([scorer.unchanged()])),
    ]
    unit, costs = in_hellos(things, asked.rounds)
    print(f"Processor time in process, in F: bare Flask hello, {unit * 1e6:.1f} µs\n")
    for thing, cost_of_thing in zip(things, costs, strict=True):
        print(f"{thing.name:45}{cost_of_thing:10.1f}")
    file = answer(app, Ask("/circle/file", {"Cookie": scorer.cookie, "Accept-Encoding": "identity"}).environ()).body
    deals = file.count(b'"deal"')
    least = min(import_cost(folder / f"imported{number}.sqlite", file) for number in range(3))
    print(f"{f'import of a circle, each of {deals} deals':45}{least / deals / unit:10.1f}")


def in_hellos(things: list[Thing], rounds: int) -> tuple[float, list[float]]:
    """Seconds of a hello, and of each thing in units of it: of either the round in which it was disturbed least."""
    every = [Thing("hello", create_hello(), repeat([Ask("/", {})])), *things]
    often = [few(thing) for thing in every]
    best = [float("inf")] * len(every)
    for _ in range(rounds):
        gc.collect()
        for number, thing in enumerate(every):
            best[number] = min(best[number], cost(thing, often[number]))
    return best[0], [seconds / best[0] for seconds in best[1:]]


def create_hello() -> Flask:
    """An app that says hello and does nothing else."""
    app = Flask("hello")
    app.add_url_rule("/", view_func=lambda: "hello", endpoint="hello")
    return app


def few(thing: Thing) -> int:
    """How often a thing can be asked in its slice of a round; everything is warm afterwards."""
    cost(thing, 2)
    return max(1, min(MOST, round(SLICE / cost(thing, 3))))


def cost(thing: Thing, times: int) -> float:
    """Seconds of processor time for one, of so many; raises when one is not answered well."""
    environs = [[ask.environ() for ask in asks] for asks in islice(thing.asks, times)]
    began = time.process_time()
    for asks in environs:
        for environ in asks:
            status = answer(thing.app, environ).status
            if status >= 400:
                raise RuntimeError(f"{thing.name}: {status}")
    return (time.process_time() - began) / times


def import_cost(path: Path, file: bytes) -> float:
    """Seconds of processor time to bring a circle into a new database."""
    app = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": f"sqlite:///{path}"})
    upgrade_database(app, anew=True)
    with app.app_context():
        began = time.process_time()
        import_circle_file(file, "bench")
        return time.process_time() - began
