"""A power cut loses nothing that was acknowledged; with a setting that would lose some, this very test sees it."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from tests.faults.disk import Disk, library
from tests.faults.environment import on_sqlite
from tests.faults.powercut import cuts, found

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
MATCHES, CUTS = 4, int(os.environ.get("TALLYSTICK_CUTS", "3"))
MOVED = (1000, 50)  # pages of SQLite's log after which it moves them into the database, which has to be safe as well


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path):
    random, seen = Random(11), []
    with on_sqlite(tmp_path, MATCHES) as place:
        disk = Disk(place.file, tmp_path, library(tmp_path))
        for moved in MOVED:  # each run begins with what the last cut of the one before has left
            made = cuts(place, disk, tmp_path, random, CUTS, FAULTS_SQLITE=f"wal_autocheckpoint={moved}")
            seen += [found(cut) for cut in made]
            disk.put_back(made[-1].database)
    assert len(seen) == len(MOVED) * CUTS
    assert all(cut.acknowledged >= MATCHES for cut in seen)
    assert [(cut.lost, cut.doubled) for cut in seen] == [(0, 0)] * len(seen)


def test_the_same_with_less_care_loses_some_and_is_seen(tmp_path: Path):
    with on_sqlite(tmp_path, MATCHES) as place:
        disk = Disk(place.file, tmp_path, library(tmp_path))
        made = cuts(place, disk, tmp_path, Random(12), 2, FAULTS_SQLITE="synchronous=NORMAL")
    assert sum(found(cut).lost for cut in made) > 0
