"""Comforts of a phone: the screen stays awake, a short buzz says that a deal is down; and phones that have neither."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.page_scripts import LOCKS
from tests.browser.phones import deal
from tests.browser.waits import at_rest
from tests.support.tables import start

Open = Callable[..., Page]

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

    def at_table(*stubs: str, refuses: bool = False, players: tuple[str, ...] = (), **more: object) -> Page:
        script = f"const REFUSES = {str(refuses).lower()};" + "".join(f"{{{stub}}}" for stub in stubs)
        context = new_phone(script, **more)
        page = context.new_page()
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


def test_the_screen_stays_awake_and_again_after_the_phone_was_locked(opened: Open) -> None:
    page = opened(LOCKS, SEEN)
    held(page, 1)
    hide(page, True)
    held(page, 0)
    hide(page, False)
    held(page, 1)
    asked(page, 2)


@pytest.mark.thorough
def test_it_can_be_switched_off_and_the_phone_remembers(opened: Open) -> None:
    page = opened(LOCKS, SEEN)
    held(page, 1)
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
@pytest.mark.parametrize(
    ("stubs", "refuses", "word"),
    [
        ((NO_LOCKS, PLAIN), False, "It needs an address with HTTPS"),
        ((LOCKS, SEEN), True, "The phone does not allow it just now"),
    ],
)
def test_a_quiet_word_says_when_the_phone_cannot(
    opened: Open, stubs: tuple[str, ...], refuses: bool, word: str
) -> None:
    page = opened(*stubs, refuses=refuses)
    awake = switch(page, "awake")
    expect(awake).to_contain_text(word)
    expect(awake.locator("[data-word]:visible")).to_have_count(1)
    if not refuses:
        expect(awake.locator("input")).to_be_disabled()
    shut(page)
    deal(page)


def buzzed(page: Page, *patterns: object) -> None:
    """The phone buzzed like this so far."""
    words = "[" + ",".join(str(pattern).replace(" ", "") for pattern in patterns) + "]"
    expect(page.locator("html")).to_have_attribute("data-buzzed", words)


@pytest.mark.thorough
def test_a_deal_buzzes_shortly_and_a_refusal_otherwise(opened: Open) -> None:
    page = opened(BUZZ)
    expect(page.locator('phone-switch[data-name="buzz"]')).not_to_have_attribute("hidden", "")
    deal(page)
    buzzed(page, 20)
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


def test_it_can_be_switched_off(opened: Open) -> None:
    """With the first deal the items of the menu above it become fewer."""
    page = opened(BUZZ)
    switch(page, "buzz").locator("label").click()
    shut(page)
    deal(page)
    expect(page.locator("html")).not_to_have_attribute("data-buzzed", "[20]")
    expect(switch(page, "awake")).to_contain_text("The screen stays awake")
    expect(switch(page, "buzz")).to_contain_text("A short buzz when a deal is recorded")
    expect(switch(page, "buzz").locator("input")).not_to_be_checked()


@pytest.mark.thorough
def test_a_phone_that_cannot_buzz_has_no_switch_for_it(opened: Open) -> None:
    page = opened(NO_BUZZ, LOCKS)
    expect(switch(page, "awake")).to_be_visible()
    expect(switch(page, "buzz")).to_be_hidden()
    shut(page)
    deal(page)
