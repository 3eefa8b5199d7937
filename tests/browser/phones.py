"""Taps on a table of Boomke Wies, for tests of what happens around them."""

from __future__ import annotations

from collections.abc import Callable

from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.taps import apart
from tests.browser.waits import at_rest, version

BEYOND = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
    .map((one) => `${one.nodeName} ${one.textContent.slice(0, 40)}`)"""


def chip(page: Page, name: str, value: object) -> Locator:
    """A chip of the pad by what it sends."""
    label = f'label:has(input[name="{name}"][value="{value}"])'
    return page.locator(f'#pad :is(button[name="{name}"][value="{value}"], {label})').first


def bid(page: Page, declarer: int = 1, contract: object = 8) -> None:
    """Tap a bid."""
    chip(page, "declarer", declarer).click()
    chip(page, "contract", contract).click()
    expect(page.locator(".bidline .ring")).to_be_visible()


def deal(page: Page, declarer: int = 1, contract: object = 8, tricks: int = 9) -> None:
    """Tap a whole deal, and wait until the server has it."""
    bid(page, declarer, contract)
    apart(page)
    with page.expect_response("**/say"):
        chip(page, "tricks", tricks).click()
    expect(page.locator(".toast")).to_be_visible()
    at_rest(page)  # the answer was perhaps that to the bid


def looked_ahead(page: Page) -> None:
    """Wait until the pad says what the choice of a bidder leads to: from then on nothing moves on it by itself."""
    expect(page.locator('#pad button[value="meetje"]')).to_be_disabled()


def reader(new_context: Callable[..., BrowserContext], address: str, code: str, cookie: str = "") -> BrowserContext:
    """A phone on which a language was chosen."""
    context = new_context()
    cookies = {"language": code} | ({"tallystick": cookie} if cookie else {})
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    return context


def ahead(page: Page, declarer: int, version_before: int, tricks: int = 9) -> None:
    """A deal while nothing gets through."""
    chip(page, "declarer", declarer).click()
    chip(page, "contract", 8).click()
    version(page, version_before + 1)
    chip(page, "tricks", tricks).click()
    version(page, version_before + 2)


def log_of(client: FlaskClient, uid: str) -> list[list[object]]:
    """Kind and what was bid or taken of each record that the server has."""
    records = client.get(f"/m/{uid}/log").get_json()["records"]
    return [[kind, body.get("declarer"), body.get("tricks")] for kind, body, *_ in records]


def deals_of(*declarers: int) -> list[list[object]]:
    """The log of these deals."""
    rows: list[list[object]] = []
    for declarer in declarers:
        rows += [["bid", declarer, None], ["deal", declarer, 9]]
    return rows
