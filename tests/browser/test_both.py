"""What two phones wrote, settled by thumb: the score under the choices follows; without script a button shows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.scenes import two_phones

pytestmark = pytest.mark.browser
GAME = "boomke_wies"


@pytest.fixture
def places(client_of: FlaskClient) -> dict[str, str]:
    """The addresses of a match that waits to be settled, and of the page for that."""
    return two_phones(client_of, GAME, ("Ann", "Bob", "Cem", "Dee"))


def test_settled_by_thumb(new_phone: Callable[..., BrowserContext], address: str, places: dict[str, str]) -> None:
    page = new_phone().new_page()
    page.goto(address + places[f"{GAME}-both-waits"])
    page.get_by_role("link", name="Look").click()
    before = stand(page)
    page.locator("[value=mine]").first.check()
    expect(page.locator("#stand")).not_to_have_text(before)
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    after = stand(page)
    page.get_by_role("switch").uncheck(force=True)
    expect(page.locator("#stand")).not_to_have_text(after)
    page.get_by_role("button", name="Take it so").click()
    expect(page).to_have_url(address + places[f"{GAME}-both-waits"])
    expect(page.get_by_text("Two phones wrote")).to_have_count(0)


def stand(page: Page) -> str:
    """How it stands with the choices."""
    return page.locator("#stand").text_content() or ""
