"""Where faults are tried: a migrated database in a folder of its own, with a circle and matches, and servers on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import NamedTuple

from models.log.read import read
from models.log.state import state_cache
from models.matches import find_match
from tests.models.tables import opened
from tests.support.databases import app_on, copies
from tests.support.servers import ROOT, free_port, process, wait_until_open
from tests.support.tables import make_circle, start, token

GAME = "boomke_wies"
SECRET = "for tests"


class Place(NamedTuple):
    """A database by its URL, the matches that were begun there, and what lets a browser in: cookie and form token."""

    url: str
    matches: list[str]
    cookie: str
    token: str

    @property
    def file(self) -> str:
        """The path of the database."""
        return self.url.removeprefix("sqlite:///")


def set_up(url: str, matches: int) -> Place:
    """A circle of four with so many matches in a migrated, empty database; nothing of it stays open."""
    app = app_on(url)
    client = app.test_client()
    make_circle(client)
    begun = [start(client, GAME, dealer=dealer) for dealer in ("Ann", "Bob", "Cem", "Dee") * matches][:matches]
    found = Place(url, begun, client.get_cookie("tallystick").value, token(client))
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
    return found


@contextmanager
def on_sqlite(folder: Path, matches: int) -> Iterator[Place]:
    """A place on SQLite in this folder."""
    with copies(folder) as new:
        yield set_up(new("sqlite"), matches)


@contextmanager
def server(place: Place, folder: Path, **settings: str) -> Iterator[tuple[int, Popen]]:
    """Port and process of a real server on this place, while the block runs; its log is server.log in the folder."""
    port = free_port()
    command = [sys.executable, "-m", "tests.faults.server_with_sqlite", "--port", str(port)]
    known = {"DATABASE_URL": place.url, "SECRET_KEY": SECRET, "TALLYSTICK_COPIES": "no", **settings}
    with process(known, folder / "server.log", command, ROOT) as started:
        wait_until_open(port, started)
        yield port, started


def recorded(url: str, matches: list[str]) -> dict[str, list[str]]:
    """The uids of what a database holds, by match, every log checked from its beginning."""
    state_cache.clear()
    with opened(url):
        return {uid: [record.uid for record in read(find_match(uid)).records] for uid in matches}
