"""A table without a line goes on: any number of deals on the phone, sent when the line is back, once and in order."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import sayings
from tests.browser.network import ONLINE, arrived_only, no_line
from tests.browser.phones import chip
from tests.browser.taps import header, shows
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.records import play
from tests.support.sizes import one_in

Open = "Callable[..., tuple[Page, str]]"
POSTS = "**/m/*/{say,undo,redo,tail}"


def strip(page: Page) -> Locator:
    """The strip that tells what is only on this phone."""
    return page.locator("#unsent")


def test_deals_go_on_without_a_line_and_are_sent_as_one(with_engine: Open, client_of: FlaskClient) -> None:
    page, uid = with_engine()
    page.context.set_offline(True)
    for number, declarer in enumerate((1, 2, 3)):
        ahead(page, declarer, 2 * number)
    shows(page, [1, 2])
    expect(strip(page)).to_contain_text("No network")
    expect(strip(page)).to_contain_text("3 deals are only on this phone, since ")
    expect(page.locator("#rows .line b .here")).to_have_count(3)
    assert unsent(page) == 6
    sent = sayings(page)
    page.context.set_offline(False)
    until(page, lambda: unsent(page) == 0)
    expect(strip(page)).to_be_hidden()
    expect(page.locator("#rows .here")).to_have_count(0)
    version(page, 6)
    shows(page, [1, 2])
    assert log_of(client_of, uid) == deals_of(1, 2, 3)
    assert [request.url.rpartition("/")[2] for request in sent if request.response()] == ["tail"]
    ahead(page, 0, 6)  # and the line is used as ever
    at_rest(page)
    assert log_of(client_of, uid) == deals_of(1, 2, 3, 0)
    assert {request.url.rpartition("/")[2] for request in sent[-2:]} == {"say"}


def test_a_number_before_its_bidder_waits_for_the_bidder(with_engine: Open, client_of: FlaskClient) -> None:
    """Nothing is recorded by it, and nobody is told that something was saved."""
    page, uid = with_engine()
    page.context.set_offline(True)
    chip(page, "contract", 9).click()
    expect(chip(page, "contract", 9)).to_have_attribute("aria-pressed", "true")
    assert unsent(page) == 0
    expect(page.locator("#no-answer")).to_be_hidden()
    page.locator("#pad").get_by_text("Cem").first.click()
    version(page, 1)
    page.context.set_offline(False)
    until(page, lambda: unsent(page) == 0)
    assert log_of(client_of, uid) == [["bid", 2, None]]


def test_undo_and_redo_reach_across_what_is_unsent(with_engine: Open, client_of: FlaskClient) -> None:
    page, uid = with_engine()
    ahead(page, 1, 0)
    at_rest(page)
    page.context.set_offline(True)
    ahead(page, 2, 2)
    for number, tap in enumerate(("Undo", "Undo", "Undo", "Redo")):
        header(page, tap)
        version(page, 5 + number)
    shows(page, [0, 1])
    page.context.set_offline(False)
    until(page, lambda: unsent(page) == 0)
    shows(page, [0, 1])
    kinds = [kind for kind, *_ in log_of(client_of, uid)]
    assert kinds == ["bid", "deal", "bid", "deal", "strike", "strike", "strike", "restore"]
    page.reload()
    shows(page, [0, 1])


@pytest.mark.thorough
@pytest.mark.parametrize("left", one_in(3, ["reload", "crash", "home"]))
def test_what_is_ahead_outlives_the_page(
    with_engine: Open, one_phone: BrowserContext, address: str, client_of: FlaskClient, left: str
) -> None:
    """While it is unsent the table is drawn with it again, and goes on; another page sends it, too."""
    page, uid = with_engine()
    one_phone.route(POSTS, no_line)
    ahead(page, 1, 0)
    ahead(page, 2, 2)
    if left == "reload":
        page.reload()
    else:
        page.close()
        page = one_phone.new_page()
        page.goto(address if left == "home" else f"{address}/m/{uid}")
    expect(strip(page)).to_contain_text("2 deals are only on this phone")
    if left != "home":
        version(page, 4)
        shows(page, [1, 1])
        expect(page.locator("#rows .line b .here")).to_have_count(2)
        ahead(page, 3, 4)
    one_phone.unroute(POSTS)
    page.evaluate(ONLINE)
    until(page, lambda: unsent(page) == 0)
    expect(strip(page)).to_be_hidden()
    assert log_of(client_of, uid) == deals_of(1, 2, *([3] if left != "home" else []))


@pytest.mark.thorough
def test_what_arrived_without_an_answer_is_not_recorded_twice(with_engine: Open, client_of: FlaskClient) -> None:
    """Nor does the table wait for it after a reload, where nothing gets through."""
    page, uid = with_engine()
    ahead(page, 1, 0)
    at_rest(page)
    page.route(POSTS, arrived_only)
    ahead(page, 2, 2)
    until(page, lambda: len(log_of(client_of, uid)) == 4)
    page.unroute(POSTS)
    page.route(POSTS, no_line)
    page.reload()  # the page knows of both: the log has them, and they still wait for an answer
    expect(strip(page)).to_contain_text("only on this phone")
    ahead(page, 3, 4)
    page.unroute(POSTS)
    page.evaluate(ONLINE)
    until(page, lambda: unsent(page) == 0)
    version(page, 6)
    assert log_of(client_of, uid) == deals_of(1, 2, 3)


def test_what_others_recorded_meanwhile_is_compared_and_nothing_is_lost(
    with_engine: Open, one_phone: BrowserContext, client_of: FlaskClient
) -> None:
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


def test_a_lost_line_is_told_at_once_and_the_pad_stays_where_it_is(with_engine: Open) -> None:
    page, _ = with_engine()
    before = page.locator("#pad").bounding_box()
    page.route("**/updates?*", no_line)
    expect(strip(page)).to_contain_text("No network")
    expect(strip(page)).to_contain_text("Nothing is lost")
    after = page.locator("#pad").bounding_box()
    assert before and after
    assert abs(before["y"] - after["y"]) < 1
    page.unroute("**/updates?*")
    expect(strip(page)).to_be_hidden()
    assert page.locator("#pad").bounding_box() == before


@pytest.mark.thorough
def test_a_deal_that_is_only_here_opens_and_a_link_that_cannot_work_says_why(
    with_engine: Open, one_phone: BrowserContext
) -> None:
    page, _ = with_engine()
    ahead(page, 1, 0)
    at_rest(page)
    one_phone.route(POSTS, no_line)
    ahead(page, 2, 2)
    here = page.url
    page.locator("#rows .line").first.click()
    expect(page.locator("#corrections").get_by_role("link", name="Amend this deal")).to_be_visible()
    page.go_back()
    page.route("**/{others?*,line}", no_line)
    expect(strip(page)).to_contain_text("No network")
    page.locator("#menu summary").click()
    page.locator("#menu a[href$='/paper']").click()
    expect(page.locator("#no-answer")).to_contain_text("cannot be opened")
    assert page.url == here


@pytest.mark.thorough
def test_a_line_that_hangs_holds_nothing_up(with_engine: Open, client_of: FlaskClient) -> None:
    page, uid = with_engine()
    held = []
    page.route(POSTS, lambda route: held.append(route))
    for number, declarer in enumerate((1, 2)):
        ahead(page, declarer, 2 * number)
    expect(page.locator("#rows .line")).to_have_count(2)
    for route in held:
        route.abort()
    page.unroute(POSTS)
    page.evaluate(ONLINE)
    until(page, lambda: unsent(page) == 0)
    version(page, 4)
    assert log_of(client_of, uid) == deals_of(1, 2)
