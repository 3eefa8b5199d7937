"""Back, reload and a page out of the browser's memory after a deal: nothing is sent twice, nothing old is shown."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.engines import ready
from tests.browser.phones import bid, chip, deal, looked_ahead
from tests.browser.taps import apart, header, shows, undo
from tests.browser.waits import at_rest, painted, until, version
from tests.support.tables import start

Open = Callable[[], Page]


@pytest.fixture
def opened(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Open:
    """Opens a table, coming from the first page."""

    def at_table() -> Page:
        page = new_phone().new_page()
        page.goto(f"{address}/")
        page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
        return page

    return at_table


def sent(page: Page) -> list[str]:
    """The addresses that forms are sent to from now on."""
    found: list[str] = []
    page.on("request", lambda asked: found.append(asked.url) if asked.method == "POST" else None)
    return found


def test_reload_and_back_after_a_deal_show_no_old_totals_and_send_nothing(opened: Open) -> None:
    page = opened()
    deal(page)
    page.wait_for_function("() => history.state?.depth === 0")  # the page has gone back behind its own steps
    table, forms = page.url.partition("?")[0], sent(page)
    page.reload()
    shows(page, [0, 1])
    version(page, 2)
    page.go_back()
    page.wait_for_url(re.compile("^(?!.*/m/)"))
    page.go_forward()
    shows(page, [0, 1])
    page.goto(table)
    version(page, 2)
    assert forms == []


@pytest.mark.double_tap
@pytest.mark.thorough
def test_a_double_tap_on_undo_takes_one_saying_back(opened: Open) -> None:
    page = opened()
    deal(page)
    apart(page)
    deal(page, 2, 9, 9)
    shows(page, [1, 1])
    apart(page)
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
    apart(page)
    chip(page, "tricks", 9).dblclick(no_wait_after=True)
    version(page, 2)
    apart(page)
    at_rest(page)
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
    ready(page)
    page.route("**/updates?*", lambda route: route.fulfill(status=304))
    waiting: list[Route] = []
    page.route(re.compile(r"/m/\w+$"), lambda route: waiting.append(route))
    page.evaluate("() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    until(page, lambda: waiting)
    chip(page, "declarer", 2).click()
    expect(page).to_have_url(re.compile("declarer=2"))
    looked_ahead(page)
    with page.expect_response(waiting[0].request.url) as late:
        waiting[0].continue_()
    late.value.finished()
    painted(page)
    expect(chip(page, "declarer", 2).locator("input")).to_be_checked()
    chip(page, "contract", 8).click()
    expect(page.locator(".bidline")).to_contain_text("Cem said")
