"""Phones that send half a request: what 500 of them cost the one who records deals, and what idle watchers take."""

from __future__ import annotations

import argparse
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.bench.footprint import served, taken
from tests.bench.load import Line, load
from tests.bench.requests import wire
from tests.bench.scorer import SEATED, SHORT, Scorer

HALVES = [
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /m/x/say HTTP/1.1\r\nHost: x\r\nContent-Length: 8000\r\n\r\n",
    b"POST /m/x/say HTTP/1.1\r\nHost: x\r\nContent-Length: 8000\r\n\r\nuid=",
]
"""Nothing, half a head, a head without its body, half a body."""

EACH = 20  # half-sent requests of one address: fewer than it may have
LOOKING, HALF_OPEN, DEALS = 200, 500, 300


def source(number: int) -> tuple[str, int]:
    """An address of this machine for the phone of this number."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}", 0


@contextmanager
def half_open(port: int, half: bytes, number: int) -> Iterator[socket.socket]:
    """A connection of a phone that has sent this and no more."""
    with socket.create_connection(("127.0.0.1", port), timeout=30, source_address=source(number)) as line:
        line.sendall(half)
        yield line


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Deals beside nothing and beside half-sent requests, in the same run; then what idle connections take."""
    scorer = Scorer(folder, 1, deals=SHORT, long=SHORT, seated=SEATED)
    with served(folder, scorer) as (port, process):
        pages = [[scorer.page(scorer.short)] for _ in range(asked.clients)]
        found = load(port, [iter(lambda page=page: page, None) for page in pages], asked.seconds, asked.most)
        print(f"table pages: {found.rate:.0f} a second, p50 {ms(found.part(0.5))}, p99 {ms(found.part(0.99))}")
        told(port, scorer, "nothing half sent")
        for addresses, words in ((HALF_OPEN // EACH, "of many addresses"), (1, "of one address")):
            with ExitStack() as lines:
                for number in range(HALF_OPEN):
                    lines.enter_context(half_open(port, HALVES[number % len(HALVES)], number % addresses))
                told(port, scorer, f"{HALF_OPEN} half sent {words}")
        before = taken(process.pid)
        with ExitStack() as lines:
            for number in range(LOOKING):
                line = lines.enter_context(half_open(port, wire(scorer.unchanged()), number))
                line.recv(65536)
            print(f"memory: {before / 2**20:.1f} MiB, with {LOOKING} idle watchers {taken(process.pid) / 2**20:.1f}")


def told(port: int, scorer: Scorer, words: str) -> None:
    """Deals one after the other, as one table tells them."""
    try:
        line = Line(port)
        times = sorted(timed(line, scorer) for _ in range(DEALS))
        line.socket.close()
    except OSError as found:
        print(f"a deal beside {words}: no answer ({found})")
        return
    print(f"a deal beside {words}: p50 {ms(times[DEALS // 2])}, p99 {ms(times[DEALS * 99 // 100])}")


def timed(line: Line, scorer: Scorer) -> float:
    """Seconds that one deal takes, a moment after the one before."""
    time.sleep(0.005)
    sent = wire(scorer.deal(scorer.seated[0], part=True, count=True))
    began = time.perf_counter()
    answer, _ = line.ask(sent)
    if answer.status != 200:
        raise RuntimeError(f"answered {answer.status}")
    return time.perf_counter() - began


def ms(seconds: float) -> str:
    """Milliseconds, as printed."""
    return f"{seconds * 1000:.1f} ms"
