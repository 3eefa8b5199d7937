"""With the engine nothing is lost: no answer, a refusal, a crash; and nothing is recorded twice."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser.engines import form_of, held, ready, say_bid, sayings
from tests.browser.finger import tap_at_version
from tests.browser.network import ONLINE, refusing
from tests.browser.phones import bid, chip, deal
from tests.browser.taps import SOON, shows
from tests.browser.waits import asked_twice, at_rest, until, version
from tests.support.tables import send, start

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from playwright.sync_api import BrowserContext, Route

pytestmark = pytest.mark.browser
Open = "Callable[..., tuple[Page, str]]"


@pytest.mark.parametrize(
    ("again", "lost"),
    [
        ("by a tap", "answer"),
        ("by itself", "request"),
        pytest.param("by a tap", "request", marks=pytest.mark.full),
        pytest.param("by itself", "answer", marks=pytest.mark.full),
    ],
)
def test_no_answer_keeps_the_entry_and_records_it_once(with_engine: Open, lost: str, again: str) -> None:
    page, _ = with_engine()
    sent = sayings(page)

    def fail(route: Route) -> None:
        if lost == "answer":
            route.fetch()
        route.abort()

    page.route("**/say", fail)
    say_bid(page)
    expect(page.locator("#no-answer")).to_be_visible()
    expect(page.locator('input[name="declarer"][value="1"]')).to_be_checked()
    assert parse_qs(page.url.partition("?")[2])["contract"] == ["8"]
    page.unroute("**/say")
    if again == "by a tap":
        page.wait_for_timeout(SOON)
        chip(page, "contract", 8).click()
    else:
        page.evaluate(ONLINE)
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    expect(page.locator("#no-answer")).to_be_hidden()
    assert len({form_of(request)["uid"] for request in sent}) == 1
    page.reload()
    version(page, 1)


def test_a_deal_without_an_answer_stands_on_the_sheet_once_it_is_recorded_and_once(with_engine: Open) -> None:
    page, _ = with_engine()
    deal(page)
    page.wait_for_timeout(SOON)
    bid(page, 2, 9)
    at_rest(page)
    page.wait_for_timeout(SOON)
    page.context.set_offline(True)
    chip(page, "tricks", 9).click()
    expect(page.locator("#no-answer")).to_be_visible()
    expect(page.locator("#rows .line")).to_have_count(1)
    page.context.set_offline(False)
    version(page, 4)
    at_rest(page)
    expect(page.locator("#rows .line")).to_have_count(2)
    asked_twice(page)
    expect(page.locator("#rows .line")).to_have_count(2)
    expect(page.locator("#updates")).to_have_count(0)


def test_a_phone_whose_link_has_ended_keeps_nothing_on_its_sheet(with_engine: Open) -> None:
    page, _ = with_engine()
    bid(page)
    at_rest(page)
    page.wait_for_timeout(SOON)
    page.route("**/say", refusing(403, "This link has ended. Nothing was recorded."))
    chip(page, "tricks", 9).click()
    expect(page.locator("#no-answer")).to_contain_text("Nothing was recorded")
    expect(page.locator("#rows .line")).to_have_count(0)
    shows(page, [0, 0])


def test_an_entry_that_is_changed_is_not_sent_by_itself(with_engine: Open) -> None:
    page, _ = with_engine()
    page.route("**/say", lambda route: route.abort())
    say_bid(page)
    expect(page.locator("#no-answer")).to_be_visible()
    page.unroute("**/say")
    sent = sayings(page)
    page.wait_for_timeout(SOON)
    chip(page, "declarer", 2).click()
    expect(page.locator("#no-answer")).to_have_text("No connection. Nothing is lost: tap again.")
    page.wait_for_timeout(3000)  # longer than the first pause
    page.evaluate(ONLINE)
    page.wait_for_timeout(SOON)
    assert sent == []
    chip(page, "contract", 9).click()
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    version(page, 1)


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
    page.wait_for_timeout(SOON)
    page.get_by_role("link", name="Leave the bid as it is").click()
    page.wait_for_timeout(SOON)
    with page.expect_response("**/say") as answer:  # the phone goes on from what the other one wrote
        chip(page, "tricks", 10).click()
    assert answer.value.json() == {"version": 2}
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
    again.wait_for_timeout(SOON)
    assert "?" not in again.url


def test_half_a_deal_of_before_another_phones_saying_is_offered(
    with_engine: Open, one_phone: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    page, uid = with_engine()
    chip(page, "declarer", 2).click()
    page.wait_for_url("**declarer=2*")
    page.close()
    said = {"step": "bid", "declarer": 3, "contract": 10}
    assert send(client_of, f"/m/{uid}/say", uid=f"other-{uid}", after=0, **said).status_code == 303
    again = one_phone.new_page()
    again.goto(f"{address}/m/{uid}")
    expect(again.locator("#unfinished a")).to_be_visible()
    again.locator("#unfinished a").click()
    expect(again.locator('input[type="radio"][name="declarer"][value="2"]')).to_be_checked()
    notice = again.locator("#pad section.notice")
    expect(notice).to_contain_text("Dee said 10")
    expect(notice.get_by_role("button")).to_have_count(0)  # half a bid cannot be written down
    again.wait_for_timeout(SOON)
    notice.get_by_role("link", name="Drop mine").click()
    expect(notice).to_have_count(0)


def test_a_saying_that_arrived_before_a_crash_is_not_offered_again(
    with_engine: Open, one_phone: BrowserContext, address: str
) -> None:
    page, uid = with_engine()

    def fail(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/say", fail)
    with page.expect_event("requestfailed"):
        say_bid(page)
    page.close()
    again = one_phone.new_page()
    with again.expect_response("**/log"):
        again.goto(f"{address}/m/{uid}")
    at_rest(again)
    expect(again.locator("#unfinished")).to_be_hidden()
    expect(again.locator(".bidline")).to_contain_text("Bob said")


def test_what_comes_back_waits_for_the_finger_and_what_was_begun_meanwhile_comes_back_too(with_engine: Open) -> None:
    page, _ = with_engine("zwanzig_ab", "Ann", "Bob", "Cem", "Dee")
    waiting = held(page)
    chip(page, "trump", "clubs").click()
    version(page, 1)
    page.wait_for_timeout(SOON)
    until(page, lambda: waiting)
    spot = chip(page, "tricks.0", 2).bounding_box()
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    waiting[0].abort()
    page.wait_for_timeout(SOON)
    version(page, 1)
    tap_at_version(page, 0, x, y)  # meant for the pad that is gone
    page.mouse.up()
    version(page, 0)
    expect(page.locator("#no-answer")).to_be_visible()
    page.wait_for_function("() => globalThis.tapped")
    expect(chip(page, "trump", "clubs")).to_have_attribute("aria-pressed", "true")
    page.unroute("**/say")
    page.evaluate(ONLINE)
    version(page, 1)
    expect(chip(page, "tricks.0", 2).locator("input")).to_be_checked()


def test_a_log_that_is_out_of_reach_once_is_read_later(
    one_phone: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    page = one_phone.new_page()
    page.route("**/log", lambda route: route.abort())
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    ready(page)
    page.unroute("**/log")
    sent = sayings(page)
    with page.expect_response("**/log"):  # the server draws the first saying, and the phone learns
        say_bid(page)
    version(page, 1)
    page.wait_for_timeout(SOON)
    chip(page, "tricks", 9).click()
    version(page, 2)
    at_rest(page)
    assert ["phone_counted" in form_of(request) for request in sent] == [False, True]
