"""A finger that rests on a button lets the engine draw ahead; only a finger that lifts there says anything."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.finger import Touch
from tests.browser.phones import bid, chip
from tests.browser.taps import shows
from tests.browser.waits import painted, version, written
from tests.support.tables import start

Phones = Callable[..., BrowserContext]

pytestmark = pytest.mark.browser
ASKED = """
globalThis.told = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (question) {
  told.push(question.what);
  return post.call(this, question);
};
"""
CLICKS = """
globalThis.clicks = [];
const note = ({ isTrusted, target }) => clicks.push([isTrusted, target.closest("button")?.value ?? ""]);
addEventListener("click", note, true);
"""
ORDER = """
const later = globalThis.setTimeout;  // nothing counts as painted because it takes long
globalThis.setTimeout = (then, ms, ...more) => later(then, ms === 200 ? 20000 : ms, ...more);
globalThis.painted = [];
const look = () => {
  const totals = [...document.querySelectorAll(".board .total")].map((total) => total.textContent).join(" ");
  const seen = `${totals}, ${document.getElementById("table").dataset.version}`;
  if (painted.at(-1) !== seen) painted.push(seen);
  requestAnimationFrame(look);
};
look();
"""  # what stands there at the beginning of each frame
SENT = """
globalThis.kept = 0;
for (const [name, change] of [["add", 1], ["delete", -1]]) {
  const own = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...given) {
    this.transaction.addEventListener("complete", () => (kept += change));
    return own.apply(this, given);
  };
}
const send = XMLHttpRequest.prototype.send;
XMLHttpRequest.prototype.send = function (body) {
  if (body) sent.push([painted.at(-1).split(",")[0], kept]);
  return send.call(this, body);
};
globalThis.sent = [];
"""  # which totals stood there when something was sent, and how many sayings were kept then


@pytest.fixture
def page(new_phone: Phones, address: str, client_of: FlaskClient) -> Page:
    """A table on a phone whose engine is ready; what the engine is asked is noted."""
    page = new_phone().new_page()
    page.add_init_script(ASKED)
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    page.wait_for_selector("html[data-engine]", state="attached")
    return page


def press(page: Page, target: Locator) -> None:
    """Touch a button and rest there until the engine has drawn what it will say."""
    target.hover()
    page.mouse.down()
    page.wait_for_function("() => told.at(-1) === 'revert'")


@pytest.mark.thorough
def test_a_finger_that_slides_away_says_nothing(page: Page) -> None:
    chip(page, "declarer", 1).click()
    press(page, chip(page, "contract", 9))
    page.mouse.move(2, 2)
    page.mouse.up()
    version(page, 0)
    bid(page, 2, 8)
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    page.reload()
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Cem said")


@pytest.mark.thorough
def test_what_was_drawn_ahead_is_what_is_said(page: Page) -> None:
    bid(page, 1, 9)
    written(page, 1)
    press(page, chip(page, "tricks", 10))
    version(page, 1)
    with page.expect_response("**/say") as said:
        page.mouse.up()
    shows(page, [0, 2])
    assert said.value.json()["version"] == 2
    page.reload()
    version(page, 2)
    shows(page, [0, 2])


@pytest.fixture
def touched(page: Page) -> Page:
    """The page at the result of a bid, with every click from now on noted and nothing scrolling any more."""
    bid(page, 1, 8)
    written(page, 1)
    page.evaluate(CLICKS)
    return page


def test_the_tap_is_the_finger_that_lifts_and_no_click_follows(touched: Page) -> None:
    touch = Touch(touched, chip(touched, "tricks", 9))
    version(touched, 1)
    touch.send("touchEnd")
    version(touched, 2)
    painted(touched)
    assert touched.evaluate("clicks") == [[False, "9"]]
    touched.reload()
    version(touched, 2)
    shows(touched, [0, 1])


def test_the_new_total_is_there_before_the_next_pad(touched: Page) -> None:
    touched.evaluate(ORDER)
    touch = Touch(touched, chip(touched, "tricks", 9))
    touch.send("touchEnd")
    touched.wait_for_function("() => painted.at(-1) === '0 1, 2'")
    assert touched.evaluate("painted") == ["0 0, 1", "0 1, 1", "0 1, 2"]


@pytest.mark.thorough
def test_what_is_said_goes_out_when_the_new_total_stands_there(touched: Page) -> None:
    """It is kept by then, so that nothing is lost if the page ends before."""
    touched.evaluate(ORDER)
    touched.evaluate(SENT)
    touch = Touch(touched, chip(touched, "tricks", 9))
    touch.send("touchEnd")
    written(touched, 2)
    assert touched.evaluate("sent") == [["0 1", 1]]


@pytest.mark.thorough
def test_a_finger_that_strays_or_holds_is_left_to_the_browser(touched: Page) -> None:
    touch = Touch(touched, chip(touched, "tricks", 9))
    touch.send("touchMove", aside=40)
    touch.send("touchEnd")
    Touch(touched, chip(touched, "tricks", 9)).send("touchEnd", after=0.9)
    painted(touched)
    assert all(trusted for trusted, _ in touched.evaluate("clicks"))
