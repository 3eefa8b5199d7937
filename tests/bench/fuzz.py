"""The fuzz at full size, on both databases if PostgreSQL is there; guessed links and codes; ten minutes of scoring."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.faults.cluster import cluster, programs
from tests.fuzz.rounds import ROUND, Told, differences, played
from tests.support import databases

REQUESTS = 20_000
FULL = {"TALLYSTICK_GUESSED": "100000", "TALLYSTICK_SECONDS": "600"}
FILES = ("tests/web/auth/test_guessed_links.py", "tests/web/auth/test_rate_limit.py")


def report(folder: Path, _: argparse.Namespace) -> None:
    """Send, compare and print; nothing is asserted but what the tests of guessing assert."""
    with both_databases() as kinds_of_databases:
        malformed(folder, kinds_of_databases)
    guessed()


@contextmanager
def both_databases() -> Iterator[list[str]]:
    """The kinds of databases at hand, with a PostgreSQL of our own where one is installed and none was given."""
    if databases.POSTGRES:
        yield ["sqlite", "postgres"]
        return
    try:
        own = programs()
    except pytest.skip.Exception as lacking:
        print(lacking)
        yield ["sqlite"]
        return
    print(f"PostgreSQL from {own}")
    with cluster() as found, patch.object(databases, "POSTGRES", found.url):
        yield ["sqlite", "postgres"]


def malformed(folder: Path, kinds_of_databases: list[str]) -> None:
    """Rounds of malformed requests to each database."""
    seen: Counter[str] = Counter()
    began, faults = time.monotonic(), []
    with databases.copies(folder) as new:
        for number in range(REQUESTS // ROUND):
            told: list[Told] = []
            for kind in kinds_of_databases:
                told.append(played(new(kind), f"bench {number}", ROUND, told[0].asks if told else None))
                faults += told[-1].faults + differences(told[0], told[-1])
            seen.update(str(answer.status) for answer in told[0].answers)
    where = " and the same to ".join(kinds_of_databases)
    print(f"{REQUESTS} malformed requests to {where}: {time.monotonic() - began:.0f} s")
    print(f"  answered {', '.join(f'{status} {times} times' for status, times in sorted(seen.items()))}")
    print(f"  faults and answers that differ: {len(faults)}", *faults[:5], sep="\n  ", flush=True)


def guessed() -> None:
    """The tests of guessing at full size."""
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", *FILES], env={**os.environ, **FULL}, check=False)
    ended = "passed" if done.returncode == 0 else "FAILED"
    print(f"100,000 guessed links, 10,000 that are almost right, 10,000 codes, 600 deals: {ended}")
    print(f"  {time.monotonic() - began:.0f} s")
