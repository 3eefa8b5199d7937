"""What cannot be is not offered; whoever taps it all the same is told why, and nothing is chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.phones import chip
from tests.browser.taps import play
from tests.support.tables import start

pytestmark = pytest.mark.browser
NAMES = ["Ann", "Bob", "Cem", "Dee"]


@pytest.fixture
def table(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Callable[..., Page]:
    """Opens a new table of a game under house rules."""

    def opened(game: str, *names: str, **rules: object) -> Page:
        page = new_phone().new_page()
        page.goto(f"{address}/m/{start(client_of, game, *names, **rules)}")
        page.wait_for_selector(".disabled-reason", state="attached")  # it comes after the table
        return page

    return opened


def asked(page: Page, barred: Locator) -> str:
    """What is said when something that cannot be is tapped all the same."""
    expect(barred.locator("css=:scope:disabled, :disabled")).not_to_have_count(0)
    barred.scroll_into_view_if_needed()
    place = barred.bounding_box()
    assert place
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    said = page.locator(".disabled-reason")
    expect(said).not_to_be_empty()
    expect(said).to_be_in_viewport(ratio=1)
    return said.inner_text()


@pytest.mark.thorough
def test_a_call_that_is_not_higher_than_the_last_bid(table: Callable[..., Page]) -> None:
    page = table("boomke_wies")
    play(page, ["press Call by call", "send calls=8"])
    expect(page.locator("#pad button[name=calls]:disabled")).to_have_count(2)
    assert asked(page, page.locator("#pad button[value='8,7']")) == "It must be higher than the last bid."
    page.locator("#pad button[value='8,9']").tap()
    expect(page.locator("#pad button[value='8,9,10']")).to_be_enabled()
    expect(page.locator(".disabled-reason")).to_be_empty()


def test_tricks_that_cannot_add_up(table: Callable[..., Page]) -> None:
    page = table("zwanzig_ab", *NAMES)
    play(page, ["send trump=spades"])
    chip(page, "tricks.0", 4).tap()
    assert "left" in asked(page, chip(page, "tricks.1", 5))
    expect(page.locator("#pad input[name='tricks.1']:checked")).to_have_count(0)
