"""Every page of review, found by its links: nothing for axe to find, nothing wider than a small phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext

from scoring.games import games
from tests.browser.page_scripts import BEYOND, violations
from tests.support.review_evenings import golden_evening, one_deal

SMALL = {"width": 320, "height": 568}
STEPS = """review p g e records season seasons ask luck never-together rules deals matches export year story how-sure
new edit evenings""".split()


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
            continue
        found[kind_of(address)] = address
        links = [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]+)"', answer.text)]
        waiting += [link for link in links if re.match(r"/review|/e/\w+/story$", link) and kind_of(link) not in found]
    return found


@pytest.mark.thorough
def test_axe_finds_nothing_and_nothing_is_wider_than_the_phone(
    new_context: Callable[..., BrowserContext], own_app: Flask, client_of: FlaskClient, address: str
) -> None:
    golden_evening(own_app, client_of, "Ann", "Bartholomäus", "Cem", "Dee")
    for side in (0, 1, 0, 0) * 4:
        one_deal(own_app, client_of, side, "Ann", "Bartholomäus", "Cem", "Dee")
    found = pages_by_kind(client_of)
    assert {
        "x/review/p/x",
        "x/review/p/x/x",
        "x/review/records/x",
        "x/review/year/x/x",
        "x/review/matches",
        "x/e/x/story",
    } <= found.keys()
    cookie = client_of.get_cookie("tallystick")
    assert cookie
    context = new_context(viewport=SMALL, locale="de")
    context.add_cookies([{"name": "tallystick", "value": cookie.value, "url": address}])
    page, wrong = context.new_page(), {}
    for path in found.values():
        page.goto(address + path)
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        wrong[path] = violations(page), page.evaluate(BEYOND)
    assert {path: seen for path, seen in wrong.items() if seen[0] or seen[1]} == {}
