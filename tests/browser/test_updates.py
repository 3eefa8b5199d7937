"""An open table follows what other phones write, unless something is half made there: then it is told in a line."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.browser.finger import SMALLEST
from tests.browser.phones import chip, deal, looked_ahead
from tests.browser.taps import shows
from tests.browser.waits import asked_twice, version
from tests.support.records import play, say

pytestmark = pytest.mark.browser


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
