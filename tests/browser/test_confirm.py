"""Two phones: one keeps score, the other answers; the answers come to the one without being in its way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import form_of, sayings
from tests.browser.finger import Touch
from tests.browser.network import KEPT, ONLINE, arrived_only, no_line, refusing
from tests.browser.phones import bid, chip, deal
from tests.browser.waits import at_rest, painted, until, version
from tests.support.records import play
from tests.support.tables import start
from tests.support.watchers import watcher_of

NOT_RIGHT = "Bob: that’s not right"
AT_ONCE = """() => new MutationObserver((_, observer) => {
    if (!document.querySelector('#confirmation').textContent.includes('Deal 2')) return;
    observer.disconnect();
    document.querySelector('#confirmation button[value=agree]').click();
}).observe(document.body, {childList: true, subtree: true})"""


@pytest.fixture
def watching(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Callable[[str], Page]:
    """Opens the follow screen of a match on a phone that may only watch."""

    def opened(match: str) -> Page:
        context = new_phone()
        context.clear_cookies()
        cookie = watcher_of(client_of).get_cookie("tallystick").value
        context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
        watcher = context.new_page()
        watcher.goto(f"{address}/m/{match}")
        return watcher

    return opened


@pytest.fixture
def tables(with_engine: Callable[..., tuple[Page, str]], watching: Callable[[str], Page]) -> tuple[Page, Page]:
    """The table of who keeps score, whose phone counts itself, and the follow screen of a phone that may only watch."""
    scorer, match = with_engine()
    return scorer, watching(match)


@pytest.fixture
def bob(watching: Callable[[str], Page], client_of: FlaskClient) -> Page:
    """The follow screen of Bob, who is asked about the first deal."""
    match = start(client_of, "boomke_wies")
    watcher = watching(match)
    watcher.locator("#confirmation").get_by_role("button", name="Bob").click()
    expect(watcher.locator("#confirmation")).to_contain_text("Bob")
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    asked_about(watcher)
    return watcher


def asked_about(watcher: Page) -> None:
    """Wait until Bob is asked, and long enough that a tap is no more one on what stood there before."""
    expect(watcher.locator("#confirmation").get_by_role("heading")).to_contain_text("Bob, is this right?")


def answer(watcher: Page, words: str) -> None:
    """Tap one of the two large buttons, once the question is there and can be read."""
    asked = watcher.locator("#confirmation")
    asked_about(watcher)
    with watcher.expect_response("**/answer"):
        asked.get_by_role("button", name=words).click()
    expect(asked).to_contain_text("you")


def test_an_answer_is_in_nobodys_way(tables: tuple[Page, Page]) -> None:
    scorer, watcher = tables
    watcher.evaluate("window.kept = true")
    watcher.locator("#confirmation").get_by_role("button", name="Bob").click()
    deal(scorer)
    answer(watcher, "Wait, that’s not right")
    expect(scorer.locator("#rows .line")).to_contain_text(NOT_RIGHT)
    expect(scorer.locator("#strip")).to_contain_text("Bob: “Deal 1 is not right”")
    expect(scorer.locator("#strip")).to_be_in_viewport()
    expect(scorer.locator(".toast").get_by_role("button", name="Undo")).to_be_visible()
    expect(scorer.locator("#table input[name=after]").first).to_have_value("3")
    scorer.route("**/updates?*", no_line)  # from here on it hears only what answers to its own tell
    bid(scorer, 0, 10)
    version(scorer, 4)
    at_rest(scorer)
    watcher.get_by_role("link", name="Say why").click()
    watcher.get_by_role("button", name="Agreed").click()
    expect(watcher.locator("main")).to_contain_text("agreed: Bob")
    with scorer.expect_response("**/say") as said:
        chip(scorer, "tricks", 9).click()
    assert said.value.json()["version"] == 6
    version(scorer, 6)
    expect(scorer.locator("#rows .line")).to_have_count(2)
    expect(scorer.locator("#rows")).not_to_contain_text("not right")
    expect(scorer.locator("#rows .line").last).to_contain_text("agreed: Bob")
    expect(scorer.locator(".notice:visible")).to_have_count(0)
    bid(scorer)
    version(scorer, 7)


@pytest.mark.thorough
def test_a_tap_behind_a_saying_that_an_answer_came_before(tables: tuple[Page, Page]) -> None:
    """Two taps in a row while an answer is on its way: the numbers of both are others than this phone thinks."""
    scorer, watcher = tables
    watcher.locator("#confirmation").get_by_role("button", name="Bob").click()
    deal(scorer)
    at_rest(scorer)
    scorer.route("**/updates?*", no_line)
    answer(watcher, "Agreed")
    held = []
    scorer.route("**/say", lambda route: held.append(route) if not held else route.continue_())
    bid(scorer, 0, 10)
    version(scorer, 3)
    chip(scorer, "tricks", 9).click()
    held[0].continue_()
    version(scorer, 5)
    expect(scorer.locator("#rows .line")).to_have_count(2)
    expect(scorer.locator(".notice:visible")).to_have_count(0)


def asked_bob(tables: tuple[Page, Page]) -> tuple[Page, Page]:
    """A deal was played, and Bob is asked about it."""
    scorer, watcher = tables
    watcher.locator("#confirmation").get_by_role("button", name="Bob").click()
    deal(scorer)
    asked_about(watcher)
    return scorer, watcher


def log_of(client: FlaskClient, page: Page) -> list[list[Any]]:
    """The records of the match that a page shows."""
    records: list[list[Any]] = client.get(re.search(r"/m/[^/?]+", page.url)[0] + "/log").get_json()["records"]
    return records


def answers_at(client: FlaskClient, page: Page) -> list[str]:
    """The answers in the log."""
    return [record[0] for record in log_of(client, page) if record[0] in ("agree", "dispute")]


@pytest.mark.thorough
def test_a_tap_that_was_meant_for_the_question_before_is_no_answer(tables, client_of):
    """Another line is asked about just when the tap falls."""
    scorer, watcher = asked_bob(tables)
    sent = sayings(watcher)
    watcher.evaluate(AT_ONCE)
    deal(scorer)
    expect(watcher.locator("#confirmation")).to_contain_text("Deal 2")
    at_rest(watcher)
    assert sent == []
    answer(watcher, "Agreed")
    assert answers_at(client_of, watcher) == ["agree"]


@pytest.mark.thorough
def test_no_other_question_comes_under_a_finger(tables, client_of):
    """The tap is an answer to what stood there when the finger came down; the other question comes behind it."""
    scorer, watcher = asked_bob(tables)
    asked = watcher.locator("#confirmation")
    touch = Touch(watcher, asked.get_by_role("button", name="Agreed"))
    with watcher.expect_response("**/confirmation") as news:
        deal(scorer)
    news.value.finished()
    painted(watcher)
    expect(asked).to_contain_text("Deal 1")
    with watcher.expect_response("**/answer"):
        touch.send("touchEnd")
    expect(asked).to_contain_text("Deal 2")
    log = log_of(client_of, watcher)
    assert [record[1]["of"] for record in log if record[0] == "agree"] == [log[1][2]]


@pytest.mark.thorough
@pytest.mark.parametrize(("fault", "words"), [(arrived_only, KEPT), (refusing(503), "Not just now.")])
def test_an_answer_that_gets_none_is_told_and_sent_again_by_itself(bob, client_of, fault, words):
    sent = sayings(bob)
    bob.route("**/answer", fault)
    bob.route("**/live", lambda route: route.fulfill(status=304))  # else that tells of an answer that arrived
    asked = bob.locator("#confirmation")
    asked.get_by_role("button", name="Agreed").click()
    expect(asked.get_by_role("alert")).to_contain_text(words)
    expect(asked.get_by_role("button", name="Agreed")).to_have_attribute("aria-pressed", "true")
    bob.unroute_all(behavior="wait")
    expect(asked).to_contain_text("you agreed")  # after the first pause
    expect(asked.get_by_role("alert")).to_have_count(0)
    assert len(sent) > 1
    assert len({form_of(request)["uid"] for request in sent}) == 1
    assert answers_at(client_of, bob) == ["agree"]
    at_rest(bob)


def test_an_answer_goes_out_when_the_line_is_back(bob, client_of):
    bob.clock.install()  # no pause ends by itself
    bob.route("**/answer", no_line)
    asked = bob.locator("#confirmation")
    asked.get_by_role("button", name="not right").click()
    expect(asked.get_by_role("alert")).to_contain_text(KEPT)
    bob.unroute_all(behavior="wait")
    bob.evaluate(ONLINE)
    expect(asked).to_contain_text("you said that it’s not right")
    assert answers_at(client_of, bob) == ["dispute"]


@pytest.mark.thorough
def test_an_answer_outlives_the_page(bob, client_of, address):
    table = bob.url
    bob.route("**/answer", arrived_only)
    bob.route("**/live", lambda route: route.fulfill(status=304))
    bob.locator("#confirmation").get_by_role("button", name="Agreed").click()
    expect(bob.locator("#confirmation").get_by_role("alert")).to_contain_text(KEPT)
    bob.unroute_all(behavior="wait")
    bob.goto(address)
    at_rest(bob)
    bob.goto(table)
    expect(bob.locator("#confirmation")).to_contain_text("you agreed")
    assert answers_at(client_of, bob) == ["agree"]


@pytest.mark.thorough
def test_who_thinks_better_of_it_says_the_other(tables, client_of):
    """Also when the first answer had arrived; and what waits stays chosen when the next deal is asked about."""
    scorer, watcher = asked_bob(tables)
    watcher.route("**/answer", arrived_only)
    watcher.route("**/live", lambda route: route.fulfill(status=304))  # else that tells it sooner or later
    asked = watcher.locator("#confirmation")
    asked.get_by_role("button", name="Agreed").click()
    until(watcher, lambda: answers_at(client_of, watcher) == ["agree"])
    asked.get_by_role("button", name="not right").click()
    until(watcher, lambda: answers_at(client_of, watcher) == ["agree", "dispute"])
    expect(asked.get_by_role("alert")).to_contain_text(KEPT)
    expect(asked.get_by_role("button", name="Agreed")).to_have_attribute("aria-pressed", "false")
    watcher.unroute("**/live")
    deal(scorer)
    expect(asked).to_contain_text("Deal 2")
    expect(asked.get_by_role("alert")).to_contain_text(KEPT)
    asked.get_by_role("button", name="Agreed").click()
    watcher.unroute_all(behavior="wait")
    watcher.evaluate(ONLINE)
    expect(asked).to_contain_text("you agreed")
    at_rest(watcher)
    assert answers_at(client_of, watcher) == ["agree", "dispute", "agree"]


@pytest.mark.thorough
def test_an_answer_that_is_refused_is_told_in_the_servers_words(bob, client_of):
    """It was answered: it is not sent again by itself, and can be tapped again."""
    bob.route("**/answer", refusing(403, "You may not."))
    asked = bob.locator("#confirmation")
    asked.get_by_role("button", name="Agreed").click()
    expect(asked.get_by_role("alert")).to_have_text("You may not.")
    expect(asked.get_by_role("button", name="Agreed")).to_have_attribute("aria-pressed", "true")
    at_rest(bob)
    bob.unroute_all(behavior="wait")
    asked.get_by_role("button", name="Agreed").click()
    expect(asked).to_contain_text("you agreed")
    assert answers_at(client_of, bob) == ["agree"]


@pytest.mark.thorough
def test_what_is_disputed_stays_in_sight_and_moves_no_pad(tables: tuple[Page, Page]) -> None:
    """On a small screen that is scrolled down to the pad; what the line does is told beside it, not in its place."""
    scorer, watcher = tables
    scorer.set_viewport_size({"width": 320, "height": 568})
    watcher.locator("#confirmation").get_by_role("button", name="Bob").click()
    deal(scorer)
    at_rest(scorer)
    before = scorer.locator("#pad").bounding_box()
    answer(watcher, "Wait, that’s not right")
    strip = scorer.locator("#strip .note")
    expect(strip).to_contain_text("Bob: “Deal 1 is not right”")
    now = scorer.locator("#pad").bounding_box()
    assert before["y"] + before["height"] == pytest.approx(now["y"] + now["height"], abs=1)
    scorer.route("**/say", no_line)
    chip(scorer, "declarer", 0).click()
    chip(scorer, "contract", 10).click()
    expect(scorer.locator("#unsent")).to_be_visible()
    expect(strip).to_be_in_viewport()
    told, button = scorer.locator("#unsent").bounding_box(), scorer.get_by_label("Let others watch").bounding_box()
    assert told["x"] + told["width"] <= button["x"]
    assert scorer.evaluate("document.documentElement.scrollWidth") == 320
    strip.get_by_role("link", name="Deal 1").click()
    expect(scorer.get_by_role("button", name="Bob agrees now")).to_be_visible()
