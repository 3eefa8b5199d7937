"""The whole browser is killed after a tap: what had been painted as recorded is recorded when it is started again.

TALLYSTICK_BROWSER_KILLS says how often; first as soon as the new total is painted, then each time at another moment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from tests.browser.engines import ready
from tests.browser.evening_away import PhoneOnDisk
from tests.browser.phones import bid, chip
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.tables import make_circle, start

KILLS = int(os.environ.get("TALLYSTICK_BROWSER_KILLS", "1"))
NEVER = 1500  # ms: a total that is painted stays at least so long without an answer


@pytest.fixture
def phone(chromium: Browser, address: str, client_of: FlaskClient, tmp_path: Path) -> Iterator[PhoneOnDisk]:
    """A phone in a circle of four."""
    client_of.delete_cookie("tallystick")
    make_circle(client_of)
    cookies = {"tallystick": client_of.get_cookie("tallystick").value}
    found = PhoneOnDisk(chromium.browser_type, tmp_path, address, cookies)
    yield found
    found.end()


@pytest.mark.parametrize(
    "ahead", [pytest.param(False, id="one", marks=pytest.mark.full), pytest.param(True, id="ahead")]
)
@pytest.mark.parametrize("turn", range(KILLS))
def test_what_was_painted_as_recorded_outlives_the_browser(phone, address, client_of, turn, ahead):
    """A deal, and with ahead the bid of the next one on top of it, while the line hangs."""
    uid = start(client_of, "boomke_wies")
    page = phone.start().new_page()
    page.goto(f"{address}/m/{uid}")
    ready(page)
    bid(page)
    at_rest(page)
    page.route("**/say", lambda route: None)  # the line hangs
    chip(page, "tricks", 9).click()
    version(page, 2)
    if ahead:
        bid(page, 2, 9)
        version(page, 3)
    page.wait_for_timeout(Random(turn).uniform(0, NEVER) if turn else 0)
    phone.kill()
    assert client_of.get(f"/m/{uid}/log").get_json()["version"] == 1
    page = phone.start().new_page()
    page.goto(f"{address}/m/{uid}")
    version(page, 2 + ahead)
    until(page, lambda: unsent(page) == 0)
    expect(page.locator(".board .total").nth(1)).to_have_text("1")
    kinds = [record[0] for record in client_of.get(f"/m/{uid}/log").get_json()["records"]]
    assert kinds == ["bid", "deal", "bid"][: 2 + ahead]
