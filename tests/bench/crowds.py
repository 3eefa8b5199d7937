"""A crowd that looks on: what it costs the one who writes, and how soon and in how many bytes it has the news.

As a program, python -m tests.bench.crowds, it is the crowd, with what to do as JSON on stdin. Each watcher keeps one
connection and asks every so often with the version that it has, as script does; a version that is with all of them is
told at once, in a line of its own, and what was seen in all at the end.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench.requests import Ask, asked, connected
from tests.bench.scorer import Scorer, cookie_of
from tests.bench.waiting import part, served, source, taken
from tests.support.servers import ROOT
from tests.support.watchers import Follower, watcher_of

PATIENCE = 30  # seconds
EVERY = 2.0  # seconds between the questions of a watcher
PAUSE = (1.0, 2.0)  # seconds between two deals
TO_BEGIN = 6.0  # seconds in which all have asked at least once


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


class Run(NamedTuple):
    """What came of it: by version the seconds its deal took and when it was there; what the crowd saw; memory."""

    said: dict[int, tuple[float, float]]
    seen: dict[str, Any]
    memory: int


def report(folder: Path, options: argparse.Namespace) -> None:
    """One who writes alone, then with crowds of these sizes; print what that changes."""
    print(f"\nA deal every {PAUSE[0]:.0f} to {PAUSE[1]:.0f} s; a watcher asks every {EVERY:.0f} s")
    alone = 0.0
    for watchers in [0, *options.watchers]:
        place = folder / str(watchers)
        place.mkdir()
        run = measured(place, watchers, EVERY, options.watched + TO_BEGIN)
        times = [1000 * took for took, _ in run.said.values()]
        slow = part(times, 0.99)
        alone = alone or slow
        print(f"a deal beside {watchers} watchers: p50 {part(times, 0.5):.1f} ms, p99 {slow:.1f}", end=" ")
        print(f"({slow / alone:.1f} times alone), memory {run.memory / 2**20:.0f} MiB", flush=True)
        if watchers:
            print_news(run)


def print_news(run: Run) -> None:
    """How soon changes were there, and in how many bytes."""
    came = {int(version): times for version, times in run.seen["came"].items()}
    late = [at - run.said[version][1] for version in run.said for at in came.get(version, [])]
    sizes = run.seen["sizes"].get("200", [0])
    print(f"  a change is with half of them after {part(late, 0.5):.1f} s, with 99 of 100 after", end=" ")
    print(f"{part(late, 0.99):.1f}; it has {sum(sizes) / len(sizes):.0f} bytes; faults: {run.seen['faults'] or 'none'}")


def measured(folder: Path, watchers: int, every: float, seconds: float, deals: int = 0) -> Run:
    """What comes of a crowd and one who writes; so many deals, each once all have the one before, or for the time."""
    scorer = Scorer(folder, long=1, seated=1)
    match = scorer.seated[0]
    with served(folder, scorer) as (port, server), closing(connected(port)) as line:
        recorded(scorer, line)  # what is slow once
        last = scorer.versions[match] + deals if deals else 0
        cookie = cookie_of(watcher_of(scorer.client))
        if not watchers:
            return Run(dict(steady(scorer, line, seconds)), {}, taken(server.pid))
        crowd = gathered(Task(port, f"/m/{match}/live", cookie, watchers, every, seconds, last))
        said = dict(patient(scorer, line, crowd, deals) if deals else steady(scorer, line, seconds))
        seen = json.loads(crowd.communicate(timeout=seconds + 300)[0].splitlines()[-1])
        return Run(said, seen, taken(server.pid))


def gathered(task: Task) -> subprocess.Popen[str]:
    """The crowd, which begins to ask; phones have processors of their own, so it steps back behind the server here."""
    command = ["nice", sys.executable, "-m", "tests.bench.crowds"]
    crowd = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert crowd.stdin is not None
    crowd.stdin.write(json.dumps(task._asdict()))
    crowd.stdin.close()
    crowd.stdin = None
    return crowd


def recorded(scorer: Scorer, line: Any) -> tuple[int, tuple[float, float]]:
    """One deal taken down: the version it made, the seconds it took, and when it was there."""
    ask = scorer.deal(scorer.seated[0], count=True)
    began = time.monotonic()
    status = asked(line, ask).status
    there = time.monotonic()
    if status != 200:
        raise RuntimeError(f"answered {status}")
    return scorer.versions[scorer.seated[0]], (there - began, there)


def steady(scorer: Scorer, line: Any, seconds: float) -> Iterator[tuple[int, tuple[float, float]]]:
    """Deal after deal until the crowd's time is nearly up."""
    until = time.monotonic() + seconds - 2 * EVERY
    time.sleep(TO_BEGIN)
    while time.monotonic() < until:
        yield recorded(scorer, line)
        time.sleep(random.uniform(*PAUSE))


def patient(
    scorer: Scorer, line: Any, crowd: subprocess.Popen[str], deals: int
) -> Iterator[tuple[int, tuple[float, float]]]:
    """So many deals, each once all the watchers have what was before it; raises when the crowd has ended before."""
    assert crowd.stdout is not None
    for number in range(deals + 1):
        version = str(scorer.versions[scorer.seated[0]])
        if not any(text.strip() == version for text in crowd.stdout):
            raise RuntimeError(f"not all have seen version {version}")
        if number < deals:
            yield recorded(scorer, line)


class Crowd:
    """The watchers and what they saw."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.until = time.monotonic() + task.seconds
        self.sizes: dict[int, list[int]] = defaultdict(list)  # of answers but the first, by status
        self.came: dict[int, list[float]] = defaultdict(list)  # by version, when each watcher had it or a later one
        self.texts: dict[int, set[str]] = defaultdict(set)  # by version, what watchers read; there should be one text
        self.faults: list[str] = []

    async def run(self) -> dict[str, Any]:
        """Watch until the time is up; what was seen."""
        await asyncio.gather(*(self.watch(number) for number in range(self.task.watchers)))
        texts = {version: len(texts) for version, texts in self.texts.items()}
        return {"came": self.came, "sizes": self.sizes, "texts": texts, "faults": self.faults}

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
        follower, version = Follower(), -1
        while time.monotonic() < self.until:
            began = time.monotonic()
            writer.write(Ask(self.task.path, {"Cookie": self.task.cookie, **follower.asking}).wire())
            status, headers, body, size = await asyncio.wait_for(answered(reader), PATIENCE)
            if version >= 0:
                self.sizes[status].append(size)
            if follower.hear(status, headers, body):
                version = self.noted(version, follower)
            await asyncio.sleep(max(0.0, began + self.task.every * random.uniform(0.9, 1.1) - time.monotonic()))
        writer.close()

    def noted(self, before: int, follower: Follower) -> int:
        """The number of a version that came; those between it and the one before came with it."""
        number = int(str(follower.version).split('"')[1].partition("-")[0])
        if number <= before:
            raise ValueError(f"version {number} came after {before}")
        self.texts[number].add(hashlib.sha256(follower.text).hexdigest())
        for version in range(before + 1, number + 1) if before >= 0 else [number]:
            self.came[version].append(time.monotonic())
            if len(self.came[version]) == self.task.watchers:
                print(version, flush=True)
                self.until = 0.0 if version == self.task.last else self.until
        return number


async def answered(reader: asyncio.StreamReader) -> tuple[int, dict[str, str], bytes, int]:
    """Status, headers by lower-case name, body, and bytes on the wire of the next answer."""
    head = await reader.readuntil(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").rstrip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return int(status.split()[1]), headers, body, len(head) + len(body)


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Crowd(Task(**json.load(sys.stdin))).run())))
