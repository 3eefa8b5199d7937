"""Power cuts while phones write: how many acknowledged deals are gone, when only what was durable is still there."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path
from random import Random
from subprocess import Popen
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.faults.disk import Disk
from tests.faults.environment import Place, recorded, server
from tests.faults.phone import Phone, stop, wait_for, writing


class Cut(NamedTuple):
    """What was acknowledged before a cut, by match, and the path of the database that was left."""

    acknowledged: dict[str, list[str]]
    database: str


class Found(NamedTuple):
    """What became of a cut: deals acknowledged before it, those of them that are gone, and those recorded twice."""

    acknowledged: int
    lost: int
    doubled: int


def cuts(place: Place, disk: Disk, folder: Path, random: Random, number: int, **settings: str) -> list[Cut]:
    """So many cuts in one run of a server: all but the last are seen from outside, at the last it dies.

    The run begins with what is on the disk, and with a cut database left as it was found: the server puts it right.
    """
    before = left_in(place.file, place.matches)
    with server(place, folder, **disk.settings, **settings) as (port, process):
        phones = [Phone(port, place, match) for match in place.matches]
        for phone in phones:
            phone.version = len(before[phone.match])
        threads = writing(phones)
        try:
            wait_for(lambda: all(phone.acknowledged for phone in phones))
            found = [moment(phones, before, disk, folder, random, last=False) for _ in range(number - 1)]
            time.sleep(random.uniform(0, 0.05))
            kill(process)
            found.append(moment(phones, before, disk, folder, random, last=True))
        finally:
            stop(phones, threads)
    return found


def kill(process: Popen) -> None:
    """Kill a server and its workers at once."""
    process.send_signal(signal.SIGSTOP)  # else it would replace the worker
    workers = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    for pid in (*map(int, workers), process.pid):
        os.kill(pid, signal.SIGKILL)
    process.wait(60)
    for pid in workers:
        wait_for(lambda pid=pid: "Z (zombie)" in state(pid))


def state(pid: str) -> str:
    """What the system says of a process that may be gone."""
    try:
        return Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return "Z (zombie)"


def moment(
    phones: list[Phone], before: dict[str, list[str]], disk: Disk, folder: Path, random: Random, last: bool
) -> Cut:
    """A cut at some moment from now; at the last one the server is dead, and some of what was only written survives."""
    if not last:
        time.sleep(random.uniform(0.01, 0.15))
    known = {phone.match: before[phone.match] + list(phone.acknowledged) for phone in phones}
    target = folder / f"cut-{random.getrandbits(60):x}"
    return Cut(known, disk.cut(target, random if last and random.random() < 0.5 else None))


def left_in(database: str, matches: list[str]) -> dict[str, list[str]]:
    """The uids of what a cut has left, by match, read in a copy: the original stays for a server to put right."""
    with TemporaryDirectory() as copy:
        for path in Path(database).parent.glob(Path(database).name + "*"):
            shutil.copy(path, copy)
        return recorded(f"sqlite:///{copy}/{Path(database).name}", matches)


def found(cut: Cut) -> Found:
    """What is left of a cut; raises when a log is damaged."""
    left = left_in(cut.database, list(cut.acknowledged))
    lost = sum(len(set(uids) - set(left[match])) for match, uids in cut.acknowledged.items())
    doubled = sum(len(uids) - len(set(uids)) for uids in left.values())
    return Found(sum(map(len, cut.acknowledged.values())), lost, doubled)
