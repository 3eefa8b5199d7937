"""Back, reload and a page out of the browser's memory after a deal: nothing is sent twice, nothing old is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.answer_modes import SCRIPT
from tests.browser.phones import bid, chip, deal, looked_ahead
from tests.browser.taps import SOON, header, shows, undo
from tests.browser.waits import until, version
from tests.support.tables import start

Open = Callable[[bool], Page]

pytestmark = pytest.mark.browser
both = pytest.mark.parametrize("script", SCRIPT, ids=["script", "no script"])


@pytest.fixture
def opened(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Open:
    """Opens a table, coming from the first page."""

    def at_table(script: bool = True) -> Page:
        page = new_phone(java_script_enabled=script).new_page()
        page.goto(f"{address}/")
        page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
        return page

    return at_table


def sent(page: Page) -> list[str]:
    """The addresses that forms are sent to from now on."""
    found: list[str] = []
    page.on("request", lambda asked: found.append(asked.url) if asked.method == "POST" else None)
    return found


@both
def test_a_reload_after_a_deal_sends_nothing(opened: Open, script: bool) -> None:
    page = opened(script)
    deal(page)
    forms = sent(page)
    page.reload()
    shows(page, [0, 1])
    version(page, 2)
    assert forms == []


@both
def test_back_after_a_deal_shows_no_old_totals_and_sends_nothing(opened: Open, script: bool) -> None:
    page = opened(script)
    deal(page)
    if script:
        page.wait_for_function("() => history.state?.depth === 0")  # the page has gone back behind its own steps
    table, forms = page.url.partition("?")[0], sent(page)
    page.go_back()
    page.go_back()
    page.goto(table)
    shows(page, [0, 1])
    version(page, 2)
    assert forms == []


@pytest.mark.thorough
def test_a_page_that_forward_brings_up_shows_the_table_as_it_is(opened: Open) -> None:
    page = opened()
    deal(page)
    page.go_back()
    page.wait_for_url(re.compile("^(?!.*/m/)"))
    page.go_forward()
    version(page, 2)
    shows(page, [0, 1])
    bid(page, 2, 9)
    version(page, 3)


@pytest.mark.thorough
def test_without_script_back_asks_for_the_table_as_it_is(opened: Open) -> None:
    page = opened(False)
    deal(page)
    page.go_back()
    shows(page, [0, 1])
    bid(page, 2, 9)
    version(page, 3)


@pytest.mark.double_tap
@both
@pytest.mark.thorough
def test_a_double_tap_on_undo_takes_one_saying_back(opened: Open, script: bool) -> None:
    page = opened(script)
    deal(page)
    page.wait_for_timeout(SOON)
    deal(page, 2, 9, 9)
    shows(page, [1, 1])
    page.wait_for_timeout(SOON)
    box = undo(page).bounding_box()
    assert box
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    shows(page, [0, 1])
    expect(page.locator("#rows .line")).to_have_count(1)


@pytest.mark.double_tap
def test_a_double_tap_on_the_last_tap_of_a_deal_records_one(opened: Open) -> None:
    page = opened()
    bid(page)
    page.wait_for_timeout(SOON)
    chip(page, "tricks", 9).dblclick(no_wait_after=True)
    version(page, 2)
    page.wait_for_timeout(SOON)
    version(page, 2)
    expect(page.locator("#rows .line")).to_have_count(1)


@pytest.mark.thorough
def test_a_page_out_of_the_memory_of_the_browser_shows_what_was_said_since(opened: Open) -> None:
    page = opened()
    page.route("**/updates?*", lambda route: route.fulfill(status=304))  # else it would follow by itself
    page.evaluate("() => { window.kept = true }")
    other = page.context.new_page()
    other.goto(page.url)
    deal(other)
    version(page, 0)
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    version(page, 2)
    shows(page, [0, 1])
    assert page.evaluate("() => window.kept")
    header(page, "Undo")
    shows(page, [0, 0])


@pytest.mark.thorough
def test_what_is_chosen_while_such_a_page_is_made_new_stays(opened: Open) -> None:
    page = opened()
    page.route("**/updates?*", lambda route: route.fulfill(status=304))
    waiting: list[Route] = []
    page.route(re.compile(r"/m/\w+$"), lambda route: waiting.append(route))
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    until(page, lambda: waiting)
    chip(page, "declarer", 2).click()
    expect(page).to_have_url(re.compile("declarer=2"))
    looked_ahead(page)
    with page.expect_response(waiting[0].request.url):
        waiting[0].continue_()
    page.wait_for_timeout(SOON)
    expect(chip(page, "declarer", 2).locator("input")).to_be_checked()
    chip(page, "contract", 8).click()
    expect(page.locator(".bidline")).to_contain_text("Cem said")
