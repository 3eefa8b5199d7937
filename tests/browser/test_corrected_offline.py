"""A match corrected without a network: its end taken back, put back, left as it is, after a reload, too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.deals_ahead import ahead
from tests.browser.engines import ready
from tests.browser.offline import go_away
from tests.browser.phones import chip
from tests.browser.taps import header, shows
from tests.browser.waits import unsent, until, version
from tests.support.servers import Stoppable

At = Callable[..., tuple[Page, str]]

pytestmark = pytest.mark.browser


def last_deal(page: Page, declarer: int, before: int) -> None:
    """The deal that ends the match."""
    chip(page, "declarer", declarer).click()
    chip(page, "contract", 8).click()
    version(page, before + 1)
    chip(page, "tricks", 9).click()
    ended(page)


def ended(page: Page) -> None:
    """Wait for the page of the end, and until a tap on it counts."""
    expect(page.locator(".won").first).to_be_visible()


@pytest.mark.thorough
def test_the_end_is_undone_redone_and_reloaded_without_a_network(
    at_table: At, house: Stoppable, client_of: FlaskClient
) -> None:
    page, path = at_table(length="deals", length_value=2)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 1, 0)
    last_deal(page, 3, 2)
    header(page, "Undo")
    version(page, 5)
    shows(page, [0, 1])
    header(page, "Redo")
    ended(page)
    phone = page.context
    page.close()
    page = phone.new_page()
    page.goto(house.address + path)
    ended(page)
    header(page, "Undo")
    version(page, 7)
    header(page, "Redo")
    ended(page)
    house.start()
    until(page, lambda: unsent(page) == 0)
    kinds = [record[0] for record in client_of.get(f"{path}/log").get_json()["records"]]
    assert kinds == ["bid", "deal", "bid", "deal", "strike", "restore", "strike", "restore"]
    page.reload()
    ready(page)
    header(page, "Undo")  # with a network, too, and from the server's own page
    version(page, 9)
    expect(page).to_have_url(house.address + path)


@pytest.mark.thorough
def test_old_deals_are_amended_and_removed_without_a_network(
    at_table: At, house: Stoppable, client_of: FlaskClient
) -> None:
    page, path = at_table()
    ahead(page, 1, 0)
    until(page, lambda: unsent(page) == 0)
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    ahead(page, 2, 2)
    shows(page, [1, 1])
    page.locator("#rows .line").last.click()  # the deal that the server has
    covering = page.locator("#corrections")
    covering.get_by_role("link", name="Amend this deal").click()
    covering.locator("label:has(input[name=tricks][value='7']), button[name=tricks][value='7']").click()
    covering.get_by_role("button", name="Change it to this").click()
    version(page, 5)
    expect(covering).to_have_count(0)
    page.locator("#rows .line").first.click()  # the one that is only on this phone
    covering.locator("summary", has_text="Remove this deal").click()
    covering.get_by_role("button", name="Remove it").click()
    version(page, 6)
    totals = page.locator("#table .total").all_inner_texts()
    phone = page.context
    page.close()
    page = phone.new_page()
    page.goto(house.address + path)
    version(page, 6)
    assert page.locator("#table .total").all_inner_texts() == totals
    page.locator("#menu summary").click()
    page.locator("#menu a[href$='/history']").click()
    expect(page.locator("#corrections .log > ol > li")).to_have_count(6)
    page.go_back()
    expect(page.locator("#pad")).to_be_visible()
    house.start()
    until(page, lambda: unsent(page) == 0)
    kinds = [record[0] for record in client_of.get(f"{path}/log").get_json()["records"]]
    assert kinds == ["bid", "deal", "bid", "deal", "amend", "strike"]
    page.reload()
    assert page.locator("#table .total").all_inner_texts() == totals
