"""A disk that forgets at a power cut what was not made durable, and that can be full: powercut.c, compiled here."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

SOURCE = Path(__file__).with_name("powercut.c")
SECTOR = 512
NAMES, LOCK = "names", "lock"


def library(folder: Path) -> Path:
    """The library, compiled into this folder; skips the test, loudly, where that is not possible (in CI that fails)."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("NO POWER CUTS: they need Linux and a C compiler (Debian, Ubuntu: apt install gcc libc6-dev)")
    made = folder / "powercut.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", made, SOURCE, "-ldl"]
    subprocess.run(command, check=True, timeout=120)
    return made


class Disk:
    """The disk under one database: what is durable of it stands on the platter, each file named by its inode."""

    def __init__(self, database: str, folder: Path, library: Path) -> None:
        self.database = Path(database).resolve()
        self.platter = folder / "platter"
        self.full = folder / "full"
        self.library = library
        self.platter.mkdir()
        (self.platter / LOCK).touch()
        self.sync_all()

    @property
    def settings(self) -> dict[str, str]:
        """What a server is started with that is to write to this disk."""
        return {
            "LD_PRELOAD": str(self.library),
            "POWERCUT_DATABASE": str(self.database),
            "POWERCUT_PLATTER": str(self.platter),
            "POWERCUT_FULL": str(self.full),
        }

    def sync_all(self) -> None:
        """Make everything durable that is there now, as after a sync before the server starts."""
        for old in self.platter.iterdir():
            if old.name != LOCK:
                old.unlink()
        syncing = "import os,sys; [os.fsync(os.open(path, os.O_RDONLY)) for path in sys.argv[1:]]"
        paths = [*map(str, self.files()), str(self.database.parent)]
        command = [sys.executable, "-c", syncing, *paths]
        subprocess.run(command, env={**os.environ, **self.settings}, check=True, timeout=120)

    def files(self) -> list[Path]:
        """The files of the database that are there, durable or not."""
        paths = [self.database.with_name(self.database.name + ending) for ending in ("", "-wal", "-journal")]
        return [path for path in paths if path.exists()]

    @contextmanager
    def held(self) -> Iterator[None]:
        """While the block runs nothing becomes durable."""
        with (self.platter / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def names(self) -> dict[str, str]:
        """Where the content of each durable name is found on the platter."""
        lines = (self.platter / NAMES).read_text().splitlines()
        return {name: inode for inode, name in (line.split(" ", 1) for line in lines)}

    def durable(self, inode: str) -> bytes:
        """The durable content of a file; nothing when it was never synced."""
        path = self.platter / inode
        return path.read_bytes() if path.exists() else b""

    def cut(self, target: Path, random: Random | None = None) -> str:
        """What a power cut at this moment leaves, put in the target folder; the path of the database there.

        With random, which needs a server that is dead, some sectors of what was only written have survived as well.
        """
        target.mkdir()
        with self.held():
            found = {name: self.durable(inode) for name, inode in self.names().items()}
            if random:
                found = {
                    path.name: mixed(found.get(path.name, b""), path.read_bytes(), random) for path in self.files()
                }
        for name, content in found.items():
            (target / name).write_bytes(content)
        return str(target / self.database.name)

    def put_back(self, database: str) -> None:
        """Start anew from what a power cut has left."""
        for path in self.database.parent.glob(self.database.name + "*"):
            path.unlink()
        for path in Path(database).parent.glob(Path(database).name + "*"):
            shutil.copyfile(path, self.database.with_name(path.name))
        self.sync_all()


def mixed(durable: bytes, written: bytes, random: Random) -> bytes:
    """A file of which every sector is either as it was synced or as it was written since, and so is its length."""
    length = len(random.choice((durable, written)))
    longest = max(len(durable), len(written))
    old, new = durable.ljust(longest, b"\0"), written.ljust(longest, b"\0")
    chosen = [random.choice((old, new))[at : at + SECTOR] for at in range(0, longest, SECTOR)]
    return b"".join(chosen)[: max(length, len(durable))]
