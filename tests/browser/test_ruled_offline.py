"""Rulings without a network: seen, recorded, kept through a reload, and on the server when it answers again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.deals_ahead import ahead
from tests.browser.engines import ready
from tests.browser.offline import go_away
from tests.browser.taps import SOON
from tests.browser.waits import unsent, until, version

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from playwright.sync_api import Locator, Page

    from tests.support.stoppable import Stoppable

    At = Callable[..., tuple[Page, str]]

pytestmark = pytest.mark.browser


def rulings(page: Page, link: str = "a[href$='/rulings']") -> Locator:
    """Open the page of the rulings from the menu of the match."""
    page.locator("#menu summary").click()
    page.locator(f"#menu {link}").click()
    expect(page.locator("#corrections")).to_be_visible()
    page.wait_for_timeout(SOON)
    return page.locator("#corrections")


def record(page: Page, covering: Locator, button: str, after: int) -> None:
    """Tap the last button of the preview, and wait for the table at this version."""
    covering.get_by_role("button", name=button).click()
    version(page, after)
    expect(covering).to_have_count(0)
    page.wait_for_timeout(SOON)


def records_of(client: FlaskClient, path: str) -> list[list[Any]]:
    """Kind and body of every record that the server has."""
    return [record[:2] for record in client.get(f"{path}/log").get_json()["records"]]


def test_another_dealer(at_table: At, house: Stoppable, client_of: FlaskClient) -> None:
    page, path = at_table()
    page = go_away(page, house)
    page.goto(house.address + path)
    ready(page)
    covering = rulings(page)
    covering.locator("#dealer label", has_text="Cem").click()
    covering.get_by_role("button", name="Deals from here on").click()
    expect(covering.locator("strong")).to_have_text("Cem deals from here on")
    record(page, covering, "Change the dealer", 1)
    expect(page.locator("#table")).to_contain_text("Cem deals")
    ahead(page, 1, 1)
    phone = page.context
    page.close()
    page = phone.new_page()
    page.goto(house.address + path)
    version(page, 3)
    house.start()
    until(page, lambda: unsent(page) == 0)
    kinds = records_of(client_of, path)
    assert [kind for kind, _ in kinds] == ["seat", "bid", "deal"]
    assert kinds[0][1] == {"dealer": 2}
    assert kinds[2][1]["dealer"] == 2
