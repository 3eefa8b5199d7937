"""Every screen in both themes: nothing for axe to find, nothing wider than the phone.

By default a third of the templates is looked at, where all is tested each, with the pads of each game: in English axe
looks, in the dark and in the light in turn; in German, which has the longest words, and for a third in Persian, which
runs the other way, only the width counts. At full size axe looks at every screen in every language, in both themes. No
engine starts: the tables are as the server drew them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page

from scoring.games import games
from tests.browser.answer_modes import NO_ENGINE
from tests.browser.page_scripts import BEYOND, THEMES, violations
from tests.browser.phones import reader
from tests.browser.scenes import SCENES, say, scenes
from tests.support.sizes import FULL, one_in
from tests.support.tables import make_circle, start
from web.i18n.catalog import NAMES

PARTS = 3  # tests of a language, which may run beside each other
LOOKS = [(code, part) for code in (NAMES if FULL else ("en", "de")) for part in range(PARTS)]
SIZES: dict[str, Any] = {
    "phone": {"width": 360, "height": 740},
    "small": {"width": 320, "height": 568},
    "wide": {"width": 1280, "height": 800},
}
ALIKE = """across asked blank deal early-end follow history new over over-follow over-television paper rules rulings
television turned""".split()  # in all games
TWICE = """boomke_wies-clock-across boomke_wies-clock-television boomke_wies-forgotten boomke_wies-last-deal
boomke_wies-last-deal-across boomke_wies-level-across boomke_wies-level-television boomke_wies-played-out
boomke_wies-played-out-television boomke_wies-removed-follow boomke_wies-removed-deal clobyosh-first-number
clobyosh-tens clobyosh-amend knockout_whist-amend texas_42-amend texas_42-bid-marks texas_42-bid-nello
texas_42-bid-sevens zwanzig_ab-amend""".split()  # of one template with another
IN = "boomke_wies"  # the game in which those are looked at


@pytest.fixture(scope="module")
def evening(address: str, client_of: Any) -> tuple[dict[str, str], str]:
    """All screens' addresses, and the cookie that opens them."""
    client = client_of
    found = scenes(client)
    return found, client.get_cookie("tallystick").value


def seen_elsewhere(name: str) -> bool:
    """Whether a screen of this name looks like another one."""
    game, _, kind = name.partition("-")
    return name in TWICE or (game in games() and game != IN and kind in ALIKE)


@pytest.mark.parametrize(("code", "part"), one_in(len(LOOKS) + 1, [*LOOKS, *([] if FULL else [("fa", 0)])]))
def test_every_screen_is_as_it_should_be(
    new_context: Callable[..., BrowserContext], address: str, evening: Any, code: str, part: int
) -> None:
    """Each is opened once: nothing for axe to find, nothing scrolls sideways at any size."""
    page = reader(partial(new_context, NO_ENGINE), address, code, evening[1]).new_page()
    names = [name for name in evening[0] if FULL or not seen_elsewhere(name)][part::PARTS]
    sizes = [*SIZES] if FULL else ["phone", "wide"] if code == "en" else ["small"]
    found = {}
    for number, name in enumerate(names):
        themes = tuple(THEMES) if FULL else tuple(THEMES)[number % 2 :][:1]
        page.set_viewport_size(SIZES[sizes[0]])
        page.goto(address + evening[0][name])
        if FULL or code == "en":
            found[name] = violations(page, themes)
        found[name, "wide"] = too_wide(page, sizes)
    assert {name: seen for name, seen in found.items() if seen} == {}


def too_wide(page: Page, sizes: Iterable[str]) -> dict[str, list[str]]:
    """What sticks out of a page, by size."""
    found = {}
    for size in sizes:
        if page.viewport_size != SIZES[size]:
            page.set_viewport_size(SIZES[size])
        found[size] = page.evaluate(BEYOND)
    return {size: words for size, words in found.items() if words}


def test_long_names_are_no_wider_either(
    new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
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
    context = new_context(viewport=SIZES["small"])
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
    assert {path: words for path, words in wide.items() if words} == {}


def test_short_names_are_whole_beside_high_totals(
    new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """On the lowest screen two letters more are a name; the dealer's ring leaves them their room."""
    client_of.delete_cookie("tallystick")
    make_circle(client_of, "Ann", "Bob")
    match = start(client_of, "clobyosh", "Ann", "Bob")
    say(client_of, match, "play", **SCENES["clobyosh"].deals[0])
    context = new_context(viewport=SIZES["small"])
    context.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    page = context.new_page()
    page.goto(f"{address}/m/{match}")
    names = page.locator(".side h2 bdi").evaluate_all("(all) => all.map((one) => [one.scrollWidth, one.clientWidth])")
    edges = [
        page.locator(f".side {part}").evaluate_all(f"(all) => all.map((one) => one.getBoundingClientRect().{edge})")
        for part, edge in (("h2", "right"), (".total", "left"))
    ]
    assert [needed for needed, given in names if needed > given] == []
    assert all(end <= begin for end, begin in zip(*edges, strict=True))
