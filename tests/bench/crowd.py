"""A crowd of watchers in a process of its own: python -m tests.bench.crowd, what to do as JSON on stdin.

Each keeps one connection and asks every so often with the version that it has, as script does; the moment at which a
version was with all of them is told at once, in a line of its own, and what was seen in all at the end.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.bench.half_sent import source
from tests.bench.requests import Ask, wire
from tests.support.watchers import Follower

PATIENCE = 30  # seconds


class Task(NamedTuple):
    """What a crowd is to do: how many ask where, each every so many seconds, for how long at most.

    last: the version that it ends with once all have it; 0 when there is none.
    """

    port: int
    path: str
    cookie: str
    watchers: int
    every: float
    seconds: float
    last: int = 0


class Crowd:
    """The watchers and what they saw."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.until = time.monotonic() + task.seconds
        self.sizes: dict[int, list[int]] = defaultdict(list)  # of answers, by status
        self.first: list[int] = []  # sizes of the first answers
        self.came: dict[int, list[float]] = defaultdict(list)  # by version, when each watcher had it or a later one
        self.texts: dict[int, set[str]] = defaultdict(set)  # by version, what watchers read; there should be one text
        self.faults: list[str] = []

    async def run(self) -> dict[str, Any]:
        """Watch until the time is up; what was seen."""
        await asyncio.gather(*(self.watch(number) for number in range(self.task.watchers)))
        return {
            "came": self.came,
            "sizes": self.sizes,
            "first": self.first,
            "texts": {version: len(texts) for version, texts in self.texts.items()},
            "faults": self.faults,
        }

    async def watch(self, number: int) -> None:
        """One watcher; what goes wrong is noted and ends it."""
        await asyncio.sleep(random.random() * self.task.every)
        try:
            await self.keep_asking(number)
        except (OSError, EOFError, AssertionError, ValueError, TimeoutError) as fault:
            self.faults.append(repr(fault)[:200])

    async def keep_asking(self, number: int) -> None:
        """Ask over one connection, from an address of its own, until the time is up."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.task.port, local_addr=source(number))
        follower, number = Follower(), -1
        while time.monotonic() < self.until:
            began = time.monotonic()
            writer.write(wire(Ask(self.task.path, {"Cookie": self.task.cookie, **follower.asking})))
            status, headers, body, size = await asyncio.wait_for(answer(reader), PATIENCE)
            self.sizes[status].append(size)
            if follower.hear(status, headers, body):
                number = self.noted(number, follower, size)
            await asyncio.sleep(max(0.0, began + self.task.every * random.uniform(0.9, 1.1) - time.monotonic()))
        writer.close()

    def noted(self, before: int, follower: Follower, size: int) -> int:
        """The number of a version that came; those between it and the one before came with it."""
        number = int(str(follower.version).split('"')[1].partition("-")[0])
        if before < 0:
            self.first.append(size)
            self.sizes[200].pop()
        if number <= before:
            raise ValueError(f"version {number} came after {before}")
        self.texts[number].add(hashlib.sha256(follower.text).hexdigest())
        for version in range(before + 1, number + 1) if before >= 0 else [number]:
            self.came[version].append(time.monotonic())
            if len(self.came[version]) == self.task.watchers:
                print(version, flush=True)
                self.until = 0.0 if version == self.task.last else self.until
        return number


async def answer(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes, int]:
    """Status, headers by lower-case name, body, and bytes on the wire of the next answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").rstrip().split("\r\n")
    headers = dict(pairs(lines))
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return int(status.split()[1]), headers, body, len(head) + len(body)


def pairs(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Headers, their names in lower case."""
    for line in lines:
        name, _, value = line.partition(":")
        yield name.lower(), value.strip()


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Crowd(Task(**json.load(sys.stdin))).run())))
