"""The load: connections that are kept alive, each asking again once it was answered; bounded in number and time."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from tests.bench.requests import Answer, Ask, wire

PATIENCE = 20  # seconds that an answer may take
WARM = 5  # answers of each connection that come before it counts


class Load(NamedTuple):
    """What a load found: seconds of every answer, in order of length, and seconds in all."""

    times: list[float]
    seconds: float

    @property
    def rate(self) -> float:
        """Answers a second."""
        return len(self.times) / self.seconds

    def part(self, share: float) -> float:
        """The seconds within which this share of the answers came."""
        return self.times[min(int(len(self.times) * share), len(self.times) - 1)]


class Line:
    """One connection to 127.0.0.1 that is kept open."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.left = b""

    def ask(self, sent: bytes) -> tuple[Answer, int]:
        """The answer to a request, and its bytes on the wire."""
        self.socket.sendall(sent)
        while b"\r\n\r\n" not in self.left:
            self._more()
        head, _, rest = self.left.partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        length = int(headers.get("content-length", 0))
        self.left = rest
        while len(self.left) < length:
            self._more()
        body, self.left = self.left[:length], self.left[length:]
        return Answer(int(status.split()[1]), headers, body), len(head) + 4 + length

    def _more(self) -> None:
        got = self.socket.recv(65536)
        if not got:
            raise ConnectionError("the server hung up")
        self.left += got


def load(port: int, clients: list[Iterator[list[Ask]]], seconds: float, most: int) -> Load:
    """What these clients find when they ask all at once, for so long or so many answers, whichever comes first."""
    found: list[list[float]] = [[] for _ in clients]
    faults: list[Exception] = []
    each, ready = max(1, most // len(clients)), threading.Barrier(len(clients) + 1, timeout=PATIENCE)

    def run(asks: Iterator[list[Ask]], times: list[float]) -> None:
        try:
            line = Line(port)
            for _ in range(WARM):
                timed(line, next(asks))
            ready.wait()
            until = time.perf_counter() + seconds
            while len(times) < each and time.perf_counter() < until:
                times.append(timed(line, next(asks)))
        except Exception as fault:
            faults.append(fault)
            ready.abort()

    threads = [threading.Thread(target=run, args=pair) for pair in zip(clients, found, strict=True)]
    for thread in threads:
        thread.start()
    with suppress(threading.BrokenBarrierError):
        ready.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
    return Load(sorted(t for times in found for t in times), time.perf_counter() - began)


def timed(line: Line, asks: list[Ask]) -> float:
    """Seconds until all of these were answered, one after the other; raises when one is not answered well."""
    sent = [wire(ask) for ask in asks]
    began = time.perf_counter()
    for text in sent:
        answer, _ = line.ask(text)
        if answer.status >= 400:
            raise RuntimeError(f"answered {answer.status}")
    return time.perf_counter() - began
