"""The report: what is measured, in which order, and how it is written down."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

from scoring.games import games
from tests.bench import cold_visit, footprint, replays
from tests.bench.hello import create_hello
from tests.bench.in_process import Thing, in_hellos
from tests.bench.load import load
from tests.bench.requests import Ask
from tests.bench.scorer import SHORT, Scorer

Asks = Iterator[list[Ask]]

MILLION = 25_000  # evenings of 40 deals
HELLO = Ask("/", {})
NAMES = (
    "a deal recorded, counted by the phone",
    "a deal recorded, scripted answer",
    "a deal recorded, whole page",
    "a bid recorded, its pad drawn first",
    "table page, 40 deals",
    "table page, long match",
    "unchanged version asked for (304)",
)


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Measure all and print it."""
    scorers = [Scorer(folder, evenings, long=asked.long) for evenings in asked.evenings]
    if asked.million:
        scorers.append(Scorer(folder, MILLION, deals=SHORT, long=asked.long))
    unit = print_inside(scorers, asked.rounds)
    print_pages(scorers[0], asked.rounds)
    print_folds(scorers[0], unit, asked.rounds)
    for scorer in scorers:
        print_outside(folder, scorer, asked)
    print_wire(folder, scorers[0])
    print_footprint(folder, scorers[0])


def asks(scorer: Scorer, uids: list[str]) -> dict[str, Asks]:
    """What is measured, by its name; deals are recorded in these matches."""
    pages = (scorer.page(scorer.short), scorer.page(scorer.long), scorer.unchanged())
    recorded = (scorer.deals_counted(uids), scorer.deals(uids), scorer.deals_with_page(uids), scorer.bids(uids))
    return dict(zip(NAMES, (*recorded, *(repeat([ask]) for ask in pages)), strict=True))


def title(scorer: Scorer) -> str:
    """The stored evenings of a scorer, for the head of a column."""
    return f"{scorer.evenings:,} × {scorer.each}"


def print_inside(scorers: list[Scorer], rounds: int) -> float:
    """Processor time in process, side by side for each number of stored evenings; seconds of a hello come back."""
    hello = Thing("hello", create_hello(), repeat([HELLO]))
    half = len(scorers[0].seated) // 2
    things = [Thing(name, one.app, ask) for one in scorers for name, ask in asks(one, one.seated[:half]).items()]
    unit, costs = in_hellos(hello, things, rounds)
    print(f"Processor time in process, in F: bare Flask hello, {unit * 1e6:.1f} µs. Stored evenings × deals of each:\n")
    print(f"{'':36}" + "".join(f"{title(one):>14}" for one in scorers))
    for n, name in enumerate(NAMES):
        found = costs[n :: len(NAMES)]
        print(f"{name:36}" + "".join(f"{cost:14.1f}" for cost in found))
    return unit


def print_pages(scorer: Scorer, rounds: int) -> None:
    """The table page of each game."""
    hello = Thing("hello", create_hello(), repeat([HELLO]))
    things = [Thing(key, scorer.app, repeat([scorer.page(uid)])) for key, uid in scorer.halfway.items()]
    _, costs = in_hellos(hello, things, rounds)
    print("\nTable page of each game, half-way through a match, in F:\n")
    for thing, found in zip(things, costs, strict=True):
        print(f"{thing.name:36}{found:14.1f}")


def print_folds(scorer: Scorer, unit: float, rounds: int) -> None:
    """40 deals of each game: folded from the start, the last one alone, and read from the log."""
    print("\n40 deals, in µs (and F): folded cold; one more deal on those known; read from the log and checked:\n")
    for key in sorted(games()):
        found = (*replays.folded(key, rounds), replays.read_from_log(scorer, key, rounds))
        print(f"{key:36}" + "".join(f"{cost * 1e6:9.1f} ({cost / unit:4.1f})" for cost in found))


def print_outside(folder: Path, scorer: Scorer, asked: argparse.Namespace) -> None:
    """p50, p99 and answers a second under the real server, each in proportion to hello under the same."""
    with footprint.served(folder, None) as (port, _):
        base = load(port, [repeat([HELLO]) for _ in range(asked.clients)], asked.seconds, asked.most)
    print(f"\nUnder the server, one process, {asked.clients} connections, {title(scorer)}: ms, and ratio to hello\n")
    print(f"{'':36}{'p50':>8}{'p99':>9}{'p99/p50':>9}{'a second':>10}{'ratio':>8}")
    print_load("hello", base.part(0.5), base.part(0.99), base.rate, 1)
    with footprint.served(folder, scorer) as (port, _):
        for name in NAMES:
            clients = [asks(scorer, uids)[name] for uids in dealt_out(scorer.seated, asked.clients)]
            found = load(port, clients, asked.seconds, asked.most)
            print_load(name, found.part(0.5), found.part(0.99), found.rate, base.rate / found.rate)


def print_load(name: str, middle: float, slow: float, rate: float, ratio: float) -> None:
    """A row of the table of loads."""
    print(f"{name:36}{middle * 1000:8.1f}{slow * 1000:9.1f}{slow / middle:9.1f}{rate:10.0f}{ratio:8.1f}")


def dealt_out(uids: list[str], clients: int) -> list[list[str]]:
    """The matches dealt out to clients, so that no two write to the same."""
    return [uids[n::clients] for n in range(clients)]


def print_wire(folder: Path, scorer: Scorer) -> None:
    """Bytes and requests of a cold table page."""
    with footprint.served(folder, scorer) as (port, _):
        found = cold_visit.visit(port, scorer.page(scorer.short))
    print(f"\nA cold table page with 40 deals: {sum(one.size for one in found):,} bytes in {len(found)} requests\n")
    for one in found:
        print(f"{one.path:60}{one.size:8,}")


def print_footprint(folder: Path, scorer: Scorer) -> None:
    """Memory and the time to the first answer."""
    began = sorted(footprint.first_answer(folder, scorer) for _ in range(3))
    print(f"\nFirst answer after {began[1]:.2f} s (middle of three); memory with two workers", end=" ")
    print(f"{footprint.memory(folder, scorer) / 2**20:.0f} MiB")
