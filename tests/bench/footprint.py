"""Servers as processes: how soon one gives its first answer, and the memory that its workers take."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.load import Line
from tests.bench.requests import wire
from tests.bench.scorer import SECRET, Scorer
from tests.support.servers import ROOT, free_port, process, wait_until_open


@contextmanager
def served(folder: Path, scorer: Scorer | None, workers: int = 1) -> Iterator[tuple[int, subprocess.Popen]]:
    """Port and process of the real server on a scorer's database; of bare hello when there is none."""
    port = free_port()
    module = "serve" if scorer else "tests.bench.hello"
    settings = {"SECRET_KEY": SECRET, "TALLYSTICK_INSTANCE": str(folder), "WEB_WORKERS": str(workers)}
    settings["DATABASE_URL"] = scorer.url if scorer else ""
    command = [sys.executable, "-m", module, "--port", str(port)]
    with process(settings, folder / "server.log", command, ROOT) as started:
        wait_until_open(port, started)
        yield port, started


def first_answer(folder: Path, scorer: Scorer) -> float:
    """Seconds from the start of the server to its first page."""
    began = time.perf_counter()
    with served(folder, scorer) as (port, _):
        Line(port).ask(wire(scorer.page(scorer.short)))
        return time.perf_counter() - began


def memory(folder: Path, scorer: Scorer, workers: int = 2) -> int:
    """Bytes that the server and its workers take after each has answered; what they share counts once."""
    with served(folder, scorer, workers) as (port, started):
        lines = [Line(port) for _ in range(8 * workers)]
        for line in lines:
            for uid in (scorer.short, scorer.long, *scorer.seated, *scorer.halfway.values()):
                line.ask(wire(scorer.page(uid)))
        return taken(started.pid)


def taken(pid: int) -> int:
    """Bytes that a process and those that it started take; what they share counts once."""
    return sum(proportional(one) for one in family(pid))


def family(pid: int) -> list[int]:
    """A process and those that it started; the one that makes the day's copy may be gone the next moment."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [pid, *(one for child in children for one in family(int(child)))]


def proportional(pid: int) -> int:
    """Bytes of a process, shared ones divided by those who share them; none once it has ended."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
