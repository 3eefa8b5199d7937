"""The real server: how soon it answers, its memory, and a deal beside half-sent requests and slow readers."""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from tests.bench.requests import PATIENCE, Ask, asked, connected
from tests.bench.scorer import SECRET, Scorer
from tests.support.servers import ROOT, free_port, process, wait_until_open

HALVES = [
    b"",
    b"GET / HTTP/1.1\r\nHost: x\r\n",
    b"POST /m/x/say HTTP/1.1\r\nHost: x\r\nContent-Length: 8000\r\n\r\n",
    b"POST /m/x/say HTTP/1.1\r\nHost: x\r\nContent-Length: 8000\r\n\r\nuid=",
]
"""Nothing, half a head, a head without its body, half a body."""
ADDRESSES = 25  # that they come from
AGAIN = 9  # s after which who reads nothing asks anew


def report(folder: Path, options: argparse.Namespace) -> None:
    """Deals beside nothing, beside half-sent requests and beside slow readers, in the same run; and memory."""
    scorer, count = Scorer(folder, options.long, options.seated), options.hanging
    whole = {"Accept-Encoding": "identity"}
    file = Ask("/static/" + scorer.app.config["ASSETS"]["engine/micropython.wasm"], whole).wire()
    page = scorer.page(scorer.long, **whole).wire()
    (folder / "new").mkdir()
    unpacked = first_answer(folder, scorer, TALLYSTICK_INSTANCE=str(folder / "new"), TEST_PREPARED="")
    packed = first_answer(folder, scorer)
    print(f"\nThe server: first answer after {packed:.2f} s, with nothing packed after {unpacked:.2f}")
    with served(folder, scorer) as (port, server):
        with closing(connected(port)) as line:
            for uid in (scorer.long, *scorer.seated * 8):
                asked(line, scorer.page(uid))
        print(f"memory after {8 * len(scorer.seated)} pages: {taken(server.pid) / 2**20:.0f} MiB")
        print_deals(port, scorer, options.deals, "nothing")
        with all_half_open(port, count):
            print_deals(port, scorer, options.deals, f"{count} half-sent requests")
        with slow_readers(port, [file, page], count):
            print_deals(port, scorer, options.deals, f"{count} slow readers of a file and a page")
        with all_half_open(port, count), slow_readers(port, [file, page], count):
            print_deals(port, scorer, options.deals, "both")
            print(f"memory while they hang: {taken(server.pid) / 2**20:.0f} MiB")
        print(f"memory after them: {taken(server.pid) / 2**20:.0f} MiB")


@contextmanager
def served(folder: Path, scorer: Scorer, **settings: str) -> Iterator[tuple[int, subprocess.Popen]]:
    """Port and process of the real server on a scorer's database."""
    port = free_port()
    known = {"SECRET_KEY": SECRET, "DATABASE_URL": scorer.url, "TALLYSTICK_COPIES": "no"}
    command = [sys.executable, "-m", "serve", "--port", str(port), "--workers", "1"]
    with process(known | settings, folder / "server.log", command, ROOT) as started:
        wait_until_open(port, started)
        yield port, started


def first_answer(folder: Path, scorer: Scorer, **settings: str) -> float:
    """Seconds from the start of the server to its first page."""
    began = time.perf_counter()
    with served(folder, scorer, **settings) as (port, _), closing(connected(port)) as line:
        asked(line, scorer.page(scorer.short))
        return time.perf_counter() - began


def print_deals(port: int, scorer: Scorer, deals: int, beside: str) -> None:
    """Deals one after the other, as one table tells them."""
    times = []
    try:
        with closing(connected(port)) as line:
            for _ in range(deals):
                time.sleep(0.005)
                ask = scorer.deal(scorer.seated[0], count=True)
                began = time.perf_counter()
                status = asked(line, ask).status
                times.append(1000 * (time.perf_counter() - began))
                if status != 200:
                    raise RuntimeError(f"answered {status}")
    except OSError as error:
        print(f"a deal beside {beside}: no answer ({error})")
    else:
        print(f"a deal beside {beside}: p50 {part(times, 0.5):.1f} ms, p99 {part(times, 0.99):.1f}", flush=True)


def part(values: list[float], share: float) -> float:
    """The value within which this share of the values lies."""
    return sorted(values)[min(int(len(values) * share), len(values) - 1)]


def taken(pid: int) -> int:
    """Bytes that a process and those that it started take; what they share counts once, what has ended not at all."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    own = sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
    return own + sum(taken(int(child)) for child in children)


def source(number: int) -> tuple[str, int]:
    """An address of this machine for the phone of this number."""
    return f"127.0.{1 + number // 250}.{1 + number % 250}", 0


@contextmanager
def half_open(port: int, half: bytes, number: int) -> Iterator[socket.socket]:
    """A connection of a phone that has sent this and no more."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE, source(number)) as line:
        line.sendall(half)
        yield line


@contextmanager
def all_half_open(port: int, count: int) -> Iterator[None]:
    """So many of them, of each kind in turn."""
    with ExitStack() as lines:
        for number in range(count):
            lines.enter_context(half_open(port, HALVES[number % len(HALVES)], number % ADDRESSES))
        yield


def unread(port: int, sent: bytes, number: int) -> socket.socket:
    """A connection of a phone that asks for something and reads nothing of it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(PATIENCE)
    line.bind(source(number))
    line.connect(("127.0.0.1", port))
    line.sendall(sent)
    return line


@contextmanager
def slow_readers(port: int, sent: list[bytes], count: int) -> Iterator[None]:
    """So many phones that read nothing; each asks anew after some seconds, one after the other."""
    lines = [unread(port, sent[number % len(sent)], number % ADDRESSES) for number in range(count)]
    stopped = threading.Event()

    def ask_anew() -> None:
        number = 0
        while not stopped.wait(AGAIN / count):
            lines.pop(0).close()
            lines.append(unread(port, sent[number % len(sent)], number % ADDRESSES))
            number += 1

    thread = threading.Thread(target=ask_anew, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(60)
        for line in lines:
            line.close()
