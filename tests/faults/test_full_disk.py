"""A disk that is full while a copy is made or put back: the reason is said, the database in place stays as it is."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.faults.disk import Disk, library
from tests.support.servers import ROOT, prepared

FULL = "Error: Nothing was changed: the disk of {} is full\n"
FAILED = "Error: Nothing was changed: the disk of {} failed, or no more space is allowed there\n"
LIMIT = 60_000  # bytes that a file may have, where that is limited: the copy has more


class Installation:
    """A folder with a database of a few rows, and a copy of it that is larger."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = prepared(folder / "instance")
        self.database, self.copy = self.folder / "tallystick.db", folder / "copy.db"
        for path in (self.database, self.copy):
            shutil.copyfile(database, path)
        with closing(sqlite3.connect(self.copy)) as connection, connection:
            rows = [(f"uid{number}", "long " * 100, 0) for number in range(500)]
            connection.executemany("INSERT INTO circles (uid, name, created_at) VALUES (?, ?, ?)", rows)
        self.before = self.dump()

    def dump(self) -> list[str]:
        """Everything that the database holds."""
        with closing(sqlite3.connect(self.database)) as connection:
            return list(connection.iterdump())

    def flask(self, *words: str, limited: bool = False, **more: str) -> str:
        """What a command says that fails; limited: no file of its process may have more than LIMIT bytes."""
        environment = {**os.environ, "TALLYSTICK_INSTANCE": str(self.folder), "DATABASE_URL": "", **more}
        limit = ["prlimit", f"--fsize={LIMIT}"] if limited else []
        command = [*limit, sys.executable, "-m", "flask", "--app", "app", *words]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 1, done.stderr
        return done.stderr


@pytest.fixture
def place(new_database, tmp_path) -> Installation:
    return Installation(tmp_path, new_database("sqlite").removeprefix("sqlite:///"))


@pytest.mark.parametrize("end", ["", "-restoring", "-restoring-before"])
def test_a_restore_on_a_full_disk_says_so(place, tmp_path, end):
    """end: of the file that does not grow any more."""
    disk = Disk(f"{place.database}{end}", tmp_path, library(tmp_path))
    disk.full.touch()
    assert place.flask("restore", str(place.copy), **disk.settings) == FULL.format(place.folder)
    assert place.dump() == place.before
    assert not list(place.folder.glob("*-restoring*"))


@pytest.mark.parametrize("words", ["copy", "restore"])
def test_a_quota_that_is_used_up_is_said(place, words):
    folder = place.folder / "copies" if words == "copy" else place.folder
    more = [] if words == "copy" else [str(place.copy)]
    assert place.flask(words, *more, limited=True) == FAILED.format(folder)
    assert place.dump() == place.before
    assert not list(place.folder.glob("*-restoring*"))
    assert not list((place.folder / "copies").glob("*tallystick-*"))


def test_a_copy_that_may_not_be_read_is_said(place, tmp_path):
    folder = tmp_path / "a folder"
    folder.mkdir()
    assert place.flask("restore", str(folder)) == f"Error: There is no copy {folder}\n"
    assert "is not a copy of Tallystick" in place.flask("restore", str(ROOT / "README.md"))
    assert place.dump() == place.before
