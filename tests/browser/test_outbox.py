"""What was said and not answered stays on the phone, is told in words and goes out by itself, once and in order."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.engines import form_of, say_bid, sayings
from tests.browser.network import ONLINE, arrived_only, cut_short, elsewhere, no_line, refusing
from tests.browser.phones import ahead, bid, chip, deals_of, log_of
from tests.browser.taps import header, shows
from tests.browser.waits import at_rest, painted, unsent, until, version
from tests.support.records import play
from tests.support.tables import send

POSTS = "**/m/*/{say,undo,redo,tail}"
PHONE = re.compile("on(ly on)? (this|your) phone")
FORGETFUL = """
for (const name of ["localStorage", "indexedDB"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""


def strip(page: Page) -> Locator:
    """The strip that tells what is only on this phone."""
    return page.locator("#unsent")


@pytest.mark.thorough
def told(page: Page) -> Locator:
    """What is told of what waits: beside the sheet where the engine drew it, else above the pad that still shows it."""
    return page.locator("#unsent:visible, #no-answer:visible")


def test_deals_go_on_without_a_line_and_are_sent_as_one(with_engine, client_of):
    page, uid = with_engine()
    before = page.locator("#pad").bounding_box()
    page.context.set_offline(True)
    expect(strip(page)).to_contain_text("No network")
    expect(strip(page)).to_contain_text("Nothing is lost")
    now = page.locator("#pad").bounding_box()
    assert before and now
    assert now["y"] == pytest.approx(before["y"], abs=1)
    chip(page, "contract", 8).click()  # a number before its bidder waits for the bidder
    expect(chip(page, "contract", 8)).to_have_attribute("aria-pressed", "true")
    assert unsent(page) == 0
    expect(page.locator("#no-answer")).to_be_hidden()
    page.locator("#pad").get_by_text("Bob").first.click()
    version(page, 1)
    chip(page, "tricks", 9).click()
    version(page, 2)
    ahead(page, 2, 2)
    ahead(page, 3, 4)
    shows(page, [1, 2])
    expect(strip(page)).to_contain_text("3 deals are only on this phone, since ")
    expect(page.locator("#rows .line b .here")).to_have_count(3)
    for number, tap in enumerate(("Undo", "Undo", "Redo")):
        header(page, tap)
        version(page, 7 + number)
    shows(page, [1, 1])
    what_needs_the_server_says_so(page)
    assert unsent(page) == 9
    sent = sayings(page)
    page.context.set_offline(False)
    until(page, lambda: unsent(page) == 0)
    expect(strip(page)).to_be_hidden()
    expect(page.locator("#rows .here")).to_have_count(0)
    assert [request.url.rpartition("/")[2] for request in sent if request.response()] == ["tail"]
    assert log_of(client_of, uid)[:6] == deals_of(1, 2, 3)
    assert [kind for kind, *_ in log_of(client_of, uid)[6:]] == ["strike", "strike", "restore"]
    page.reload()
    shows(page, [1, 1])
    chip(page, "tricks", 9).click()  # and the line is used as ever
    version(page, 10)
    at_rest(page)
    assert sent[-1].url.endswith("/say")


def what_needs_the_server_says_so(page: Page) -> None:
    """A deal that is only here opens; a link to what the phone does not draw leads nowhere."""
    here = page.url
    page.locator("#rows .line").first.click()
    expect(page.locator("#corrections").get_by_role("link", name="Amend this deal")).to_be_visible()
    page.go_back()
    page.locator("#menu summary").click()
    page.locator("#menu a[href$='/paper']").click()
    expect(page.locator("#no-answer")).to_contain_text("cannot be opened")
    assert page.url == here


def test_what_waits_outlives_the_page_and_is_recorded_once(with_engine, one_phone, address, client_of):
    """A bid that arrived without an answer, deals on top of it in a page that is closed, and home sends all of it."""
    page, uid = with_engine()
    one_phone.route(POSTS, arrived_only)
    say_bid(page)
    expect(told(page)).to_be_visible()
    until(page, lambda: len(log_of(client_of, uid)) == 1)
    one_phone.unroute(POSTS)
    one_phone.route(POSTS, no_line)
    page.reload()
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    expect(page.locator("#unfinished")).to_be_hidden()
    expect(page).not_to_have_url(re.compile("declarer"))
    chip(page, "tricks", 9).click()
    version(page, 2)
    ahead(page, 2, 2)
    page.close()
    page = one_phone.new_page()
    page.goto(f"{address}/m/{uid}")
    version(page, 4)
    shows(page, [1, 1])
    expect(page.locator("#rows .line b .here")).to_have_count(2)
    ahead(page, 3, 4)
    page.close()
    page = one_phone.new_page()
    page.goto(address)
    expect(strip(page)).to_contain_text("3 deals are only on this phone")
    one_phone.unroute(POSTS)
    page.evaluate(ONLINE)
    until(page, lambda: unsent(page) == 0)
    expect(strip(page)).to_be_hidden()
    assert log_of(client_of, uid) == deals_of(1, 2, 3)


@pytest.mark.thorough
def test_what_is_no_answer_is_told_and_sent_again_by_itself(with_engine, client_of):
    page, uid = with_engine()
    sent = sayings(page)
    for after, (fault, words) in enumerate([(refusing(503), "Not just now."), (cut_short, PHONE), (elsewhere, PHONE)]):
        sent.clear()
        page.route("**/say", fault)
        say_bid(page) if after % 2 == 0 else chip(page, "tricks", 9).click()
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
    for undone in (4, 6):  # the same Undo later is another one
        page.route("**/undo", no_line)
        header(page, "Undo")
        expect(told(page)).to_be_visible()
        page.unroute("**/undo")
        page.evaluate(ONLINE)
        at_rest(page)
        version(page, undone)
        bid(page, 2)
        version(page, undone + 1)
        at_rest(page)
    assert [kind for kind, *_ in log_of(client_of, uid)] == ["bid", "deal", "bid", "strike", "bid", "strike", "bid"]


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
def test_what_others_recorded_meanwhile_is_compared_and_nothing_is_lost(with_engine, one_phone, client_of):
    """Both wrote the first deal; the second is another one: the server keeps what this phone had beside the log."""
    page, uid = with_engine()
    one_phone.route(POSTS, no_line)
    ahead(page, 1, 0)
    ahead(page, 2, 2)
    play(client_of.application, uid, {"declarer": 1, "contract": 8, "tricks": 9})
    play(client_of.application, uid, {"declarer": 0, "contract": 9, "tricks": 9})
    one_phone.unroute(POSTS)
    page.evaluate(ONLINE)
    until(page, lambda: unsent(page) == 0)
    shows(page, [1, 1])
    expect(page.locator("#rows .line")).to_have_count(2)
    expect(strip(page)).to_contain_text("Another phone wrote, too")
    strip(page).get_by_role("link").click()
    page.wait_for_url("**/both")
    expect(page.locator("main")).to_contain_text("Cem")


@pytest.mark.thorough
def test_after_a_reload_another_phone_was_quicker(with_engine, client_of):
    page, uid = with_engine()
    page.route("**/say", no_line)
    say_bid(page)
    expect(told(page)).to_be_visible()
    said = {"step": "bid", "declarer": 2, "contract": 10}
    assert send(client_of, f"/m/{uid}/say", uid=f"other-{uid}", after=0, **said).status_code == 303
    table = page.url.partition("?")[0]
    page.goto("about:blank")  # else the page that is left might still be told
    page.unroute("**/say")
    page.goto(table)
    expect(page.locator("#pad .notice")).to_contain_text("Another phone has just")
    expect(page.locator("#pad .notice")).to_contain_text("10")
    expect(page.locator('input[type="radio"][name="declarer"][value="1"]')).to_be_checked()
    assert unsent(page) == 0


@pytest.mark.thorough
def test_a_browser_that_keeps_nothing_sends_it_again_while_the_page_is_there(with_engine):
    page, _ = with_engine(script=FORGETFUL)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/say", no_line)
    say_bid(page)
    expect(told(page)).to_be_visible()
    page.unroute("**/say")
    page.evaluate(ONLINE)
    version(page, 1)
    expect(told(page)).to_have_count(0)
    assert errors == []
