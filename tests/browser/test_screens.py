"""Every screen in both themes: nothing for axe to find, nothing wider than the phone.

axe looks in English, at pages that all games share in one of them; in Persian, which runs the other way, and in German,
which has the longest words, only the width is looked at. At full size axe looks in every language.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.axe import violations
from tests.browser.in_page import BEYOND
from tests.browser.phones import reader
from tests.browser.scenes import SCENES, say, scenes
from tests.support.tables import make_circle, start
from web.i18n.locale import NAMES

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
EVERYTHING = int(os.environ.get("TALLYSTICK_FULL", "0"))
CODES = NAMES if EVERYTHING else ("en", "fa", "de")
SIZES: dict[str, Any] = {
    "phone": {"width": 360, "height": 740},
    "small": {"width": 320, "height": 568},
    "wide": {"width": 1280, "height": 800},
}
PAGES = ("-history", "-rulings", "-new", "-deal", "-paper", "-across", "-turned")  # that every game shares
SHARED = tuple("clobyosh" + page for page in PAGES)


@pytest.fixture(scope="module")
def evening(address: str, client_of: Any) -> tuple[dict[str, str], str]:
    """All screens' addresses, and the cookie that opens them."""
    client = client_of
    found = scenes(client)
    return found, client.get_cookie("tallystick").value


@pytest.mark.parametrize("code", CODES)
def test_every_screen_is_as_it_should_be(chromium: Browser, address: str, evening: Any, code: str) -> None:
    """Each is opened once: nothing for axe to find, nothing scrolls sideways at any size.

    The pages that all games share are looked at by axe in one game where the words are not the source's own.
    """
    with reader(chromium, address, code, evening[1]) as context:
        page = context.new_page()
        found = {name: seen for name, path in evening[0].items() if (seen := look(page, address + path, code, name))}
    assert found == {}


def look(page: Page, place: str, code: str, name: str) -> dict[str, Any]:
    """What is wrong with a screen."""
    page.set_viewport_size(SIZES["phone"])
    page.goto(place)
    seen_elsewhere = name.endswith(PAGES) and name not in SHARED and not (EVERYTHING and code == "en")
    seen_elsewhere |= code != "en" and not EVERYTHING
    found = {} if seen_elsewhere else violations(page)
    for size in SIZES if code == "en" else ["small"]:
        page.set_viewport_size(SIZES[size])
        wide = page.evaluate(BEYOND)
        found |= {size: wide} if wide else {}
    return found


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
    for path in (
        "/",
        "/new",
        f"/m/{match}",
        f"/m/{match}/rulings",
        f"/m/{match}/history",
        re.search(r'"(/e/\w+)', home)[1],
    ):
        page.goto(address + path)
        wide[path] = page.evaluate(BEYOND)
    context.close()
    assert {path: words for path, words in wide.items() if words} == {}


def test_short_names_are_whole_beside_high_totals(chromium: Browser, address: str, client_of: FlaskClient) -> None:
    """On the lowest screen two letters more are a name; the dealer's ring leaves them their room."""
    client_of.delete_cookie("tallystick")
    make_circle(client_of, "Ann", "Bob")
    match = start(client_of, "clobyosh", "Ann", "Bob")
    say(client_of, match, "play", **SCENES["clobyosh"].deals[0])
    context = chromium.new_context(viewport={"width": 320, "height": 568})
    context.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/m/{match}")
    names = page.locator(".side h2 bdi").evaluate_all("(all) => all.map((one) => [one.scrollWidth, one.clientWidth])")
    edges = [
        page.locator(f".side {part}").evaluate_all(f"(all) => all.map((one) => one.getBoundingClientRect().{edge})")
        for part, edge in (("h2", "right"), (".total", "left"))
    ]
    context.close()
    assert [needed for needed, given in names if needed > given] == []
    assert all(end <= begin for end, begin in zip(*edges, strict=True))
