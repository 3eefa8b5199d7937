"""What was said and not answered stays on the phone, is told in words and goes out by itself until it is recorded."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.engines import form_of, say_bid, sayings
from tests.browser.network import ONLINE, arrived_only, cut_short, elsewhere, no_line, refusing
from tests.browser.phones import bid, chip
from tests.browser.taps import header
from tests.browser.waits import at_rest, painted, unsent, until, version
from tests.support.sizes import one_in
from tests.support.tables import send, start

PHONE = re.compile("on(ly on)? (this|your) phone")
FORGETFUL = """
for (const name of ["localStorage", "indexedDB"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""


def told(page: Page) -> Locator:
    """What is told of what waits: beside the sheet where the engine drew it, else above the pad that still shows it."""
    return page.locator("#unsent:visible, #no-answer:visible")


@pytest.mark.thorough
def test_what_is_no_answer_is_told_and_sent_again_by_itself(with_engine):
    page, _ = with_engine()
    sent = sayings(page)
    for after, (fault, words) in enumerate([(refusing(503), "Not just now."), (cut_short, PHONE), (elsewhere, PHONE)]):
        sent.clear()
        page.route("**/say", fault)
        (say_bid if after % 2 == 0 else finish_deal)(page)
        expect(told(page)).to_be_visible()  # not only the words of the time before
        expect(told(page)).to_contain_text(words)
        assert unsent(page) == 1
        page.unroute_all(behavior="wait")
        at_rest(page)  # after the first pause
        version(page, after + 1)
        expect(told(page)).to_have_count(0)
        assert len(sent) > 1
        assert len({form_of(request)["uid"] for request in sent}) == 1
        assert int(form_of(sent[0])["ago"]) < int(form_of(sent[-1])["ago"])
        at_rest(page)


def finish_deal(page: Page) -> None:
    """Nine tricks to what was bid."""
    chip(page, "tricks", 9).click()


@pytest.mark.parametrize(("left", "arrived"), one_in(3, [("reload", True), ("crash", False), ("home", False)]))
def test_it_outlives_the_page(with_engine, one_phone, address, client_of, left, arrived):
    page, uid = with_engine()

    page.route("**/say", arrived_only if arrived else no_line)
    sent = sayings(page)
    say_bid(page)
    expect(told(page)).to_be_visible()
    page.unroute("**/say")
    if left == "reload":
        page.reload()
    else:
        page.close()
        page = one_phone.new_page()
        page.goto(address if left == "home" else f"{address}/m/{uid}")
    at_rest(page)
    if left == "home":
        page.goto(f"{address}/m/{uid}")
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    expect(told(page)).to_have_count(0)
    expect(page.locator("#unfinished")).to_be_hidden()
    if left == "reload":
        assert int(form_of(sent[0])["ago"]) < int(form_of(sent[-1])["ago"])
    expect(page).not_to_have_url(re.compile("declarer"))
    assert client_of.get(f"/m/{uid}/log").get_json()["version"] == 1


@pytest.mark.thorough
def test_what_was_begun_on_top_of_what_waits_outlives_a_reload(with_engine, client_of):
    page, uid = with_engine("clobyosh", "Ann", "Bob")
    tries: list[Route] = []

    def first_fails(route: Route) -> None:
        tries.append(route)
        if len(tries) > 1:
            route.continue_()
        else:
            route.fetch()

    page.route("**/say", first_fails)
    chip(page, "trump", "hearts").click()
    page.get_by_role("button", name="Ann took the turned suit").click()
    version(page, 1)
    chip(page, "bela", 0).click()
    expect(page).to_have_url(re.compile("bela=0"))
    until(page, lambda: tries and client_of.get(f"/m/{uid}/log").get_json()["version"] == 1)
    page.reload()
    version(page, 1)
    until(page, lambda: unsent(page) == 0)
    painted(page)
    expect(page.locator('input[name="bela"][value="0"]')).to_be_checked()
    expect(page).to_have_url(re.compile("bela=0"))
    assert client_of.get(f"/m/{uid}/log").get_json()["version"] == 1


@pytest.mark.thorough
def test_after_a_reload_another_phone_was_quicker(with_engine, one_phone, client_of):
    page, uid = with_engine()
    page.route("**/say", no_line)
    say_bid(page)
    expect(told(page)).to_be_visible()
    said = {"step": "bid", "declarer": 2, "contract": 10}
    assert send(client_of, f"/m/{uid}/say", uid=f"other-{uid}", after=0, **said).status_code == 303
    page.unroute("**/say")
    page.goto(page.url.partition("?")[0])
    expect(page.locator("#pad .notice")).to_contain_text("Another phone has just")
    expect(page.locator("#pad .notice")).to_contain_text("10")
    expect(page.locator('input[type="radio"][name="declarer"][value="1"]')).to_be_checked()
    assert unsent(page) == 0


def test_what_was_said_on_top_of_it_follows_in_order(with_engine, client_of):
    page, uid = with_engine()
    bid(page)
    at_rest(page)
    waiting: list[Route] = []
    page.route("**/say", lambda route: waiting.append(route))
    chip(page, "tricks", 9).click()
    version(page, 2)
    until(page, lambda: waiting)
    page.route("**/tail", no_line)
    header(page, "Undo")
    waiting[0].abort()
    until(page, lambda: unsent(page) == 2)
    page.unroute("**/say")
    page.unroute("**/tail")
    page.evaluate(ONLINE)
    version(page, 3)
    at_rest(page)
    log = client_of.get(f"/m/{uid}/log").get_json()
    assert [record[0] for record in log["records"]] == ["bid", "deal", "strike"]


@pytest.mark.thorough
def test_a_browser_that_keeps_nothing_sends_it_again_while_the_page_is_there(one_phone, address, client_of):
    uid = start(client_of, "boomke_wies")
    page = one_phone.new_page()
    page.add_init_script(FORGETFUL)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/say", no_line)
    page.goto(f"{address}/m/{uid}")
    say_bid(page)
    expect(told(page)).to_be_visible()
    page.unroute("**/say")
    page.evaluate(ONLINE)
    version(page, 1)
    expect(told(page)).to_have_count(0)
    assert errors == []


@pytest.mark.thorough
def test_the_same_undo_later_is_another_one(with_engine):
    page, _ = with_engine()
    bid(page)
    at_rest(page)
    page.route("**/undo", no_line)
    header(page, "Undo")
    expect(told(page)).to_be_visible()
    page.unroute("**/undo")
    page.evaluate(ONLINE)
    at_rest(page)
    version(page, 2)
    bid(page, 2)
    version(page, 3)
    at_rest(page)
    header(page, "Undo")
    version(page, 4)
    at_rest(page)
