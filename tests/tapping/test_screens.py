"""Every screen, in both themes: nothing for axe to find, nothing wider than the phone, no error in the console."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import make_circle, start
from tests.tapping.axe import violations
from tests.tapping.scenes import say, scenes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.browser
SIZES = {"phone": (360, 740), "small": (320, 568), "wide": (1280, 800)}
BEYOND = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
    .map((one) => `${one.nodeName} ${one.textContent.slice(0, 40)}`)"""


@pytest.fixture(scope="module")
def evening(address: str, client_of: Any) -> tuple[dict[str, str], str]:
    """All screens' addresses, and the cookie that opens them."""
    client = client_of
    found = scenes(client)
    return found, client.get_cookie("tallystick").value


@pytest.fixture(scope="module")
def opened(chromium: Browser, address: str, evening: Any) -> Iterator[BrowserContext]:
    """A browser of that circle."""
    context = chromium.new_context(viewport={"width": 360, "height": 740})
    context.add_cookies([{"name": "tallystick", "value": evening[1], "url": address}])
    yield context
    context.close()


def test_axe_finds_nothing(opened: BrowserContext, address: str, evening: Any) -> None:
    """Names, roles, contrast and order are as they should be on every screen."""
    page = opened.new_page()
    found = {name: seen for name, path in evening[0].items() if (seen := violations(page, address + path))}
    page.close()
    assert found == {}


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_wider_than_the_screen(opened: BrowserContext, address: str, evening: Any, size: str) -> None:
    """No screen scrolls sideways at any size."""
    page = opened.new_page()
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    wide = []
    for name, path in evening[0].items():
        page.goto(address + path)
        wide += [(name, words) for words in page.evaluate(BEYOND)]
    page.close()
    assert wide == []


def test_long_names_are_no_wider_either(chromium: Browser, address: str, client_of: FlaskClient) -> None:
    """Names of forty letters, some without a blank, on the pages where they stand in rows."""
    names = (
        "Maximiliane von Hohenstein-Rabenau zu Au",
        "Bartholomäusbartholomäusbartholomäus",
        "Cem",
        "Ottoottoottootto",
    )
    make_circle(client_of, *names)
    match = start(client_of, "boomke_wies", *names)
    say(client_of, match, "play", declarer=1, contract=9, tricks=10)
    home = client_of.get("/").get_data(as_text=True)
    context = chromium.new_context(viewport={"width": 320, "height": 568})
    context.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    page = context.new_page()
    wide = {}
    for path in ("/", f"/m/{match}", f"/m/{match}/history", re.search(r'"(/e/\w+)', home)[1]):
        page.goto(address + path)
        wide[path] = page.evaluate(BEYOND)
    context.close()
    assert {path: words for path, words in wide.items() if words} == {}
