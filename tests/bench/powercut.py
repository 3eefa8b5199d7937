"""Two hundred power cuts while phones write, and as many as show the same test failing with less care."""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from tests.faults.disk import Disk, library
from tests.faults.environment import on_sqlite
from tests.faults.powercut import Found, cuts, found

MATCHES, EACH = 4, 10
RUNS = {"synchronous=FULL, as the app sets it": ("", 20), "synchronous=NORMAL": ("synchronous=NORMAL", 3)}
MOVED = (1000, 50, 200)  # pages of SQLite's log after which it moves them into the database


def report(folder: Path, _: argparse.Namespace) -> None:
    """Cut and print."""
    for name, (setting, runs) in RUNS.items():
        place = folder / name.partition(",")[0]
        place.mkdir()
        seen = cut_often(place, setting, runs)
        each = [one for run in seen for one in run]
        worst = max(one.lost for one in each)
        print(f"{name}: {len(each)} cuts, of which {runs} killed the server")
        print(f"  deals acknowledged before the last cut: {seen[-1][-1].acknowledged}")
        print(f"  cuts that lost an acknowledged deal: {sum(one.lost > 0 for one in each)}, at worst {worst} deals")
        print(f"  deals recorded twice: {sum(one.doubled for one in each)}", flush=True)


def cut_often(folder: Path, setting: str, runs: int) -> list[list[Found]]:
    """What became of the cuts of each run; each begins with what the last cut of the one before has left."""
    random, seen = Random(f"powercut {setting}"), []
    with on_sqlite(folder, MATCHES) as place:
        disk = Disk(place.file, folder, library(folder))
        for run in range(runs):
            settings = f"wal_autocheckpoint={MOVED[run % len(MOVED)]} {setting}"
            made = cuts(place, disk, folder, random, EACH, FAULTS_SQLITE=settings)
            seen.append([found(cut) for cut in made])
            disk.put_back(made[-1].database)
    return seen
