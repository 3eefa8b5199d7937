"""Trouble of every kind at full size: what phones said in it, and what became of that."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from tests.faults.cluster import cluster
from tests.faults.disk import Disk, library
from tests.faults.environment import Place, on_sqlite, server, set_up
from tests.faults.phone import Phone, stop, writing
from tests.faults.proxy import lying
from tests.faults.trouble import kept, locked, no_larger_files, no_space, phones_on, refused, some_more

DEALS = 250  # of each phone behind the proxy
LOCKED = 30  # s
PATIENCE = 15  # s that a phone waits for an answer
GROWING = {"FAULTS_SQLITE": "wal_autocheckpoint=100000"}  # else SQLite's log has all the room it needs after a while


def report(folder: Path, _: argparse.Namespace) -> None:
    """Make trouble and print."""
    for number, trouble in enumerate((behind_a_proxy, with_a_lock, with_a_full_disk, with_restarts)):
        place = folder / str(number)
        place.mkdir()
        trouble(place)


def told(name: str, place: Place, phones: list[Phone]) -> None:
    """Print what became of what was said."""
    found = kept(place, phones)
    unanswered, refusals = (sum(phone.seen[what] for phone in phones) for what in ("no answer", "503"))
    print(f"{name}: {found.acknowledged} deals acknowledged by {len(phones)} phones")
    print(f"  sent again after no whole answer {unanswered} times, after 503 {refusals} times")
    print(
        f"  lost {found.lost}, recorded twice {found.doubled}, phones whose order changed {found.disordered}",
        flush=True,
    )


def behind_a_proxy(folder: Path) -> None:
    """Five phones at four matches."""
    with on_sqlite(folder, 4) as place, server(place, folder) as (port, _), lying(port, 7) as proxy:
        phones = [Phone(proxy.port, place, match, PATIENCE) for match in [*place.matches, place.matches[0]]]
        threads = writing(phones, DEALS)
        for thread in threads:
            thread.join()
        stop(phones, threads)
        told("A proxy that lies", place, phones)
        print(f"  {', '.join(f'{fate} {times}' for fate, times in proxy.fates.items())}")


def with_a_lock(folder: Path) -> None:
    """Another process holds the database, and the app is as patient as ever."""
    with on_sqlite(folder, 4) as place:
        with server(place, folder) as (port, _), phones_on(place, port) as phones:
            with locked(place, "IMMEDIATE"):
                time.sleep(LOCKED)
            some_more(phones)
        told(f"SQLite locked for {LOCKED} s", place, phones)
        print(f"  the longest that a phone waited for an answer: {max(phone.longest for phone in phones):.1f} s")


def with_a_full_disk(folder: Path) -> None:
    """Full and empty again, ten times in each way."""
    with on_sqlite(folder, 4) as place:
        disk = Disk(place.file, folder, library(folder))
        settings = {**disk.settings, **GROWING}
        with server(place, folder, **settings) as (port, process), phones_on(place, port) as phones:
            for full in (no_space, no_larger_files) * 10:
                with full(disk, process.pid):
                    refused(phones)
                some_more(phones)
        told("A disk that was full 20 times", place, phones)


def with_restarts(folder: Path) -> None:
    """Stopped in order and at once, five times each."""
    with cluster() as postgres:
        place = set_up(postgres.url, 4)
        with server(place, folder) as (port, _), phones_on(place, port) as phones:
            for way in ("fast", "immediate") * 5:
                postgres.control("restart", "-m", way)
                some_more(phones)
        told("PostgreSQL restarted 10 times", place, phones)
