"""The app without a network: it starts from what the phone keeps, and sends what was recorded meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import ready
from tests.browser.offline import go_away
from tests.browser.waits import unsent, until
from tests.support.servers import Stoppable

At = Callable[..., tuple[Page, str]]

pytestmark = pytest.mark.browser


def test_home_and_table_start_cold_without_a_network(at_table: At, house: Stoppable) -> None:
    page, path = at_table()
    served = page.locator("#table").inner_text()
    page = go_away(page, house)
    page.goto(house.address)
    expect(page.locator(".note:visible b")).to_have_text("Not connected")
    page.locator(f"a[href='{path}']").first.click()
    expect(page.locator("#table .total").first).to_be_visible()
    assert page.locator("#table").inner_text() == served
    expect(page.locator("#unsent b")).to_have_text("No network")
    ready(page)
    page.go_back()
    page.locator("a[href^='/e/']").first.click()
    expect(page.locator(f"a[href='{path}']")).to_be_visible()


@pytest.mark.thorough
def test_after_a_long_time_away_five_seconds_are_enough(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    """The pauses between attempts have grown to a minute by then; the page is looked at all the time."""
    page, path = at_table()
    page = go_away(page, house)
    page.clock.install()
    page.goto(house.address + path)
    ready(page)
    for number, declarer in enumerate((1, 2)):
        ahead(page, declarer, 2 * number)
    page.clock.pause_at(page.evaluate("Date.now()") + 1000)
    for _ in range(40):
        page.clock.run_for(5000)
    house.start()
    page.clock.run_for(5000)
    until(page, lambda: unsent(page) == 0)
    assert log_of(client_of, path.removeprefix("/m/")) == deals_of(1, 2)


def test_what_is_not_on_the_phone_says_so_and_comes_with_the_network(at_table: At, house: Stoppable) -> None:
    page, _ = at_table()
    page = go_away(page, house)
    for path in ("/circle", "/e/neverseen234", "/review", "/m/neverseen234"):
        page.goto(house.address + path)
        expect(page.get_by_text("This is not on this phone")).to_be_visible()
    with page.expect_navigation():
        house.start()


def test_a_server_that_hangs_is_waited_for_three_seconds(at_table: At, house: Stoppable) -> None:
    page, path = at_table()
    house.held.clear()
    page.goto(house.address + path)
    expect(page.locator("#shell")).to_be_attached()
    expect(page.locator("#table")).to_be_visible()
