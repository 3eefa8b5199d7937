"""Two phones at one table: the second is told what the first wrote, and loses nothing of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.phones import bid, chip, deal
from tests.browser.taps import shows, undo
from tests.browser.waits import version, written
from tests.support.tables import start

pytestmark = pytest.mark.browser
Pair = "tuple[Page, Page]"


@pytest.fixture
def phones(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Pair:
    """Two phones that have opened the same table, the second when the server had the bid of the first."""
    place = f"{address}/m/{start(client_of, 'boomke_wies')}"
    first, second = (new_phone().new_page() for _ in range(2))
    second.route("**/updates?*", lambda route: route.fulfill(status=304))  # else it would follow by itself
    first.goto(place)
    bid(first)
    written(first, 1)
    second.goto(place)
    return first, second


def finished(page: Page, tricks: int) -> None:
    """The last tap of the deal."""
    chip(page, "tricks", tricks).click()


def news(page: Page) -> str:
    """What the second phone is told."""
    notice = page.locator("#pad section.notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(re.compile("Another phone|Two phones"))
    expect(page.locator(".toast")).to_have_count(0)
    return notice.inner_text()


def overtaken(phones: Pair, tricks: int) -> str:
    """What the second phone is told when it has written the deal that the first was quicker with: nine tricks."""
    finished(phones[0], 9)
    written(phones[0], 2)
    finished(phones[1], tricks)
    return news(phones[1])


def settled(page: Page, choice: str = "") -> None:
    """Choose what is to count, unless it is what is chosen already, and settle it."""
    if choice:
        page.locator(".settle label", has_text=choice).click()
    page.get_by_role("button", name="Settle it").click()


def test_the_second_sees_both_entries_and_theirs_is_chosen(phones: Pair) -> None:
    _, second = phones
    assert "Another phone" in overtaken(phones, 8)
    expect(second.locator(".settle .entries .chip").first).to_contain_text("bid 8, took 9")
    expect(second.locator(".settle .entries .chip").last).to_contain_text("bid 8, took 8")
    expect(second.locator(".settle [value=theirs]")).to_be_checked()
    expect(second.locator(".stand:visible")).to_have_count(1)
    shows(second, [0, 1])
    expect(second.locator("#rows .line")).to_have_count(1)
    heights = [one.bounding_box()["height"] for one in second.locator(".settle .entries .chip").all()]
    assert heights[0] == pytest.approx(heights[1], abs=1)


def test_theirs_is_kept_with_one_tap(phones: Pair) -> None:
    _, second = phones
    overtaken(phones, 7)
    settled(second)
    expect(second.locator("section.notice")).to_have_count(0)
    version(second, 2)
    expect(second.locator("#pad input:checked[value='8']")).to_have_count(0)
    deal(second, 2, 9, 9)
    version(second, 4)


@pytest.mark.thorough
def test_its_own_deal_can_take_the_place_of_the_others(phones: Pair) -> None:
    first, second = phones
    overtaken(phones, 7)
    settled(second, "Mine is right")
    version(second, 3)
    shows(second, [1, -1])
    expect(second.locator("#rows .line")).to_have_count(1)
    first.reload()
    shows(first, [1, -1])


def test_the_same_deal_is_not_written_twice(phones: Pair) -> None:
    _, second = phones
    assert "That deal is recorded already." in overtaken(phones, 9)
    shows(second, [0, 1])
    second.get_by_role("link", name="Drop mine").click()
    expect(second.locator("section.notice")).to_have_count(0)
    version(second, 2)


@pytest.mark.thorough
def test_an_undo_that_comes_late_takes_nothing_back(phones: Pair) -> None:
    first, second = phones
    finished(first, 9)
    written(first, 2)
    undo(second).click()
    assert "recorded: Deal 1" in news(second)
    version(second, 2)
    expect(second.get_by_role("link", name="Drop mine")).to_have_count(0)
