"""Two phones at one table: each is told what the other wrote, and loses nothing of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.finger import SMALLEST
from tests.browser.phones import bid, chip, deal, looked_ahead
from tests.browser.scenes import two_phones
from tests.browser.taps import shows, undo
from tests.browser.waits import asked_twice, version, written
from tests.support.records import play, say
from tests.support.tables import start

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


@pytest.fixture
def table(with_engine: Callable[..., tuple[Page, str]]) -> tuple[Page, str]:
    """An open table, and the uid of its match."""
    return with_engine()


def test_an_open_table_follows_another_phone(table: tuple[Page, str], client_of: FlaskClient) -> None:
    """Nothing is half made: the pad is that of the next deal, and can be tapped at once."""
    page, match = table
    loads = []
    page.on("request", lambda request: loads.append(request.url) if request.url.endswith(match) else None)
    said = play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    version(page, 1)
    shows(page, [0, 1])
    expect(page.locator("#rows .line")).to_have_count(1)
    assert loads == []  # the engine draws from the record alone
    say(client_of.application, match, "strike", of=said[0])
    version(page, 2)
    expect(page.locator("#rows .line")).to_have_count(0)
    expect(page.locator("#updates")).to_have_count(0)
    deal(page, 2, 9, 9)
    version(page, 4)
    shows(page, [1, 0])


def test_what_is_half_made_survives_news(table: tuple[Page, str], client_of: FlaskClient) -> None:
    """It is told in a line and the entry stays; once nothing is half made any more, the table follows."""
    page, match = table
    chip(page, "declarer", 1).click()
    expect(page).to_have_url(re.compile("declarer=1"))
    looked_ahead(page)  # or what the choice leads to is the table with the news
    play(client_of.application, match, {"declarer": 2, "contract": 8, "tricks": 9})
    expect(page.locator("#updates")).to_have_text("Another phone recorded: Deal 1, Cem: bid 8, took 9: Ann & Cem +1")
    expect(page.locator("#pad input[name=declarer][value='1']")).to_be_checked()
    version(page, 0)
    page.locator("#updates").click()
    asked_twice(page)  # it is not told a second time
    expect(page.locator("#updates")).to_have_count(0)
    page.evaluate("history.replaceState(null, '', location.pathname)")  # as if it had been taken back
    version(page, 1)
    expect(page.locator("#updates")).to_have_count(0)


@pytest.mark.thorough
def test_the_line_is_taken_away_without_a_finger_too(table: tuple[Page, str], client_of: FlaskClient) -> None:
    page, match = table
    chip(page, "declarer", 1).click()
    expect(page).to_have_url(re.compile("declarer=1"))
    looked_ahead(page)
    play(client_of.application, match, {"declarer": 2, "contract": 8, "tricks": 9})
    line = page.get_by_role("button", name="Another phone recorded")
    expect(line).to_be_visible()
    box = line.bounding_box()
    assert box
    assert (box["x"], box["y"], box["width"]) == (0, 0, 360)
    assert box["height"] >= SMALLEST
    line.press("Enter")
    expect(page.locator("#updates")).to_have_count(0)


@pytest.mark.thorough
def test_an_own_saying_is_no_news(table: tuple[Page, str]) -> None:
    page, _ = table
    page.evaluate("""() => {
        window.seen = [];
        const look = () => seen.push(...[...document.querySelectorAll('#updates')].map((one) => one.textContent));
        new MutationObserver(look).observe(document.body, {childList: true});
    }""")
    deal(page, 1, 8, 9)
    deal(page, 2, 9, 9)
    asked_twice(page)
    assert page.evaluate("seen") == []
