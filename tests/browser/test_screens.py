"""Every screen, and every page of review: nothing for axe to find, nothing wider than the phone or a wide window.

Each template is looked at once, with the pads of each game: in German, which has the longest words, and one in three in
Persian, which runs the other way; in the light and in the dark in turn. By default a fifth of them is; at full size axe
looks at every screen in every language, in both themes. No engine starts: the tables are as the server drew them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page

from scoring.games import games
from tests.browser.engines import NO_ENGINE
from tests.browser.phones import BEYOND, reader
from tests.browser.scenes import scenes
from tests.support.review_evenings import golden_evening, one_deal
from tests.support.sizes import FULL, one_in
from web.i18n.catalog import NAMES

PARTS = 5  # which may run beside each other
SIZES = {"wide": (1280, 800), "small": (320, 568)}  # px
ALIKE = """across asked blank deal early-end follow history new over over-follow over-television paper rules rulings
television turned""".split()  # in all games
TWICE = """boomke_wies-asked boomke_wies-both-waits boomke_wies-early-end boomke_wies-clock-across
boomke_wies-clock-television boomke_wies-forgotten boomke_wies-last-deal boomke_wies-last-deal-across
boomke_wies-level-across boomke_wies-level-television boomke_wies-played-out boomke_wies-played-out-television
boomke_wies-removed-follow boomke_wies-removed-deal clobyosh-first-number clobyosh-tens clobyosh-amend
knockout_whist-amend texas_42-amend texas_42-bid-marks texas_42-bid-nello texas_42-bid-sevens zwanzig_ab-amend
""".split()  # of one template with another
IN = "boomke_wies"  # the game in which those are looked at
STEPS = """review p g e records season seasons ask winners lengths rules deals matches export year story how-sure
new edit evenings""".split()  # of an address of review
RUN = "(options) => axe.run(document, options).then(({ violations }) => violations)"
OPTIONS = {"resultTypes": ["violations"], "preload": False}  # no rule that runs here reads the style sheets
THEMES = ("light", "dark")


@pytest.fixture(scope="module")
def evening(client_of: FlaskClient) -> tuple[dict[str, str], str]:
    """All screens' addresses, and the cookie that opens them."""
    found = scenes(client_of)
    return found, client_of.get_cookie("tallystick").value


def seen_elsewhere(name: str) -> bool:
    """Whether a screen of this name looks like another one."""
    game, _, kind = name.partition("-")
    return name in TWICE or (game in games() and game != IN and kind in ALIKE)


def looked_at(new_context: Callable[..., BrowserContext], address: str, cookie: str, paths: dict[str, str]) -> None:
    """Nothing for axe to find on any of these pages, by name, and nothing scrolls sideways; languages in turn."""
    found = {}
    phone = partial(new_context, NO_ENGINE)
    pages = {code: reader(phone, address, code, cookie).new_page() for code in (NAMES if FULL else ("de", "fa"))}
    for number, (name, path) in enumerate(paths.items()):
        for code in NAMES if FULL else ["fa" if number % 3 == 0 else "de"]:
            page = pages[code]
            page.goto(address + path)
            if "/review" in path:
                page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
            themes = THEMES if FULL else THEMES[number % 2 :][:1]
            colours = FULL or number % 4 < 2  # what they rest on is the same in most, and dear to find out
            found[name, code] = [violations(page, themes, colours), too_wide(page)]
    assert {name: seen for name, seen in found.items() if any(seen)} == {}


@pytest.mark.parametrize("part", one_in(PARTS, range(PARTS)))
def test_every_screen_is_as_it_should_be(new_context, address, evening, part):
    found, cookie = evening
    names = [name for name in found if FULL or not seen_elsewhere(name)][part::PARTS]
    looked_at(new_context, address, cookie, {name: found[name] for name in names})


def violations(page: Page, themes: tuple[str, ...], colours: bool) -> dict[str, Any]:
    """By theme what axe finds on a page: the rule, and the beginning of the first elements that break it.

    colours: whether words must stand out from what is behind them.
    """
    found = {}
    page.evaluate(Axe().axe_script)
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        broken = page.evaluate(RUN, OPTIONS | {"rules": {"color-contrast": {"enabled": colours}}})
        if broken:
            found[theme] = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in broken]
    return found


def too_wide(page: Page) -> dict[str, list[str]]:
    """What sticks out of a page, by size."""
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        found[size] = page.evaluate(BEYOND)
    return {size: words for size, words in found.items() if words}


def kind_of(address: str) -> str:
    """The page without whom or what it is about."""
    steps = address.partition("?")[0].split("/")
    return "/".join(step if step in STEPS or step in games() else "x" for step in steps)


def pages_by_kind(client: FlaskClient) -> dict[str, str]:
    """One address of every kind of page that the links of review lead to, files left out."""
    found: dict[str, str] = {}
    waiting = ["/review", "/evenings"]
    while waiting:
        address = waiting.pop(0)
        answer = client.get(address)
        if kind_of(address) in found or answer.mimetype != "text/html":
            answer.close()
            continue
        found[kind_of(address)] = address
        links = [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]+)"', answer.text)]
        waiting += [link for link in links if re.match(r"/review|/e/\w+/story$", link) and kind_of(link) not in found]
    return found


@pytest.mark.thorough
def test_every_page_of_review_is_as_it_should_be(new_context, own_app, client_of, address):
    golden_evening(own_app, client_of, "Ann", "Bartholomäus", "Cem", "Dee")
    for side in (0, 1, 0, 0) * 4:
        one_deal(own_app, client_of, side, "Ann", "Bartholomäus", "Cem", "Dee")
    found = pages_by_kind(client_of)
    people, others = {"x/review/p/x", "x/review/p/x/x"}, {"x/review/year/x", "x/e/x/story", "x/review/matches"}
    assert people | others <= found.keys()
    looked_at(new_context, address, client_of.get_cookie("tallystick").value, found)
