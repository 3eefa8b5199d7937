"""Screens that are only looked at, across the table and on a television: nothing is cut off, all of it follows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, expect

from tests.browser.network import server_is_late
from tests.browser.page_scripts import BEYOND, at_sizes
from tests.browser.phones import bid, chip
from tests.support.records import play
from tests.support.sizes import one_in
from tests.support.tables import start

SIZES = {
    "small": (320, 568),
    "phone": (360, 740),
    "lying": (740, 360),
    "tablet": (820, 1100),
    "television": (1920, 1080),
}
HIDDEN = """() => [...document.querySelectorAll('.half')].flatMap((half) => {
    const outer = half.getBoundingClientRect();
    return [...half.querySelectorAll('.total, h2, .say p, .say li, .dealer, .state')].filter((one) => {
        const box = one.getBoundingClientRect();
        return one.checkVisibility() && (box.top < outer.top - 2 || box.bottom > outer.bottom + 2
            || box.left < outer.left - 2 || box.right > outer.right + 2);
    }).map((one) => one.className + ': ' + one.textContent.trim());
})"""
COVERED = """() => [...document.querySelectorAll('.half .side')].filter((side) => {
    const outer = side.getBoundingClientRect(), total = side.querySelector('.total').getBoundingClientRect();
    return total.top < outer.top - outer.height * .2 || total.bottom > outer.bottom + outer.height * .2;
}).length"""


@pytest.mark.thorough
def test_nothing_is_cut_off(seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]) -> None:
    """Every total, name, bid and need lies within its half; the page does not scroll."""
    page = seeing().new_page()
    hidden = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}/across?turned=1")
        for size in at_sizes(page, SIZES):
            hidden[game, size] = page.evaluate(HIDDEN), page.evaluate(COVERED)
    assert {where: found for where, found in hidden.items() if any(found)} == {}


def test_it_follows_by_itself(new_phone: Callable[..., BrowserContext], address: str, client_of: Any) -> None:
    """What another phone says appears without a tap; asking for what has not changed costs an empty answer."""
    match = start(client_of, "boomke_wies")
    page = new_phone().new_page()
    answers = []
    page.on("response", lambda answer: answers.append(answer.status) if answer.url.endswith("/version") else None)
    page.goto(f"{address}/m/{match}/across")
    expect(page.locator(".near .total")).to_have_text(["0", "0"])
    with page.expect_response(lambda answer: answer.url.endswith("/version")) as unchanged:
        pass
    assert unchanged.value.status == 304
    play(client_of.application, match, {"declarer": 1, "contract": 9, "tricks": 10})
    expect(page.locator(".near .total")).to_have_text(["0", "2"])
    assert set(answers) == {200, 304}


@pytest.mark.thorough
def test_the_far_half_stands_upside_down(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    """One tap turns it, one turns it back; it says the same as the near one, and only once to who listens."""
    page = seeing().new_page()
    page.goto(f"{address}/m/{long_tables['texas_42']}/across")
    page.get_by_role("link", name="Turn the far half round").click()
    far, near = page.locator(".far"), page.locator(".near")
    expect(far).to_have_css("rotate", "180deg")
    assert far.bounding_box()["y"] < near.bounding_box()["y"]
    assert far.locator(".total").all_inner_texts() == near.locator(".total").all_inner_texts()
    assert far.get_attribute("aria-hidden") == "true"
    page.get_by_role("link", name="Turn the far half back").click()
    expect(page.locator(".far")).to_have_count(0)


@pytest.mark.thorough
def test_without_script_it_is_loaded_anew_unless_it_is_held(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    """A browser without script asks for the page every ten seconds; one tap stops that."""
    page = seeing(java_script_enabled=False).new_page()
    page.goto(f"{address}/m/{long_tables['texas_42']}/across?turned=1")
    anew = page.locator("meta[http-equiv=refresh]")
    expect(anew).to_have_count(1)
    page.get_by_role("link", name="Keep the page as it is").click()
    expect(page.locator(".far")).to_have_count(1)
    expect(anew).to_have_count(0)
    page.get_by_role("link", name="Keep the page up to date").click()
    expect(anew).to_have_count(1)


SCREENS = {
    "small": (320, 568),
    "phone": (360, 740),
    "lying": (740, 360),
    "wide": (1280, 800),
    "television": (1920, 1080),
    "low television": (960, 540),
}
HIGH = "() => document.documentElement.scrollHeight - innerHeight"
OUTSIDE = """() => {
    const inside = (one, outer) => {
        const box = one.getBoundingClientRect();
        return box.top >= outer.top - 2 && box.bottom <= outer.bottom + 2
            && box.left >= outer.left - 2 && box.right <= outer.right + 2;
    };
    const screen = {top: 0, left: 0, bottom: innerHeight, right: innerWidth};
    const large = document.querySelectorAll('.totals, .happens, .course, .won, #about');
    const places = [...large].map((one) => [one, screen]);
    const totals = document.querySelector('.totals')?.getBoundingClientRect();
    const figures = [...document.querySelectorAll('.side :is(h2, .total, .dealer)')].map((one) => [one, totals]);
    const now = document.querySelector('.happens')?.getBoundingClientRect();
    const said = [...document.querySelectorAll('.happens :is(.bidline, .ring, li)')].map((one) => [one, now]);
    return [...places, ...figures, ...said].filter(([one, outer]) => !inside(one, outer))
        .map(([one]) => `${one.className || one.nodeName}: ${one.textContent.trim().slice(0, 40)}`);
}"""


@pytest.mark.thorough
def test_no_screen_is_too_wide(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    page = seeing().new_page()
    wide = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}/follow")
        expect(page.locator("#follow .total")).not_to_have_count(0)
        wide |= {(game, size): page.evaluate(BEYOND) for size in at_sizes(page, SCREENS)}
    assert {where: words for where, words in wide.items() if words} == {}


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["de", pytest.param("fa", marks=pytest.mark.full)])
def test_a_television_shows_all_at_once(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str], language: str
) -> None:
    """Nothing scrolls; totals, names, what happens now and what is needed lie within the screen."""
    context = seeing()
    context.add_cookies([{"name": "language", "value": language, "url": address}])
    page = context.new_page()
    found = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}/follow?tv=1")
        expect(page.locator("#follow .total")).not_to_have_count(0)
        for size in at_sizes(page, {name: SCREENS[name] for name in ("wide", "television", "low television")}):
            found[game, size] = (max(page.evaluate(HIGH), 0), page.evaluate(OUTSIDE))
    assert {where: seen for where, seen in found.items() if seen != (0, [])} == {}


def test_it_runs_by_the_server_and_the_last_deal_leads_to_the_end(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone().new_page()
    match = start(client_of, "boomke_wies", length="clock", length_value="60")
    minutes = [20]
    server_is_late(page, minutes)
    page.goto(f"{address}/m/{match}")
    clock, strip = page.locator("match-clock"), page.locator("time-up")
    expect(clock.locator("b")).to_have_text(re.compile(r"(40|39|41):\d\d"))
    expect(clock.locator("small")).to_have_text("left")
    expect(strip).to_be_hidden()
    minutes.append(61)
    page.reload()
    expect(strip).to_contain_text("this is the last deal")
    expect(clock).to_contain_text("0:00")
    expect(strip.locator("button")).to_be_hidden()
    bid(page)
    expect(page.locator(".needs.deciding")).to_be_visible()
    expect(page.locator(".needs.deciding")).to_contain_text("8 tricks make it; 8 tricks to win the match")
    expect(page.locator(".needs:not(.deciding)")).to_be_hidden()
    chip(page, "tricks", 9).click()
    strip.get_by_role("button", name="End the match").click()
    expect(page.locator(".won")).to_contain_text("ahead when time was up")


@pytest.mark.parametrize(
    ("way", "asked", "width", "height"),
    one_in(2, [("follow?tv=1", "live", 1280, 720), ("across", "version", 320, 568)]),
)
def test_who_watches_is_told_of_the_last_deal(
    new_phone: Callable[..., BrowserContext],
    address: str,
    client_of: FlaskClient,
    way: str,
    asked: str,
    width: int,
    height: int,
) -> None:
    page = new_phone(viewport={"width": width, "height": height}).new_page()
    match = start(client_of, "boomke_wies", length="clock", length_value="60")
    server_is_late(page, [61], f"**/{asked}*")
    page.goto(f"{address}/m/{match}/{way}")
    strip = page.locator("time-up")
    expect(strip).to_contain_text("this is the last deal")
    expect(strip.locator("button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    words = strip.evaluate(
        "(all) => [...all.querySelectorAll('b, small')].filter((one) => one.scrollHeight > one.clientHeight + 1)"
    )
    assert words == []
    if way == "follow?tv=1":
        assert page.evaluate("document.querySelector('#follow').getBoundingClientRect().bottom <= innerHeight")
