"""What a finger is told: a pad drawn ahead while it rests, why something cannot be tapped, what a tap recorded."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.engines import ready
from tests.browser.phones import bid, chip, deal
from tests.browser.taps import Touch, play, shows, undo
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


def test_a_finger_says_what_was_drawn_ahead_when_it_lifts(page):
    """The new total is there before the next pad, and kept before it goes out; one that slides away says nothing."""
    chip(page, "declarer", 1).click()
    press(page, chip(page, "contract", 9))
    page.mouse.move(2, 2)
    page.mouse.up()
    version(page, 0)
    bid(page, 2, 8)
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    written(page, 1)
    press(page, chip(page, "tricks", 9))
    version(page, 1)
    with page.expect_response("**/say") as said:
        page.mouse.up()
    shows(page, [1, 0])
    assert said.value.json()["version"] == 2
    page.reload()
    version(page, 2)
    shows(page, [1, 0])
    ready(page)
    bid(page, 1, 8)
    written(page, 3)
    for noted in (CLICKS, ORDER, SENT):
        page.evaluate(noted)
    touch = Touch(page, chip(page, "tricks", 9))
    version(page, 3)
    touch.send("touchEnd")
    page.wait_for_function("() => painted.at(-1) === '1 1, 4'")
    assert page.evaluate("painted") == ["1 0, 3", "1 1, 3", "1 1, 4"]
    written(page, 4)
    assert page.evaluate("sent") == [["1 1", 1]]
    painted(page)
    assert page.evaluate("clicks") == [[False, "9"]]  # no click follows the finger that lifts
    page.reload()
    version(page, 4)


@pytest.mark.thorough
def test_a_finger_that_strays_or_holds_is_left_to_the_browser(page):
    bid(page, 1, 8)
    written(page, 1)
    page.evaluate(CLICKS)
    touch = Touch(page, chip(page, "tricks", 9))
    touch.send("touchMove", aside=40)
    touch.send("touchEnd")
    Touch(page, chip(page, "tricks", 9)).send("touchEnd", after=0.9)
    painted(page)
    assert all(trusted for trusted, _ in page.evaluate("clicks"))


@pytest.fixture
def table(new_phone: Phones, address: str, client_of: FlaskClient) -> Callable[..., Page]:
    """Opens a new table of a game."""

    def opened(game: str) -> Page:
        page = new_phone().new_page()
        page.goto(f"{address}/m/{start(client_of, game)}")
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
def test_what_cannot_be_tapped_says_why(table):
    """A call that is not higher than the last bid, and tricks that cannot add up."""
    page = table("boomke_wies")
    play(page, ["press Call by call", "send calls=8"])
    expect(page.locator("#pad button[name=calls]:disabled")).to_have_count(2)
    assert asked(page, page.locator("#pad button[value='8,7']")) == "It must be higher than the last bid."
    page.locator("#pad button[value='8,9']").tap()
    expect(page.locator("#pad button[value='8,9,10']")).to_be_enabled()
    expect(page.locator(".disabled-reason")).to_be_empty()
    page = table("zwanzig_ab")
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


@pytest.mark.thorough
def test_what_was_recorded_and_what_undo_takes_back_stay_readable_beside_long_names(new_phone, address, client_of):
    """A tap that records nothing is what Undo takes back from then on."""
    page = new_phone(viewport={"width": 320, "height": 568}).new_page()
    place = f"{address}/m/{start(client_of, 'boomke_wies')}"
    page.goto(place)
    deal(page)
    said = page.locator(".toast > span")
    expect(said).to_have_text(re.compile(r"^deal 1, Bob:\s*Bob & Dee\s*\+1$"))
    names = ["Bartholomew Featherstonehaugh the Elder", "Wilhelmina van der Wetering-Oudshoorn"]
    for old, new in zip(["Bob", "Dee"], names, strict=True):
        found = said.locator("bdi").get_by_text(old, exact=True).all()
        for bdi in reversed(found):  # a renamed one is not counted any more
            bdi.evaluate("(element, name) => { element.textContent = name }", new)
    expect(said).to_contain_text(names[1])
    expect(said.locator("bdi[dir=ltr]")).to_be_in_viewport(ratio=1)  # what the box cuts off does not count
    chip(page, "declarer", 2).click()
    expect(page).to_have_url(re.compile("declarer=2"))
    expect(page.locator(".toast")).to_have_count(0)
    undo(page, "Undo: Cem").click()
    expect(page).not_to_have_url(re.compile("declarer=2"))
    expect(undo(page)).to_have_text(re.compile("^Undo: deal 1, Bob:"))
    version(page, 2)
    page.reload()
    undo(page, "Redo: Cem").click()
    expect(page.locator('input[name="declarer"][value="2"]')).to_be_checked()
    bid(page, 1)
    expect(page.locator(".toast")).to_have_text(re.compile("Bob’s 8.*Undo"))
    at_rest(page)  # else the new page sends it once more, and tells it with a toast
    page.goto(place)
    words = page.locator(".again b")
    expect(words).to_have_text("Undo: Bob’s 8")
    words.locator("bdi").first.evaluate("(element, name) => { element.textContent = name }", LONG)
    assert words.evaluate(SHOWN_WHOLE)
