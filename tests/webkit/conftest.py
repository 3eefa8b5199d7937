"""A browser of WebKitGTK, where its driver is installed, and a server that can be killed."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.servers import KillableServer
from tests.webkit.driver import DRIVER, WebKit


@pytest.fixture
def webkit(tmp_path: Path) -> Iterator[WebKit]:
    """A browser with nothing stored; skips the test, loudly, when there is none."""
    if not shutil.which(DRIVER):
        pytest.skip(f"NO TESTS IN WEBKIT: {DRIVER} is not on the PATH (Debian: apt install webkit2gtk-driver xvfb)")
    browser = WebKit(tmp_path)
    yield browser
    browser.end()


@pytest.fixture
def database(new_database: Callable[[str], str]) -> str:
    """The URL of a new, empty database."""
    return new_database("sqlite")


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[KillableServer]:
    """A running server on it."""
    server = KillableServer(database, tmp_path / "instance")
    server.start()
    yield server
    server.kill()
