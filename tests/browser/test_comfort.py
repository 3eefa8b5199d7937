"""Comforts of a phone: the screen stays awake, a short buzz says that a deal is down; and phones that have neither."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.phones import deal
from tests.browser.waits import at_rest
from tests.support.tables import start

Open = Callable[..., Page]

LOCKS = """
const root = document.documentElement, told = {asked: 0, held: 0};
const tell = () => Object.assign((document.documentElement ?? root).dataset, told);
class Lock extends EventTarget {
  async release() { told.held -= 1; tell(); this.dispatchEvent(new Event("release")); }
}
Object.defineProperty(navigator, "wakeLock", {value: {request: async (kind) => {
  told.asked += 1;
  if (kind !== "screen" || REFUSES) { tell(); throw new DOMException("no", "NotAllowedError"); }
  told.held += 1; tell();
  return window.lock = new Lock();
}}});
"""
SEEN = "Object.defineProperty(document, 'visibilityState', {get: () => window.hidden ? 'hidden' : 'visible'});"
NO_LOCKS = "delete Navigator.prototype.wakeLock;"
PLAIN = "Object.defineProperty(window, 'isSecureContext', {value: false});"
BUZZ = """
const told = [];
Object.defineProperty(navigator, "vibrate", {value: (pattern) => {
  told.push(pattern); document.documentElement.dataset.buzzed = JSON.stringify(told); return true;
}});
"""
NO_BUZZ = "delete Navigator.prototype.vibrate;"


@pytest.fixture
def opened(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Iterator[Open]:
    """Opens a table on a phone that a script has prepared; an error in its console fails the test."""

    errors: list[str] = []

    def at_table(*stubs: str, refuses: bool = False, players: tuple[str, ...] = ()) -> Page:
        script = f"const REFUSES = {str(refuses).lower()};" + "".join(f"{{{stub}}}" for stub in stubs)
        page = new_phone(script, reduced_motion="no-preference").new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        game = "clobyosh" if len(players) == 2 else "boomke_wies"
        page.goto(f"{address}/m/{start(client_of, game, *players)}")
        return page

    yield at_table
    assert errors == []


def held(page: Page, locks: int) -> None:
    """So many locks keep the screen awake."""
    expect(page.locator("html")).to_have_attribute("data-held", str(locks))


def asked(page: Page, times: int) -> None:
    """The phone was asked so often to stay awake."""
    expect(page.locator("html")).to_have_attribute("data-asked", str(times))


def switch(page: Page, name: str) -> Locator:
    """A switch, with the menu opened."""
    more = page.locator("#menu")
    if more.get_attribute("open") is None:
        more.locator("summary").click()
    return page.locator(f'phone-switch[data-name="{name}"]')


def shut(page: Page) -> None:
    """Close the menu: a tap beside it does no more than that."""
    page.mouse.click(4, 600)
    expect(page.locator("#menu[open]")).to_have_count(0)


def hide(page: Page, hidden: bool) -> None:
    """The phone is locked, or looked at again; a locked phone takes its lock back."""
    page.evaluate(
        """(hidden) => { window.hidden = hidden; if (hidden) window.lock?.release();
        document.dispatchEvent(new Event("visibilitychange")) }""",
        hidden,
    )


def test_the_screen_stays_awake_until_it_is_switched_off(opened):
    """Again after the phone was locked; and the phone remembers what was chosen."""
    page = opened(LOCKS, SEEN)
    held(page, 1)
    hide(page, True)
    held(page, 0)
    hide(page, False)
    held(page, 1)
    asked(page, 2)
    awake = switch(page, "awake")
    expect(awake.locator("input")).to_be_checked()
    awake.locator("label").click()
    held(page, 0)
    page.reload()
    expect(switch(page, "awake").locator("input")).not_to_be_checked()
    expect(page.locator("html")).not_to_have_attribute("data-asked", "1")
    switch(page, "awake").locator("label").click()
    held(page, 1)


@pytest.mark.thorough
def test_a_quiet_word_says_when_the_phone_cannot(opened):
    """Stay awake, that is; of a buzz it says nothing."""
    page = opened(LOCKS, SEEN, refuses=True)
    awake = switch(page, "awake")
    expect(awake).to_contain_text("The phone does not allow it just now")
    expect(awake.locator("[data-word]:visible")).to_have_count(1)
    page = opened(NO_LOCKS, PLAIN, NO_BUZZ)
    awake = switch(page, "awake")
    expect(awake).to_contain_text("It needs an address with HTTPS")
    expect(awake.locator("[data-word]:visible")).to_have_count(1)
    expect(awake.locator("input")).to_be_disabled()
    expect(switch(page, "buzz")).to_be_hidden()
    shut(page)
    deal(page)


def buzzed(page: Page, *patterns: object) -> None:
    """The phone buzzed like this so far."""
    words = "[" + ",".join(str(pattern).replace(" ", "") for pattern in patterns) + "]"
    expect(page.locator("html")).to_have_attribute("data-buzzed", words)


def test_a_deal_buzzes_shortly_until_it_is_switched_off(opened):
    """With the first deal the items of the menu above it become fewer."""
    page = opened(BUZZ)
    expect(page.locator('phone-switch[data-name="buzz"]')).not_to_have_attribute("hidden", "")
    deal(page)
    buzzed(page, 20)
    switch(page, "buzz").locator("label").click()
    shut(page)
    deal(page)
    buzzed(page, 20)
    expect(switch(page, "awake")).to_contain_text("The screen stays awake")
    expect(switch(page, "buzz")).to_contain_text("A short buzz when a deal is recorded")
    expect(switch(page, "buzz").locator("input")).not_to_be_checked()


@pytest.mark.thorough
def test_a_refusal_buzzes_otherwise(opened):
    page = opened(BUZZ, players=("Ann", "Bob"))
    expect(page.locator('phone-switch[data-name="buzz"]')).not_to_have_attribute("hidden", "")
    page.get_by_role("button", name="Ann took the turned suit").click()
    expect(page.locator("#table[data-version='1']")).to_be_visible()
    at_rest(page)
    page.goto(page.url.partition("?")[0] + "?last_trick=0&cards.0=100&cards.1=90")  # no key leads there
    last = page.get_by_role("button", name="That is all")
    last.evaluate("(button) => { button.disabled = false; button.click(); }")
    expect(page.locator(".fault")).to_have_count(1)
    buzzed(page, [30, 60, 30])
