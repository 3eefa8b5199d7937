"""The end of a match by the last tap of a deal: its page stands under the address of the match, also after a redo."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser import taps
from tests.browser.engines import ready
from tests.browser.waits import at_rest, until
from tests.support.tables import start

pytestmark = pytest.mark.browser

ENDS = {"length": "deals", "length_value": "1"}
TAPS = ["radio declarer=1", "send contract=9", "send tricks=9"]


@pytest.fixture
def table(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Page:
    """A match whose first deal is its last, opened from home."""
    page = new_phone().new_page()
    page.goto(f"{address}/")
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies', **ENDS)}")
    ready(page)
    return page


def stands_at_its_address(page: Page, address: str) -> None:
    """The page of the end stands there, and a reload brings it again."""
    for _ in range(2):
        expect(page.locator(".won")).to_be_visible()
        at_rest(page)
        expect(page).to_have_url(re.compile(re.escape(address) + r"/m/\w+$"))
        page.reload()


def test_the_phone_draws_the_end_before_the_server_has_answered_and_its_page_can_be_loaded_again(
    table: Page, address: str
) -> None:
    page = table
    taps.play(page, TAPS[:-1])
    at_rest(page)
    waiting: list[Route] = []
    page.route("**/say", lambda route: waiting.append(route))
    taps.play(page, TAPS[-1:])
    expect(page.locator(".won")).to_be_visible()
    until(page, lambda: waiting)
    assert len(waiting) == 1
    answer = waiting[0].fetch()
    assert answer.json()["version"] == 2
    waiting[0].fulfill(response=answer)
    expect(page.locator("body[data-saving]")).to_have_count(0)
    stands_at_its_address(page, address)
    page.unroute("**/say")
    taps.header(page, "Undo")
    expect(page.locator("#pad")).to_be_visible()
    ready(page)
    taps.header(page, "Redo")
    stands_at_its_address(page, address)
