"""A PostgreSQL server of one's own, which may be restarted."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from models.startup import upgrade_database
from tests.support.databases import IMPATIENT, app_on
from tests.support.servers import free_port

OWNER = "postgres"  # PostgreSQL refuses to run as root


class Cluster:
    """Its programs, its folder and its URL."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self.programs, self.folder = programs, folder
        self.port = free_port()
        self.url = f"postgresql+psycopg://{OWNER}@127.0.0.1:{self.port}/{OWNER}"
        self.run("initdb", "-D", "data", "-A", "trust", "-U", OWNER, "-E", "UTF8", "--locale=C.UTF-8")
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync=off"
        self.control("start", "-o", options)

    def run(self, program: str, *words: str) -> None:
        """Run one of its programs."""
        as_owner = {"user": OWNER, "group": OWNER, "extra_groups": []} if os.geteuid() == 0 else {}
        command = [self.programs / program, *words]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL, timeout=120, **as_owner)

    def control(self, *words: str) -> None:
        """Start, stop or restart it."""
        self.run("pg_ctl", "-D", "data", "-l", "log", "-w", *words)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Somebody else has the matches for themselves while the block runs."""
        import psycopg

        with psycopg.connect(self.url.replace("+psycopg", ""), **IMPATIENT) as connection:
            connection.execute("LOCK TABLE matches IN ACCESS EXCLUSIVE MODE")
            yield


def programs() -> Path:
    """Where PostgreSQL's programs are; skips the test, loudly, when they are nowhere."""
    known = shutil.which("initdb")
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found and not known:
        pytest.skip("NO RESTARTS OF POSTGRESQL: install it (Debian, Ubuntu: apt install postgresql)")
    return (found[-1] if found else Path(known).resolve()).parent


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A server with a migrated, empty database, while the block runs."""
    there = programs()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        if os.geteuid() == 0:
            shutil.chown(name, OWNER, OWNER)
        made = Cluster(there, Path(name))
        try:
            app = app_on(made.url)
            upgrade_database(app, anew=True)
            with app.app_context():
                app.extensions["sqlalchemy"].engine.dispose()
            yield made
        finally:
            made.control("stop", "-m", "immediate")
