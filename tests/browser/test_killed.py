"""The whole browser is killed after a tap: what had been painted as recorded is recorded when it is started again.

TALLYSTICK_BROWSER_KILLS says how often; first as soon as the new total is painted, then each time at another moment.
"""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, expect

from tests.browser.engines import ready
from tests.browser.phones import bid, chip
from tests.browser.taps import SOON
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.chromium import PATIENCE, settings
from tests.support.tables import make_circle, start

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser
KILLS = int(os.environ.get("TALLYSTICK_BROWSER_KILLS", "1"))
NEVER = 1500  # ms: a total that is painted stays at least so long without an answer


def processes(profile: Path) -> list[int]:
    """Every process of the browser with this profile."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and str(profile) in (entry / "cmdline").read_text():
                found.append(int(entry.name))
        except OSError:
            continue  # it has just ended
    return found


def kill(profile: Path) -> None:
    """What a phone does that runs out of memory: nothing is asked, nothing is closed."""
    deadline = time.monotonic() + PATIENCE / 1000
    while left := processes(profile):  # until the last is gone: the profile may be opened again at once
        assert time.monotonic() < deadline, left
        for process in left:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.01)
    for name in ("SingletonLock", "SingletonCookie", "SingletonSocket"):
        (profile / name).unlink(missing_ok=True)


@pytest.fixture
def opened(chromium: Browser, address: str, client_of: FlaskClient, tmp_path: Path):
    """Starts the browser of one phone, which keeps what it keeps in a folder, in a circle of four."""
    client_of.delete_cookie("tallystick")
    make_circle(client_of)
    started: list[BrowserContext] = []

    def opened() -> BrowserContext:
        context = chromium.browser_type.launch_persistent_context(
            str(tmp_path), viewport={"width": 360, "height": 740}, has_touch=True, **settings()
        )
        cookie = client_of.get_cookie("tallystick").value
        context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
        started.append(context)
        return context

    yield opened
    kill(tmp_path)
    for context in started:
        with suppress(Error):  # the driver may not have heard yet that its browser is gone
            context.close()


@pytest.mark.parametrize("ahead", [False, True], ids=["one", "ahead"])
@pytest.mark.parametrize("turn", range(KILLS))
def test_what_was_painted_as_recorded_outlives_the_browser(
    opened, address: str, client_of: FlaskClient, tmp_path: Path, turn: int, ahead: bool
) -> None:
    """A deal, and with ahead the bid of the next one on top of it, while the line hangs."""
    uid = start(client_of, "boomke_wies")
    page = opened().new_page()
    page.goto(f"{address}/m/{uid}")
    ready(page)
    bid(page)
    at_rest(page)
    page.wait_for_timeout(SOON)
    page.route("**/say", lambda route: None)  # the line hangs
    chip(page, "tricks", 9).click()
    version(page, 2)
    if ahead:
        page.wait_for_timeout(SOON)
        bid(page, 2, 9)
        version(page, 3)
    page.wait_for_timeout(Random(turn).uniform(0, NEVER) if turn else 0)
    kill(tmp_path)
    assert client_of.get(f"/m/{uid}/log").get_json()["version"] == 1
    page = opened().new_page()
    page.goto(f"{address}/m/{uid}")
    version(page, 2 + ahead)
    until(page, lambda: unsent(page) == 0)
    expect(page.locator(".board .total").nth(1)).to_have_text("1")
    kinds = [record[0] for record in client_of.get(f"/m/{uid}/log").get_json()["records"]]
    assert kinds == ["bid", "deal", "bid"][: 2 + ahead]
