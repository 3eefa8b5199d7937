"""Phones that send half a request or read no answer: what 500 of them cost the one who records deals."""

from __future__ import annotations

import argparse
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.bench.footprint import family, proportional, served, taken
from tests.bench.load import Line, load
from tests.bench.requests import Ask, wire
from tests.bench.scorer import LONG, SEATED, SHORT, Scorer

HALVES = [
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /m/x/say HTTP/1.1\r\nHost: x\r\nContent-Length: 8000\r\n\r\n",
    b"POST /m/x/say HTTP/1.1\r\nHost: x\r\nContent-Length: 8000\r\n\r\nuid=",
]
"""Nothing, half a head, a head without its body, half a body."""

ADDRESSES = 25  # that they come from
AGAIN, SELDOM = 9, 90  # s after which who reads nothing asks anew; who may have an export seldom: it takes long to make
LOOKING, HALF_OPEN, READERS, EXPORTS, DEALS = 200, 500, 500, 100, 300


def source(number: int) -> tuple[str, int]:
    """An address of this machine for the phone of this number."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}", 0


@contextmanager
def half_open(port: int, half: bytes, number: int) -> Iterator[socket.socket]:
    """A connection of a phone that has sent this and no more."""
    with socket.create_connection(("127.0.0.1", port), timeout=30, source_address=source(number)) as line:
        line.sendall(half)
        yield line


@contextmanager
def all_half_open(port: int, count: int = HALF_OPEN) -> Iterator[None]:
    """So many of them, of each kind in turn."""
    with ExitStack() as lines:
        for number in range(count):
            lines.enter_context(half_open(port, HALVES[number % len(HALVES)], number % ADDRESSES))
        yield


def unread(port: int, sent: bytes, number: int) -> socket.socket:
    """A connection of a phone that asks for something and reads nothing of it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(30)
    line.bind(source(number))
    line.connect(("127.0.0.1", port))
    line.sendall(sent)
    return line


@contextmanager
def slow_readers(port: int, asks: list[bytes], count: int = READERS, again: float = AGAIN) -> Iterator[None]:
    """So many phones that read nothing; each asks anew after so many seconds, one after the other."""
    lines: list[socket.socket] = []
    stopped = threading.Event()

    def ask_anew() -> None:
        for number in range(10**9):
            if stopped.wait(again / count):
                break
            lines.pop(0).close()
            lines.append(unread(port, asks[number % len(asks)], number % ADDRESSES))

    thread = threading.Thread(target=ask_anew)
    try:
        for number in range(count):
            lines.append(unread(port, asks[number % len(asks)], number % ADDRESSES))
        thread.start()
        yield
    finally:
        stopped.set()
        if thread.ident:
            thread.join()
        for line in lines:
            line.close()


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Deals beside nothing, beside half-sent requests and beside slow readers, in the same run; then memory."""
    scorer = Scorer(folder, 1, deals=SHORT, long=LONG, seated=SEATED)
    with served(folder, scorer) as (port, process):
        pages = [[scorer.page(scorer.short)] for _ in range(asked.clients)]
        found = load(port, [iter(lambda page=page: page, None) for page in pages], asked.seconds, asked.most)
        print(f"table pages: {found.rate:.0f} a second, p50 {ms(found.part(0.5))}, p99 {ms(found.part(0.99))}")
        told(port, scorer, "nothing")
        with all_half_open(port):
            told(port, scorer, f"{HALF_OPEN} half-sent requests")
        whole = {"Accept-Encoding": "identity"}
        file = wire(Ask("/static/" + scorer.app.config["ASSETS"]["engine/micropython.wasm"], whole))
        page = wire(scorer.page(scorer.long, **whole))
        with slow_readers(port, [file]):
            told(port, scorer, f"{READERS} slow readers of a file")
        with slow_readers(port, [page]):
            told(port, scorer, f"{READERS} slow readers of a page")
        with slow_readers(port, [wire(Ask("/circle/file", {"Cookie": scorer.cookie, **whole}))], EXPORTS, SELDOM):
            told(port, scorer, f"{EXPORTS} slow readers of an export")
        with all_half_open(port), slow_readers(port, [file, page]):
            told(port, scorer, f"{HALF_OPEN} half-sent requests and {READERS} slow readers of file and page")
            weighed(process.pid, "while they hang")
        weighed(process.pid, "after them")
        with ExitStack() as lines:
            for number in range(LOOKING):
                line = lines.enter_context(half_open(port, wire(scorer.unchanged()), number))
                line.recv(65536)
            weighed(process.pid, f"with {LOOKING} idle watchers")


def weighed(pid: int, words: str) -> None:
    """The memory of all processes of a server."""
    each = ", ".join(f"{proportional(one) / 2**20:.0f}" for one in family(pid))
    print(f"memory {words}: {taken(pid) / 2**20:.0f} MiB ({each})")


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
