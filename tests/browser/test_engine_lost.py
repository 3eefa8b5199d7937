"""With the engine nothing is lost: no answer, a refusal, a crash; and nothing is recorded twice."""

from __future__ import annotations

import re
from urllib.parse import parse_qs

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.engines import HELD_WORKER, HOLD, LET_GO, form_of, held, ready, say_bid, sayings
from tests.browser.network import ONLINE, arrived_only, refusing
from tests.browser.phones import bid, chip
from tests.browser.taps import shows
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.tables import send, start

pytestmark = pytest.mark.browser
Open = "Callable[..., tuple[Page, str]]"
HOUR = 3_600_000  # ms


def strip(page: Page) -> Locator:
    """The strip that tells what is only on this phone."""
    return page.locator("#unsent")


def test_no_answer_keeps_what_was_recorded_and_it_is_recorded_once(with_engine: Open) -> None:
    page, _ = with_engine()
    sent = sayings(page)

    page.route("**/say", arrived_only)
    say_bid(page)
    expect(strip(page)).to_contain_text("What you tapped is only on this phone")
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    expect(page.locator("#no-answer")).to_be_hidden()
    assert "?" not in page.url
    page.unroute("**/say")
    page.evaluate(ONLINE)
    at_rest(page)
    version(page, 1)
    expect(strip(page)).to_be_hidden()
    assert len({form_of(request)["uid"] for request in sent}) == 1
    assert [request.url.rpartition("/")[2] for request in sent] == ["say"] * len(sent)
    page.reload()
    version(page, 1)


@pytest.mark.thorough
def test_a_phone_whose_link_has_ended_keeps_what_it_recorded_and_says_so(with_engine: Open) -> None:
    page, _ = with_engine()
    bid(page)
    at_rest(page)
    page.route("**/say", refusing(403, "This link has ended. Nothing was recorded."))
    chip(page, "tricks", 9).click()
    expect(strip(page)).to_contain_text("This link has ended")
    expect(strip(page)).to_contain_text("1 deal is only on this phone")
    expect(page.locator("#rows .line b .here")).to_have_count(1)
    assert unsent(page) == 1


def test_a_refusal_comes_back_into_the_pad_as_it_was_tapped(with_engine: Open, client_of: FlaskClient) -> None:
    page, uid = with_engine()
    waiting = held(page)
    say_bid(page)
    version(page, 1)
    said = {"step": "bid", "declarer": 2, "contract": 10}
    assert send(client_of, f"/m/{uid}/say", uid=f"other-{uid}", after=0, **said).status_code == 303
    until(page, lambda: waiting)
    waiting[0].continue_()
    expect(page.locator("#pad .notice")).to_contain_text("Another phone has just")
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    assert parse_qs(page.url.partition("?")[2])["declarer"] == ["1"]
    page.unroute("**/say")
    page.get_by_role("link", name="Leave the bid as it is").click()
    with page.expect_response("**/say") as answer:  # the phone goes on from what the other one wrote
        chip(page, "tricks", 10).click()
    assert answer.value.json()["version"] == 2
    shows(page, [2, 0])


def test_half_a_deal_is_back_after_a_crash(with_engine: Open, one_phone: BrowserContext, address: str) -> None:
    page, uid = with_engine()
    chip(page, "declarer", 2).click()
    page.wait_for_url("**declarer=2*")
    page.close()
    again = one_phone.new_page()
    again.goto(f"{address}/m/{uid}")
    expect(again.locator('input[name="declarer"][value="2"]')).to_be_checked()
    again.wait_for_url("**declarer=2*")
    chip(again, "contract", 8).click()
    expect(again.locator(".bidline")).to_contain_text("Cem said")
    at_rest(again)
    again.goto(f"{address}/m/{uid}")
    expect(again.locator(".bidline")).to_contain_text("Cem said")
    expect(again).to_have_url(re.compile(r"^[^?]+$"))


@pytest.mark.thorough
def test_a_worker_is_waited_for_while_the_page_sleeps(
    one_phone: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    """A phone that is locked in the middle of a tap: its timers come due at once when it is opened again."""
    page = one_phone.new_page()
    page.add_init_script(HELD_WORKER)
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if "server draws" in message.text else None)
    page.clock.install()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    ready(page)
    page.evaluate(HOLD)
    chip(page, "declarer", 1).click()
    until(page, lambda: bool(page.evaluate("late.length")))
    page.clock.fast_forward(HOUR)
    page.evaluate(LET_GO)
    chip(page, "contract", 8).click()
    version(page, 1)
    at_rest(page)
    assert told == []
