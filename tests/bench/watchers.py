"""Watchers: what a crowd that looks on costs the one who writes, and how soon and in how many bytes it has the news."""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from flask import session
from sqlalchemy import select

from models.base import db
from models.grants import make_grant
from models.tables import WATCH, Grant
from models.transaction import write_transaction
from tests.bench.crowd import Task
from tests.bench.footprint import served, taken
from tests.bench.load import Line
from tests.bench.requests import wire
from tests.bench.scorer import SHORT, Scorer
from tests.support.servers import ROOT

EVERY = 2.0  # seconds between the questions of a watcher
PAUSE = (1.0, 2.0)  # seconds between two deals
TO_BEGIN = 6.0  # seconds in which all have asked at least once

Deal = tuple[int, tuple[float, float]]  # the version it made, the seconds it took, and when it was there


class Run(NamedTuple):
    """What a run found: seconds of every deal, what the crowd saw, when each deal was taken down, bytes of memory."""

    times: list[float]
    seen: dict[str, Any]
    said: dict[int, float]
    memory: tuple[int, int]


def report(folder: Path, asked: argparse.Namespace) -> None:
    """One who writes alone, then with crowds of these sizes; print what that changes."""
    low, high = PAUSE
    print(f"A deal every {low:.0f} to {high:.0f} s for {asked.watched:.0f} s; a watcher asks every {EVERY:.0f} s.\n")
    alone = None
    for watchers in [0, *asked.watchers]:
        place = folder / str(watchers)
        place.mkdir()
        scorer = Scorer(place, 1, deals=SHORT, long=SHORT, seated=1)
        found = measured(place, scorer, Task(0, "", "", watchers, EVERY, asked.watched + TO_BEGIN))
        alone = alone or found
        print_run(watchers, found, alone)


def measured(folder: Path, scorer: Scorer, task: Task, deals: int = 0, pause: tuple[float, float] = PAUSE) -> Run:
    """What comes of a crowd and one who writes; so many deals, each once all have the one before, or for the time."""
    match = scorer.seated[0]
    with served(folder, scorer) as (port, process), closed(Line(port)) as line:
        line.ask(wire(scorer.page(match)))
        told(scorer, line, match)  # what is slow once
        last = scorer.versions[match] + deals if deals else 0
        task = task._replace(port=port, path=f"/m/{match}/live", cookie=watching(scorer), last=last)
        crowd = gathered(task)
        time.sleep(0 if deals else TO_BEGIN)
        before = taken(process.pid)
        said = dict(patient(scorer, line, crowd, deals) if deals else steady(scorer, line, task, pause))
        seen = json.loads(crowd.communicate(timeout=task.seconds + 60)[0].splitlines()[-1])
        after = taken(process.pid)
    times = [took for took, _ in said.values()]
    return Run(times, seen, {number: there for number, (_, there) in said.items()}, (before, after))


@contextmanager
def closed(line: Line) -> Iterator[Line]:
    """A connection that is closed when the block ends."""
    try:
        yield line
    finally:
        line.socket.close()


def gathered(task: Task) -> subprocess.Popen[str]:
    """The crowd, which begins to ask; phones have processors of their own, so it steps back behind the server here."""
    command = ["nice", sys.executable, "-m", "tests.bench.crowd"]
    crowd = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert crowd.stdin is not None
    crowd.stdin.write(json.dumps(task._asdict()))
    crowd.stdin.close()
    crowd.stdin = None
    return crowd


def watching(scorer: Scorer) -> str:
    """The cookie of a browser that may only watch."""
    with scorer.app.test_request_context():
        with write_transaction():
            grant = make_grant(
                db.session.scalars(select(Grant).where(Grant.uid == scorer.grant_uid)).one().circle, WATCH, "watchers"
            )[0]
        session["grant"] = grant.uid
        answer = scorer.app.make_response("")
        scorer.app.session_interface.save_session(scorer.app, session, answer)
    return str(answer.headers["Set-Cookie"]).partition(";")[0]


def steady(scorer: Scorer, line: Line, task: Task, pause: tuple[float, float]) -> Iterator[Deal]:
    """Deal after deal until the crowd's time is nearly up."""
    until = time.monotonic() + task.seconds - TO_BEGIN - 2 * EVERY
    while time.monotonic() < until:
        yield told(scorer, line, scorer.seated[0])
        time.sleep(random.uniform(*pause))


def patient(scorer: Scorer, line: Line, crowd: subprocess.Popen[str], deals: int) -> Iterator[Deal]:
    """So many deals, each once all the watchers have what was before it."""
    match = scorer.seated[0]
    for _ in range(deals):
        until_all_have(crowd, scorer.versions[match])
        yield told(scorer, line, match)
    until_all_have(crowd, scorer.versions[match])


def until_all_have(crowd: subprocess.Popen[str], version: int) -> None:
    """Read what the crowd tells until all have a version; raises when the crowd has ended before."""
    assert crowd.stdout is not None
    for text in crowd.stdout:
        if text.strip() == str(version):
            return
    raise RuntimeError(f"not all have seen version {version}")


def told(scorer: Scorer, line: Line, match: str) -> Deal:
    """One deal taken down."""
    sent = wire(scorer.deal(match, part=True, count=True))
    began = time.monotonic()
    answer, _ = line.ask(sent)
    there = time.monotonic()
    if answer.status != 200:
        raise RuntimeError(f"answered {answer.status}")
    return scorer.versions[match], (there - began, there)


def part(times: list[float], share: float) -> float:
    """The value within which this share of the values lies."""
    return sorted(times)[min(int(len(times) * share), len(times) - 1)]


def print_run(watchers: int, found: Run, alone: Run) -> None:
    """A run in a few lines."""
    p50, p90, p99 = (part(found.times, share) * 1000 for share in (0.5, 0.9, 0.99))
    against = p99 / (part(alone.times, 0.99) * 1000)
    times = f"p50 {p50:.1f} ms, p90 {p90:.1f}, p99 {p99:.1f} ({against:.2f} times alone)"
    print(f"{watchers:,} watchers: {len(found.times)} deals, {times}")
    if watchers:
        print_news(found)
        print_sizes(found.seen)
        before, after = (bytes_ / 2**20 for bytes_ in found.memory)
        print(f"  memory: {before:.1f} MiB at first, {after:.1f} at the end")


def print_news(found: Run) -> None:
    """How soon changes were there."""
    came = {int(version): times for version, times in found.seen["came"].items()}
    late = [at - found.said[version] for version, times in came.items() if version in found.said for at in times]
    half, most = part(late, 0.5), part(late, 0.99)
    print(f"  a change is with half of them after {half:.2f} s, with 99 of 100 after {most:.2f} s")


def print_sizes(seen: dict[str, Any]) -> None:
    """What all that took on the wire."""
    news, nothing, first = seen["sizes"].get("200", []), seen["sizes"]["304"], seen["first"]
    deal = f"{sum(news) / len(news):.0f} bytes on the wire, {max(news)} at most"
    print(f"  a deal costs a watcher {deal}; nothing new {max(nothing)}; the first answer {max(first)}")
    print(f"  {len(nothing) + len(news):,} questions; faults: {seen['faults'] or 'none'}")
