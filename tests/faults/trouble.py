"""Trouble with a database while phones write: how it is made, and what became of what they said."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.disk import Disk
from tests.faults.environment import Place, recorded
from tests.faults.phone import Phone, stop, wait_for, writing

SHORT = {"FAULTS_SQLITE": "busy_timeout=50 wal_autocheckpoint=100000", "FAULTS_PATIENCE": "0.1"}
LOCK = """
import sqlite3, sys
line = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=60)
line.execute("BEGIN " + sys.argv[2])
print("locked", flush=True)
sys.stdin.read()
"""


@contextmanager
def phones_on(place: Place, port: int) -> Iterator[list[Phone]]:
    """A phone at each match, writing while the block runs."""
    phones = [Phone(port, place, match) for match in place.matches]
    threads = writing(phones)
    try:
        some_more(phones)
        yield phones
    finally:
        stop(phones, threads)


def some_more(phones: list[Phone], deals: int = 3) -> None:
    """Wait until each has written some more."""
    wanted = [len(phone.acknowledged) + deals for phone in phones]
    wait_for(lambda: all(len(phone.acknowledged) >= n for phone, n in zip(phones, wanted, strict=True)))


def refused(phones: list[Phone], times: int = 3) -> None:
    """Wait until each was told some more times that it is not possible just now."""
    wanted = [phone.seen["503"] + times for phone in phones]
    wait_for(lambda: all(phone.seen["503"] >= n for phone, n in zip(phones, wanted, strict=True)))


@contextmanager
def no_space(disk: Disk, _: int) -> Iterator[None]:
    """The disk under the database is full: nothing on it grows."""
    disk.full.touch()
    yield
    disk.full.unlink()


@contextmanager
def no_larger_files(disk: Disk, server: int) -> Iterator[None]:
    """The system lets the server's files grow no more, and tells in another way."""
    workers = [server, *map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    largest = max(path.stat().st_size for path in disk.files())
    for pid in workers:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (largest, before[1]))
    yield
    for pid in workers:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextmanager
def locked(place: Place, way: str) -> Iterator[None]:
    """Another process has the database for itself while the block runs."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", LOCK, place.file, way], **pipes) as process:
        assert process.stdout.readline() == b"locked\n"
        yield
        process.stdin.close()


def check(place: Place, phones: list[Phone], log: Path) -> None:
    """What was acknowledged is recorded, once and in order; the last saying of each may be there unacknowledged."""
    left = recorded(place.url, place.matches)
    for phone in phones:
        assert 0 < len(phone.acknowledged) <= len(left[phone.match]) <= len(phone.acknowledged) + 1
        assert len(left[phone.match]) == len(set(left[phone.match]))
        assert left[phone.match][: len(phone.acknowledged)] == phone.acknowledged
    assert "Exception on" not in log.read_text()
