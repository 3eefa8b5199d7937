"""A disk that is full while a copy is made or put back: the reason is said, the database in place stays as it is."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

from tests.faults.disk import Disk, library
from tests.support.servers import ROOT, prepared


def test_a_disk_that_is_full_or_a_quota_that_is_used_up_is_said_and_nothing_is_changed(new_database, tmp_path):
    """The copy is larger than the database in place."""
    folder = prepared(tmp_path / "instance")
    database, copy = folder / "tallystick.db", tmp_path / "copy.db"
    for path in (database, copy):
        shutil.copyfile(new_database("sqlite").removeprefix("sqlite:///"), path)
    with closing(sqlite3.connect(copy)) as connection, connection:
        rows = [(f"uid{number}", "long " * 100, 0) for number in range(500)]
        connection.executemany("INSERT INTO circles (uid, name, created_at) VALUES (?, ?, ?)", rows)
    disk = Disk(str(database), tmp_path, library(tmp_path))
    disk.full.touch()
    before = database.read_bytes()
    settings = {"TALLYSTICK_INSTANCE": str(folder), "DATABASE_URL": "", "SECRET_KEY": "for a test", **disk.settings}
    command = [sys.executable, "-m", "tests.faults.refused_commands", str(copy)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, check=True, timeout=120
    )
    full = "Error: Nothing was changed: SQLite cannot write in {}: database or disk is full\n".format
    failed = "Error: Nothing was changed: SQLite cannot write in {}: disk I/O error\n".format
    said = [full(folder)] * 3 + [failed(folder / "copies"), failed(folder)]
    assert [json.loads(line) for line in done.stdout.splitlines()] == [[1, words, 0] for words in said]
    assert database.read_bytes() == before


def test_a_copy_that_may_not_be_read_is_said(app, tmp_path):
    for path, words in ((tmp_path, f"Error: There is no copy {tmp_path}\n"), (ROOT / "README.md", "is not a copy of")):
        said = app.test_cli_runner().invoke(args=["restore", str(path)])
        assert said.exit_code == 1
        assert words in said.stderr
