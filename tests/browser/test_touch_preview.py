"""What a finger is told: a pad drawn ahead while it rests, why something cannot be tapped, what a tap recorded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.finger import Touch
from tests.browser.phones import bid, chip, deal
from tests.browser.taps import play, shows, undo
from tests.browser.waits import at_rest, painted, version, written
from tests.support.tables import start

Phones = Callable[..., BrowserContext]
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


NAMES = ["Ann", "Bob", "Cem", "Dee"]


@pytest.fixture
def table(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> Callable[..., Page]:
    """Opens a new table of a game under house rules."""

    def opened(game: str, *names: str, **rules: object) -> Page:
        page = new_phone().new_page()
        page.goto(f"{address}/m/{start(client_of, game, *names, **rules)}")
        page.wait_for_selector(".disabled-reason", state="attached")  # it comes after the table
        return page

    return opened


def asked(page: Page, barred: Locator) -> str:
    """What is said when something that cannot be is tapped all the same."""
    expect(barred.locator("css=:scope:disabled, :disabled")).not_to_have_count(0)
    barred.scroll_into_view_if_needed()
    place = barred.bounding_box()
    assert place
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    said = page.locator(".disabled-reason")
    expect(said).not_to_be_empty()
    expect(said).to_be_in_viewport(ratio=1)
    return said.inner_text()


@pytest.mark.thorough
def test_a_call_that_is_not_higher_than_the_last_bid(table: Callable[..., Page]) -> None:
    page = table("boomke_wies")
    play(page, ["press Call by call", "send calls=8"])
    expect(page.locator("#pad button[name=calls]:disabled")).to_have_count(2)
    assert asked(page, page.locator("#pad button[value='8,7']")) == "It must be higher than the last bid."
    page.locator("#pad button[value='8,9']").tap()
    expect(page.locator("#pad button[value='8,9,10']")).to_be_enabled()
    expect(page.locator(".disabled-reason")).to_be_empty()


def test_tricks_that_cannot_add_up(table: Callable[..., Page]) -> None:
    page = table("zwanzig_ab", *NAMES)
    play(page, ["send trump=spades"])
    chip(page, "tricks.0", 4).tap()
    assert "left" in asked(page, chip(page, "tricks.1", 5))
    expect(page.locator("#pad input[name='tricks.1']:checked")).to_have_count(0)


LONG = "Maximiliane von Hohenstein-Rabenau zu Au"
SHOWN_WHOLE = """(words) => {
    const last = document.createRange();
    last.setStart(words.lastChild, words.lastChild.length - 1);
    last.setEnd(words.lastChild, words.lastChild.length);
    const [shown, room] = [last.getBoundingClientRect(), words.getBoundingClientRect()];
    return words.lastChild.data.endsWith("8") && shown.bottom <= room.bottom + 1 && shown.right <= room.right + 1;
}"""


def test_it_names_who_gained_and_long_names_leave_the_gain_readable(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport={"width": 320, "height": 568}).new_page()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    deal(page)
    said = page.locator(".toast > span")
    expect(said).to_have_text(re.compile(r"^deal 1, Bob:\s*Bob & Dee\s*\+1$"))
    names = ["Bartholomew Featherstonehaugh the Elder", "Wilhelmina van der Wetering-Oudshoorn"]
    for old, new in zip(["Bob", "Dee"], names, strict=True):
        for bdi in reversed(
            said.locator("bdi").get_by_text(old, exact=True).all()
        ):  # a renamed one is not counted any more
            bdi.evaluate("(element, name) => { element.textContent = name }", new)
    expect(said).to_contain_text(names[1])
    expect(said.locator("bdi[dir=ltr]")).to_be_in_viewport(ratio=1)  # what the box cuts off does not count


def test_long_names_leave_the_number_in_what_undo_takes_back_readable(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone(viewport={"width": 320, "height": 568}).new_page()
    place = f"{address}/m/{start(client_of, 'boomke_wies')}"
    page.goto(place)
    bid(page)
    expect(page.locator(".toast")).to_have_text(re.compile("Bob’s 8.*Undo"))
    at_rest(page)  # else the new page sends it once more, and tells it with a toast
    page.goto(place)
    words = page.locator(".again b")
    expect(words).to_have_text("Undo: Bob’s 8")
    words.locator("bdi").first.evaluate("(element, name) => { element.textContent = name }", LONG)
    assert words.evaluate(SHOWN_WHOLE)


@pytest.mark.thorough
def test_a_tap_that_records_nothing_is_what_undo_takes_back_from_then_on(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> None:
    page = new_phone().new_page()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    deal(page)
    version(page, 2)
    page.locator('label:has(input[name="declarer"][value="2"])').click()
    expect(page).to_have_url(re.compile("declarer=2"))
    expect(page.locator(".toast")).to_have_count(0)
    undo(page, "Undo: Cem").click()
    expect(page).not_to_have_url(re.compile("declarer=2"))
    expect(undo(page)).to_have_text(re.compile("^Undo: deal 1, Bob:"))
    version(page, 2)
    page.reload()
    undo(page, "Redo: Cem").click()
    expect(page.locator('input[name="declarer"][value="2"]')).to_be_checked()
