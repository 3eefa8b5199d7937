"""Two phones: one keeps score, the other answers; the answers come to the one without being in its way."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import form_of, sayings
from tests.browser.network import KEPT, ONLINE, arrived_only, no_line, refusing
from tests.browser.phones import bid, chip, deal
from tests.browser.taps import Touch
from tests.browser.waits import at_rest, painted, until, version
from tests.support.records import play
from tests.support.tables import start

Two = tuple[Page, Page]
NOT_RIGHT = "Bob: that’s not right"
AT_ONCE = """() => new MutationObserver((_, observer) => {
    if (!document.querySelector('#confirmation').textContent.includes('Deal 2')) return;
    observer.disconnect();
    document.querySelector('#confirmation button[value=agree]').click();
}).observe(document.body, {childList: true, subtree: true})"""


def bob_at(watching: BrowserContext, address: str, match: str) -> Page:
    """The follow screen of Bob."""
    watcher = watching.new_page()
    watcher.goto(f"{address}/m/{match}")
    watcher.locator("#confirmation").get_by_role("button", name="Bob").click()
    expect(watcher.locator("#confirmation")).to_contain_text("Bob")
    return watcher


@pytest.fixture
def tables(with_engine: Callable[..., tuple[Page, str]], watching: BrowserContext, address: str) -> Two:
    """The table of who keeps score, whose phone counts itself, with a first deal, and Bob who is asked about it."""
    scorer, match = with_engine()
    watcher = bob_at(watching, address, match)
    deal(scorer)
    asked_about(watcher)
    return scorer, watcher


def asked_about(watcher: Page) -> None:
    """Wait until Bob is asked."""
    expect(watcher.locator("#confirmation").get_by_role("heading")).to_contain_text("Bob, is this right?")


@pytest.mark.thorough
def answer(watcher: Page, words: str) -> None:
    """Tap one of the two large buttons, once the question is there and can be read."""
    asked = watcher.locator("#confirmation")
    asked_about(watcher)
    with watcher.expect_response("**/answer"):
        asked.get_by_role("button", name=words).click()
    expect(asked).to_contain_text("you")


def test_an_answer_is_in_nobodys_way(tables):
    """Also between two taps in a row, whose numbers it makes others than this phone thinks."""
    scorer, watcher = tables
    watched = watcher.url
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
    watcher.goto(watched)
    answer(watcher, "Agreed")  # about deal 2
    held = []
    scorer.route("**/say", lambda route: held.append(route) if not held else route.continue_())
    bid(scorer)
    version(scorer, 7)
    chip(scorer, "tricks", 9).click()
    held[0].continue_()
    version(scorer, 9)
    expect(scorer.locator("#rows .line")).to_have_count(3)
    expect(scorer.locator(".notice:visible")).to_have_count(0)


def answers_at(client: FlaskClient, page: Page) -> list[Any]:
    """The answers in the log, each with the uid of what it is about."""
    log = client.get(re.search(r"/m/[^/?]+", page.url)[0] + "/log").get_json()["records"]
    return [(kind, body["of"]) for kind, body, *_ in log if kind in ("agree", "dispute")]


def kinds_at(client: FlaskClient, page: Page) -> list[str]:
    """The kinds of the answers in the log."""
    return [kind for kind, _ in answers_at(client, page)]


@pytest.mark.thorough
def test_a_tap_is_an_answer_to_what_stood_there_when_the_finger_came_down(tables, client_of):
    """Another line is asked about just when the tap falls; no other question comes under a finger that rests."""
    scorer, watcher = tables
    sent = sayings(watcher)
    watcher.evaluate(AT_ONCE)
    deal(scorer)
    asked = watcher.locator("#confirmation")
    expect(asked).to_contain_text("Deal 2")
    at_rest(watcher)
    assert sent == []
    touch = Touch(watcher, asked.get_by_role("button", name="Agreed"))
    with watcher.expect_response("**/confirmation") as news:
        deal(scorer)
    news.value.finished()
    painted(watcher)
    expect(asked).to_contain_text("Deal 2")
    with watcher.expect_response("**/answer"):
        touch.send("touchEnd")
    expect(asked).to_contain_text("Deal 3")
    log = client_of.get(re.search(r"/m/[^/?]+", watcher.url)[0] + "/log").get_json()["records"]
    assert answers_at(client_of, watcher) == [("agree", [uid for kind, _, uid, *_ in log if kind == "deal"][1])]


@pytest.fixture
def bob(watching: BrowserContext, address: str, client_of: FlaskClient) -> Page:
    """The follow screen of Bob, who is asked about the first deal."""
    match = start(client_of, "boomke_wies")
    watcher = bob_at(watching, address, match)
    play(client_of.application, match, {"declarer": 1, "contract": 8, "tricks": 9})
    asked_about(watcher)
    return watcher


def unheard(bob: Page, fault: Callable[..., object]) -> None:
    """Let no answer come back to what Bob says, nor the page tell of it."""
    bob.route("**/answer", fault)
    bob.route("**/live", lambda route: route.fulfill(status=304))


@pytest.mark.thorough
def test_an_answer_that_gets_none_is_told_outlives_the_page_and_goes_out_once(bob, client_of, address):
    sent, table = sayings(bob), bob.url
    asked = bob.locator("#confirmation")
    for fault, words in ((refusing(503), "Not just now."), (arrived_only, KEPT)):
        unheard(bob, fault)
        if not sent:
            asked.get_by_role("button", name="Agreed").click()
        expect(asked.get_by_role("alert")).to_contain_text(words)
        expect(asked.get_by_role("button", name="Agreed")).to_have_attribute("aria-pressed", "true")
    until(bob, lambda: kinds_at(client_of, bob) == ["agree"])
    bob.unroute_all(behavior="wait")
    bob.goto(address)
    at_rest(bob)
    bob.goto(table)
    expect(asked).to_contain_text("you agreed")
    expect(asked.get_by_role("alert")).to_have_count(0)
    assert len({form_of(request)["uid"] for request in sent}) == 1
    assert kinds_at(client_of, bob) == ["agree"]


@pytest.mark.thorough
def test_who_thinks_better_of_it_says_the_other(tables, client_of):
    """Also when the first answer had arrived; what waits stays chosen when the next deal is asked about."""
    scorer, watcher = tables
    unheard(watcher, arrived_only)
    asked = watcher.locator("#confirmation")
    asked.get_by_role("button", name="Agreed").click()
    until(watcher, lambda: kinds_at(client_of, watcher) == ["agree"])
    asked.get_by_role("button", name="not right").click()
    until(watcher, lambda: kinds_at(client_of, watcher) == ["agree", "dispute"])
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
    assert kinds_at(client_of, watcher) == ["agree", "dispute", "agree"]


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
    assert kinds_at(client_of, bob) == ["agree"]


@pytest.mark.thorough
def test_what_is_disputed_stays_in_sight_and_moves_no_pad(tables):
    """On a small screen that is scrolled down to the pad; what the line does is told beside it, not in its place."""
    scorer, watcher = tables
    scorer.set_viewport_size({"width": 320, "height": 568})
    at_rest(scorer)
    before = scorer.locator("#pad").bounding_box()
    answer(watcher, "Wait, that’s not right")
    strip = scorer.locator("#strip .note")
    expect(strip).to_contain_text("Bob: “Deal 1 is not right”")
    now = scorer.locator("#pad").bounding_box()
    assert before["y"] + before["height"] == pytest.approx(now["y"] + now["height"], abs=1)
    scorer.route("**/say", no_line)
    bid(scorer, 0, 10)
    expect(scorer.locator("#unsent")).to_be_visible()
    expect(strip).to_be_in_viewport()
    told, button = scorer.locator("#unsent").bounding_box(), scorer.get_by_label("Let others watch").bounding_box()
    assert told["x"] + told["width"] <= button["x"]
    assert scorer.evaluate("document.documentElement.scrollWidth") == 320
    strip.get_by_role("link", name="Deal 1").click()
    expect(scorer.get_by_role("button", name="Bob agrees now")).to_be_visible()
