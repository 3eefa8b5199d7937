"""Two phones at one table: each is told what the other wrote, and loses nothing of its own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import bid, chip, deal, looked_ahead
from tests.browser.scenes import two_phones
from tests.browser.taps import SMALLEST, shows, undo
from tests.browser.waits import asked_twice, version, written
from tests.support.records import play, say
from tests.support.tables import start

GAME = "boomke_wies"


def overtaken(first: Page, second: Page, address: str, bids: int, tricks: int) -> str:
    """What the second is told, which wrote the deal that the first was quicker with: nine tricks of its eight.

    bids: how many sayings there are with the bid, which both know.
    """
    bid(first)
    written(first, bids)
    second.goto(address)
    chip(first, "tricks", 9).click()
    written(first, bids + 1)
    chip(second, "tricks", tricks).click()
    return news(second)


def news(page: Page) -> str:
    """What the second phone is told."""
    notice = page.locator("#pad section.notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text(re.compile("Another phone|Two phones"))
    expect(page.locator(".toast")).to_have_count(0)
    return notice.inner_text()


@pytest.mark.thorough
def test_a_deal_that_both_wrote_is_settled_by_the_second(new_phone, address, client_of):
    place = f"{address}/m/{start(client_of, GAME)}"
    first, second = (new_phone().new_page() for _ in range(2))
    second.route("**/updates?*", lambda route: route.fulfill(status=304))  # else it would follow by itself
    first.goto(place)
    theirs_is_chosen(first, second, place)
    told = overtaken(first, second, place, 3, 9)  # the same deal is not written twice
    assert "That deal is recorded already." in told
    shows(second, [0, 2])
    second.get_by_role("link", name="Drop mine").click()
    expect(second.locator("section.notice")).to_have_count(0)
    version(second, 4)
    overtaken(first, second, place, 5, 7)
    second.locator(".settle label", has_text="Mine is right").click()
    second.get_by_role("button", name="Settle it").click()
    version(second, 7)
    shows(second, [1, 1])
    expect(second.locator("#rows .line")).to_have_count(3)
    version(first, 7)
    shows(first, [1, 1])
    deal(first)
    written(first, 9)
    undo(second).click()  # which comes late, and takes nothing back
    assert "recorded: Deal 4" in news(second)
    version(second, 9)
    expect(second.get_by_role("link", name="Drop mine")).to_have_count(0)


def theirs_is_chosen(first: Page, second: Page, place: str) -> None:
    """The second sees both entries; theirs is kept with one tap."""
    assert "Another phone" in overtaken(first, second, place, 1, 8)
    entries = second.locator(".settle .entries .chip")
    expect(entries.first).to_contain_text("bid 8, took 9")
    expect(entries.last).to_contain_text("bid 8, took 8")
    expect(second.locator(".settle [value=theirs]")).to_be_checked()
    expect(second.locator(".stand:visible")).to_have_count(1)
    shows(second, [0, 1])
    expect(second.locator("#rows .line")).to_have_count(1)
    heights = [one.bounding_box()["height"] for one in entries.all()]
    assert heights[0] == pytest.approx(heights[1], abs=1)
    second.get_by_role("button", name="Settle it").click()
    expect(second.locator("section.notice")).to_have_count(0)
    version(second, 2)
    expect(second.locator("#pad input:checked[value='8']")).to_have_count(0)


def test_settled_by_thumb(new_phone, address, client_of):
    page = new_phone().new_page()
    places = two_phones(client_of, GAME, ("Ann", "Bob", "Cem", "Dee"))
    page.goto(address + places[f"{GAME}-both-waits"])
    page.get_by_role("link", name="Look").click()
    stand = page.locator("#stand")
    before = stand.text_content() or ""
    page.locator("[value=mine]").first.check()
    expect(stand).not_to_have_text(before)
    expect(page.get_by_role("radio", checked=True)).to_have_count(1)
    after = stand.text_content() or ""
    page.get_by_role("switch").uncheck(force=True)
    expect(stand).not_to_have_text(after)
    page.get_by_role("button", name="Take it so").click()
    expect(page).to_have_url(address + places[f"{GAME}-both-waits"])
    expect(page.get_by_text("Two phones wrote")).to_have_count(0)


def test_an_open_table_follows_another_phone_and_keeps_what_is_half_made(with_engine, client_of):
    """The engine draws from the record alone; what is half made stays below a line that tells the news."""
    page, match = with_engine()
    page.evaluate("""() => {
        window.seen = [];
        const look = () => seen.push(...[...document.querySelectorAll('#updates')].map((one) => one.textContent));
        new MutationObserver(look).observe(document.body, {childList: true});
    }""")
    loads = []
    page.on("request", lambda request: loads.append(request.url) if request.url.endswith(match) else None)
    said = play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    version(page, 1)
    shows(page, [0, 1])
    expect(page.locator("#rows .line")).to_have_count(1)
    say(client_of.application, match, "strike", of=said[0])
    version(page, 2)
    expect(page.locator("#rows .line")).to_have_count(0)
    deal(page, 2, 9, 9)
    version(page, 4)
    shows(page, [1, 0])
    asked_twice(page)  # an own saying is no news
    assert loads == page.evaluate("seen") == []
    chip(page, "declarer", 2).click()
    expect(page).to_have_url(re.compile("declarer=2"))
    looked_ahead(page)  # or what the choice leads to is the table with the news
    play(client_of.application, match, {"declarer": 3, "contract": 8, "tricks": 9})
    line = page.get_by_role("button", name="Phone 1 recorded")
    expect(line).to_have_text("Phone 1 recorded: Deal 2, Dee: bid 8, took 9: Bob & Dee +1")
    expect(page.locator("#pad input[name=declarer][value='2']")).to_be_checked()
    version(page, 4)
    box = line.bounding_box()
    assert box
    assert (box["x"], box["y"], box["width"]) == (0, 0, 360)
    assert box["height"] >= SMALLEST
    line.press("Enter")
    asked_twice(page)  # it is not told a second time
    expect(page.locator("#updates")).to_have_count(0)
    page.evaluate("history.replaceState(null, '', location.pathname)")  # as if it had been taken back
    version(page, 5)
    expect(page.locator("#updates")).to_have_count(0)
