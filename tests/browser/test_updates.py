"""An open table follows what other phones write, unless something is half made there: then it is told in a line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Response, Route, expect

from tests.browser.answer_modes import ENGINE
from tests.browser.engines import ready
from tests.browser.finger import SMALLEST
from tests.browser.network import arrived_only, no_line
from tests.browser.phones import bid, chip, deal, looked_ahead
from tests.browser.taps import SOON, shows
from tests.browser.waits import asked_twice, until, version, written
from tests.support.records import play, say
from tests.support.tables import start

pytestmark = pytest.mark.browser


@pytest.fixture(params=ENGINE, ids=["engine", "no engine"])
def table(
    request: pytest.FixtureRequest, new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> tuple[Page, str]:
    """An open table, with the phone's engine and without."""
    page, match = new_phone().new_page(), start(client_of, "boomke_wies")
    if not request.param:
        page.add_init_script("delete window.WebAssembly")
    page.goto(f"{address}/m/{match}")
    if request.param:
        ready(page)
    return page, match


def test_an_open_table_follows_another_phone(table: tuple[Page, str], client_of: FlaskClient) -> None:
    """Nothing is half made: the pad is that of the next deal, and can be tapped at once."""
    page, match = table
    loads = []
    page.on("request", lambda request: loads.append(request.url) if request.url.endswith(match) else None)
    said = play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    version(page, 1)
    shows(page, [0, 1])
    expect(page.locator("#rows .line")).to_have_count(1)
    assert bool(loads) == (page.locator("html[data-engine]").count() == 0)  # the engine draws from the record alone
    say(client_of.application, match, "strike", of=said[0])
    version(page, 2)
    expect(page.locator("#rows .line")).to_have_count(0)
    expect(page.locator("#updates")).to_have_count(0)
    page.wait_for_timeout(SOON)  # before that a tap would be one on what stood there before
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
    page.wait_for_timeout(2500)  # it is not told a second time
    expect(page.locator("#updates")).to_have_count(0)
    page.evaluate("history.replaceState(null, '', location.pathname)")  # as if it had been taken back
    version(page, 1)
    expect(page.locator("#updates")).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("table", [False], ids=["no engine"], indirect=True)
def test_what_somebody_began_to_choose_over_is_told(table: tuple[Page, str], client_of: FlaskClient) -> None:
    """The news is on its way when the choice is made, and what the choice leads to gets no answer."""
    page, match = table
    waiting: list[Route] = []
    page.route(f"**/m/{match}?*", no_line)
    page.route(f"**/m/{match}", lambda route: waiting.append(route))
    play(client_of.application, match, {"declarer": 2, "contract": 8, "tricks": 9})
    until(page, lambda: waiting)
    chip(page, "declarer", 1).click()
    expect(page).to_have_url(re.compile("declarer=1"))
    waiting[0].continue_()
    expect(page.locator("#updates")).to_have_text("Another phone recorded: Deal 1, Cem: bid 8, took 9: Ann & Cem +1")
    version(page, 0)


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
def test_an_answer_that_was_made_before_an_own_saying_came_is_no_news(table: tuple[Page, str]) -> None:
    """The table is ahead of the server for as long as the saying is on its way: it does not go back for that."""
    page, match = table
    bid(page)
    written(page, 1)
    asked: list[str] = []

    def one_behind(route: Route) -> None:
        asked.append(route.request.url.partition("after=")[2])
        if len(asked) == 1:
            route.fulfill(json={"version": 0, "records": [], "words": []}, headers={"ETag": 'W/"0"'})
        else:
            route.continue_()

    looks: list[str] = []
    page.on("request", lambda request: looks.append(request.url) if request.url.endswith(match) else None)
    page.route("**/updates?*", one_behind)
    until(page, lambda: len(asked) == 4)
    assert asked == ["1"] * 4
    assert looks == []


@pytest.mark.thorough
@pytest.mark.parametrize("table", [True], ids=["engine"], indirect=True)
def test_what_this_page_sent_is_no_news_however_it_comes_back(table: tuple[Page, str]) -> None:
    """Its answer is lost, and the record itself comes back while it waits here."""
    page, _ = table
    heard: list[Response] = []
    page.on("response", lambda answer: heard.append(answer) if "/updates?" in answer.url else None)
    page.route("**/say", arrived_only)
    chip(page, "declarer", 1).click()
    looked_ahead(page)
    with page.expect_event("requestfailed"):
        chip(page, "contract", 8).click()
    expect(page.locator("#unsent")).to_be_visible()
    heard.clear()
    until(page, lambda: len(heard) == 2)
    version(page, 1)
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
