"""On narrow phones nothing sticks out, words stay whole, what belongs together stands on one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, expect

from tests.browser.network import server_is_late
from tests.browser.page_scripts import BEYOND
from tests.browser.scenes import SCENES
from tests.support.records import play
from tests.support.records import say as record
from tests.support.tables import make_circle, send, start

pytestmark = pytest.mark.browser
SMALL, PHONE = {"width": 320, "height": 568}, {"width": 390, "height": 844}
LINES_OF_TITLE = """() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("header h1").firstChild);
    return new Set([...range.getClientRects()].map((one) => one.top)).size;
}"""
SIDES = "(all, side) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect()[side])))]"


def test_no_table_is_wider_than_the_phone(
    seeing: Callable[..., BrowserContext], address: str, long_tables: dict[str, str]
) -> None:
    page = seeing(viewport=SMALL).new_page()
    wide = {}
    for game, match in long_tables.items():
        page.goto(f"{address}/m/{match}")
        wide[game] = page.evaluate(BEYOND)
    assert {game: words for game, words in wide.items() if words} == {}


@pytest.mark.thorough
def test_the_name_of_a_circle_wraps(
    new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """Words as people type them, and one without a blank."""
    client_of.delete_cookie("tallystick")
    make_circle(client_of)
    send(client_of, "/circle/name", name="The card players of the longroomupstairsonthursdaysinwinter")
    context = new_context(viewport=SMALL)
    context.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    page = context.new_page()
    page.goto(address + "/circle")
    wide, name = page.evaluate(BEYOND), page.locator("h1 bdi").inner_text()
    page.goto(address + "/new")
    beside = page.locator("h1 small bdi").evaluate("(one) => getComputedStyle(one).display")
    assert name.startswith("The card players")
    assert wide == []
    assert beside == "inline"  # what stands beside a title stays on its line


@pytest.mark.thorough
def test_the_clock_leaves_the_title_its_line(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport=SMALL).new_page()
    match = start(client_of, "boomke_wies", length="clock", length_value="60")
    server_is_late(page, [61])  # it is the last deal
    page.goto(f"{address}/m/{match}")
    expect(page.locator("match-clock svg")).to_have_count(1)
    expect(page.locator("match-clock.last")).to_have_count(1)
    assert page.evaluate(LINES_OF_TITLE) == 1


def test_numbers_of_one_row_stand_on_one_line(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    """Also where what stands below one of them takes two lines."""
    names = ("Ann", "Bob", "Cem", "Dee", "Eva")
    context = new_phone(viewport=SMALL)
    make_circle(client_of, *names)
    match = start(client_of, "knockout_whist", *names)
    play(client_of.application, match, {"tricks": [3, 2, 1, 1, 0]})
    cookies = {"tallystick": client_of.get_cookie("tallystick").value, "language": "de"}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    page = context.new_page()
    page.goto(f"{address}/m/{match}")
    expect(page.locator(".board .state")).to_have_count(len(names))
    assert len(page.locator(".board .total").evaluate_all(SIDES, "top")) == 1


@pytest.mark.thorough
def test_what_is_unfolded_is_scrolled_into_sight(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport=PHONE).new_page()
    match = start(client_of, "knockout_whist")
    page.goto(f"{address}/m/{match}")
    expect(page.locator("link[href*='/pages.']")).to_have_count(1)
    fold = page.locator("#pad details", has_text="Enter the numbers")
    fold.locator("summary").click()
    expect(fold.get_by_role("button", name="Record")).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_fourteen_keys_stand_in_two_even_rows(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport=PHONE).new_page()
    match = start(client_of, "boomke_wies")
    record(client_of.application, match, "bid", **SCENES["boomke_wies"].bid)
    page.goto(f"{address}/m/{match}")
    keys = page.locator("#pad button[name=tricks]")
    tops = keys.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().top)")
    narrow = keys.evaluate_all("(all) => all.filter((one) => one.offsetWidth < 48 || one.offsetHeight < 48).length")
    assert [tops.count(top) for top in sorted(set(tops))] == [7, 7]
    assert narrow == 0
    assert page.evaluate(BEYOND) == []
