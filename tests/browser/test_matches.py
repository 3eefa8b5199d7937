"""A whole match of each game, tapped from the first visit to its winner, and the page of its end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser import taps
from tests.browser.conftest import VIOLATIONS
from tests.browser.engines import form_of, ready, sayings
from tests.browser.taps import header, make, play, shows, sit_down
from tests.browser.waits import at_rest, until
from tests.support.games import known
from tests.support.games.parts import Story
from tests.support.tables import start

SELDOM: dict[str, Any] = {
    "clobyosh": pytest.mark.thorough,
    "knockout_whist": pytest.mark.thorough,
    "texas_42": pytest.mark.full,  # an evening without a network plays it to its end, too
    "zwanzig_ab": pytest.mark.full,
}


@pytest.mark.parametrize(
    "story", [pytest.param(story, id=game, marks=SELDOM.get(game, ())) for game, story in known("STORY").items()]
)
def test_a_match_to_its_winner(phone, address, story):
    """Deal by deal, with a reload, undo and redo in the middle, to the end; then the first deal amended.

    The phone counts all of it under the strict policy.
    """
    phone.add_init_script(VIOLATIONS)
    sit_down(phone, address, story)
    ready(phone)
    sent = sayings(phone)
    for number, told in enumerate(story.deals):
        play(phone, told.taps)
        if number + 1 == len(story.deals) and not story.ended_by:
            break
        shows(phone, told.totals)
        at_rest(phone)
        if number == 1:
            disturbed(phone, story)
    at_rest(phone)
    assert all("phone_counted" in form_of(request) for request in sent)
    assert phone.evaluate("() => window.violations") == []
    end(phone, story)
    amend_first_deal(phone, story)


def disturbed(page: Page, story: Story) -> None:
    """A reload, an undo and a redo lose nothing."""
    at_rest(page)
    page.goto(page.url.split("?")[0])
    ready(page)
    shows(page, story.deals[1].totals)
    header(page, "Undo")
    shows(page, story.deals[0].totals)
    header(page, "Redo")
    shows(page, story.deals[1].totals)


def end(page: Page, story: Story) -> None:
    """The match ends, by itself or because the table ends it, and the winner stands there."""
    if story.ended_by:
        page.locator("#menu summary").click()
        page.get_by_role("button", name=story.ended_by).click()
    expect(page.locator(".won")).to_contain_text(story.winner)
    expect(page.locator(".lines .line").first).to_be_visible()
    at_rest(page)  # until the server knows that it is over a deal is changed there as in a match that goes on


def amend_first_deal(page: Page, story: Story) -> None:
    """Another entry for the first deal changes every total after it; both are shown."""
    page.locator(".lines .line").last.click()
    page.get_by_text("Change this deal").click()  # the match is over
    page.get_by_role("link", name="Amend this deal").click()
    page.wait_for_load_state()
    for tap in story.amend:
        if tap == "bid":
            page.locator("#truth a[href*='step=bid']").first.click()
        elif tap != "look":
            make(page, tap)
    page.get_by_role("button", name="Change it to this").click()
    changed = page.locator(".changed")
    expect(changed).to_contain_text(story.amend_says)
    for side, total in enumerate(story.amended):
        if total != story.deals[-1].totals[side]:
            expect(changed).to_contain_text(str(total).replace("-", "−"))


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


def test_the_phone_draws_the_end_before_the_server_has_answered_and_its_page_can_be_loaded_again(table, address):
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
