"""What cannot be is not offered; whoever taps it all the same is told why, and nothing is chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.phones import chip
from tests.browser.taps import SOON, play
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
    play(page, ["press Call by call", "send calls=8"], script=True)
    expect(page.locator("#pad button[name=calls]:disabled")).to_have_count(2)
    assert asked(page, page.locator("#pad button[value='8,7']")) == "It must be higher than the last bid."
    page.wait_for_timeout(SOON)
    page.locator("#pad button[value='8,9']").tap()
    expect(page.locator("#pad button[value='8,9,10']")).to_be_enabled()
    expect(page.locator(".disabled-reason")).to_be_empty()


def test_tricks_that_cannot_add_up(table: Callable[..., Page]) -> None:
    page = table("zwanzig_ab", *NAMES)
    play(page, ["send trump=spades"], script=True)
    chip(page, "tricks.0", 4).tap()
    assert "left" in asked(page, chip(page, "tricks.1", 5))
    expect(page.locator("#pad input[name='tricks.1']:checked")).to_have_count(0)


@pytest.mark.thorough
def test_a_bid_that_nobody_could_open_a_plunge_with(table: Callable[..., Page]) -> None:
    page = table("texas_42")
    play(page, ["tap bidder=1", "open Special contract", "tap contract=plunge"], script=True)
    expect(chip(page, "bid", 84)).to_be_disabled()
    assert "4" in asked(page, chip(page, "bid", 84))
    page.wait_for_timeout(SOON)
    chip(page, "bid", 168).tap()
    expect(page.locator(".bidline")).to_be_visible()


@pytest.mark.thorough
def test_points_are_not_asked_before_it_is_known_whose_sequence_is_better(table: Callable[..., Page]) -> None:
    page = table("clobyosh", "Ann", "Bob")
    play(page, ["also maker=1&turned=true"], script=True)
    for seat in (0, 1):
        chip(page, f"best.{seat}", 20).tap()
    taker = chip(page, "last_trick", 1)
    expect(taker).to_be_disabled()
    assert asked(page, taker) == "Whose sequence is better?"
    chip(page, "top.0", "K").tap()
    chip(page, "top.1", "Q").tap()
    expect(page.locator("#pad .notice")).to_contain_text("Ann scores")
    taker.tap()
    expect(page.locator("#pad .keys")).to_be_visible()


def test_what_is_still_asked_is_said_without_script(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """There the row of the last trick stays open, since nothing tells what is chosen; the answer asks on."""
    page = new_phone(java_script_enabled=False).new_page()
    page.goto(f"{address}/m/{start(client_of, 'clobyosh', 'Ann', 'Bob')}")
    play(page, ["also maker=1&turned=true", "radio best.0=20", "radio best.1=20", "send last_trick=0"], script=False)
    expect(page.locator("#pad .notice")).to_have_text("The same number: how high is each?")
    play(page, ["radio top.0=K", "radio top.1=Q", "send last_trick=0"], script=False)
    expect(page.locator("#pad .keys")).to_be_visible()
