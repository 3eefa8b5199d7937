"""The app without a network: it starts from what the phone keeps, and sends what was recorded meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.engines import ready
from tests.support.line_stub import answer_line
from tests.support.tables import start, token

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from playwright.sync_api import BrowserContext, Page

    OfflinePhone = Callable[..., BrowserContext]

pytestmark = pytest.mark.browser


@pytest.fixture
def table(offline_phone: BrowserContext, address: str, client_of: FlaskClient) -> tuple[Page, str]:
    """A table that a phone has opened and keeps, with all that it needs without a network; its address."""
    uid = start(client_of, "boomke_wies")
    answer_line(offline_phone, token(client_of), [uid])
    page = offline_phone.new_page()
    page.goto(f"{address}/m/{uid}")
    prepared(page)
    return page, f"{address}/m/{uid}"


def prepared(page: Page) -> None:
    """Wait until the phone has everything."""
    page.locator("html[data-offline]").wait_for(state="attached")


def go_away(phone: BrowserContext) -> Page:
    """Close all pages of a phone and take its network away; a new page."""
    for page in phone.pages:
        page.close()
    phone.unroute_all()
    phone.set_offline(True)
    return phone.new_page()


def test_home_and_table_start_cold_without_a_network(
    offline_phone: BrowserContext, table: tuple[Page, str], address: str
) -> None:
    page, place = table
    served = page.locator("main").inner_text()
    page = go_away(offline_phone)
    page.goto(f"{address}/")
    expect(page.locator(".note b")).to_have_text("Not connected")
    page.get_by_role("link", name="Ann & Cem").first.click()
    expect(page.locator("#table .total").first).to_be_visible()
    assert page.url == place
    assert page.locator("main").inner_text() == served
    ready(page)
