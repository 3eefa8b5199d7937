"""What script adds at the table: nothing is sent twice, nothing is lost, and the address always tells where one is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.engines import NO_ENGINE, ready
from tests.browser.network import ONLINE, no_line
from tests.browser.phones import chip, deal, looked_ahead
from tests.browser.taps import SOON, apart, header, make, shows, undo
from tests.browser.waits import at_rest, painted, until, version
from tests.support.games.clobyosh import typed
from tests.support.phones import new_link, phone_at
from tests.support.tables import make_circle, send, start

NAMES = ("Ann", "Bob", "Cem", "Dee")
AT_VERSION = """([wanted, clientX, clientY]) => new MutationObserver((_, observer) => {
  if (document.getElementById("table")?.dataset.version !== wanted) return;
  observer.disconnect();
  const tap = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY });
  setTimeout(() => {
    document.elementFromPoint(clientX, clientY).dispatchEvent(tap);
    globalThis.tapped = true;
  });
}).observe(document, { subtree: true, attributes: true, childList: true })"""
TWICE = """(words) => {
    let spot;
    addEventListener("click", ({ clientX, clientY }) => (spot ??= { clientX, clientY }));
    new MutationObserver((_, observer) => {
        const buttons = [...document.querySelectorAll("#pad button:not(.again *)")];
        const button = buttons.find((one) => one.textContent.includes(words));
        if (!button) return;
        observer.disconnect();
        const second = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2, ...spot });
        setTimeout(() => (window.twice = !button.dispatchEvent(second)));
    }).observe(document.body, { childList: true, subtree: true });
}"""  # the next tap is a double one: its second half comes as soon as a button with these words lies under the finger
SAID = "body > .unseen[role=status]:not(.spoken)"
FROM_MEMORY = "() => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
Open = Callable[..., tuple[Page, str]]


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> BrowserContext:
    """A phone of a new circle."""
    make_circle(client_of, *NAMES)
    context = new_context()
    context.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    return context


@pytest.fixture
def opened(phone: BrowserContext, address: str, client_of: FlaskClient) -> Open:
    """Opens the table of a new match."""

    def at_table(game: str, *names: str, script: str = "", **rules: Any) -> tuple[Page, str]:
        uid = start(client_of, game, *(names or NAMES), **rules)
        page = phone.new_page()
        if script:
            page.add_init_script(script)
        page.goto(f"{address}/m/{uid}")
        return page, uid

    return at_table


def version_stays(page: Page, wanted: int) -> None:
    """Wait until the table is at this version, and what comes after a double tap would have come."""
    version(page, wanted)
    apart(page)
    at_rest(page)
    version(page, wanted)


@pytest.mark.double_tap
def test_a_double_tap_records_once(opened):
    page, _ = opened("boomke_wies")
    chip(page, "declarer", 1).click()
    looked_ahead(page)
    box = chip(page, "contract", 9).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate(AT_VERSION, ["1", x, y])  # too late for the request, and still the same double tap
    page.mouse.dblclick(x, y)
    page.wait_for_function("() => globalThis.tapped")
    version_stays(page, 1)
    page.reload()
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    chip(page, "tricks", 9).dblclick(no_wait_after=True)
    version_stays(page, 2)
    expect(page.locator("#rows .line")).to_have_count(1)
    deal(page, 2, 9, 9)
    shows(page, [1, 1])
    apart(page)
    undo(page).dblclick(no_wait_after=True)
    version_stays(page, 5)
    shows(page, [0, 1])
    header(page, "Undo")
    version(page, 6)
    page.get_by_text("Call by call").click()
    for calls in ("8", "8,pass"):
        page.locator(f'#pad button[name="calls"][value="{calls}"]').click()
        page.wait_for_url("**calls=" + calls.replace(",", "%2C"))
        apart(page)
    page.evaluate(TWICE, "Pass")  # the second half on another pass, which would be the last
    page.locator('#pad button[name="calls"][value="8,pass,pass"]').click()
    page.wait_for_function("() => window.twice")
    apart(page)
    version(page, 6)
    page.locator("#pad button.chip", has_text="Pass").click()
    version(page, 7)


def test_an_error_says_so_and_leaves_the_entry(opened):
    page, _ = opened("boomke_wies")
    ready(page)
    chip(page, "declarer", 1).click()
    looked_ahead(page)  # what is drawn then has fresh tokens
    page.evaluate("() => document.querySelectorAll('[name=csrf_token]').forEach((field) => field.value = 'old')")
    chip(page, "contract", 9).click()
    expect(page.locator("#unsent")).to_contain_text("too old")
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    assert "/say" not in page.url


@pytest.mark.thorough
def test_digits_wait_their_turn_and_nothing_typed_is_lost_to_another_phone(opened, client_of):
    """Also two on the same key, and those of a keyboard; totals and pad are in sight after a deal."""
    page, uid = opened("clobyosh", "Ann", "Bob")
    page.set_viewport_size({"width": 320, "height": 568})
    for number, quickly in enumerate((by_keys, by_keyboard)):
        page.get_by_role("button", name="Bob took the turned suit").click()
        version(page, 1 + 2 * number)
        make(page, "send last_trick=0")
        expect(page.locator("#pad .keys")).to_be_visible()
        quickly(page)
        shows(page, [[76, 80], [147, 152]][number])
    toast = page.locator(".toast")
    expect(toast).to_have_text(re.compile("deal 2.*Undo"))
    expect(toast).to_be_in_viewport(ratio=1)
    expect(page.locator(".total").first).to_be_in_viewport(ratio=1)
    expect(page.locator(SAID)).to_contain_text("deal 2")
    at_rest(page)
    page.route("**/updates?*", lambda route: route.fulfill(status=304))  # else it would tell it by itself
    page.get_by_role("button", name="Ann took the turned suit").click()
    version(page, 5)
    for tap in ("send last_trick=0", *typed((1, 40)), "send tens.0=6"):
        make(page, tap)
    expect(page.locator(".slot.now")).to_contain_text("6")
    said = {"step": "play", "cards.0": 60, "cards.1": 41, "last_trick": 0}
    other = phone_at(client_of.application, new_link(client_of))
    send(other, f"/m/{uid}/say", uid="from another phone"[:4], after=5, **said)
    make(page, "send cards.0=61")
    expect(page.locator(".notice:visible")).to_contain_text("Two phones recorded deal 3 differently")
    expect(page).to_have_url(re.compile(r"cards\.0=61"))


def by_keys(page: Page) -> None:
    """Sixty-six and eighty, each digit before the pad has answered to the last."""
    page.evaluate("""() => {
        const tap = (digit) => document.querySelector(`#pad .key[data-digit="${digit}"]`).click();
        tap(6), tap(6), tap(8), tap(0);
    }""")


def by_keyboard(page: Page) -> None:
    """Sixty-one, after a slip, and seventy-two."""
    page.keyboard.type("62")
    page.keyboard.press("Backspace")
    page.keyboard.type("1")
    page.keyboard.type("72")


@pytest.mark.thorough
def test_half_a_deal_of_tricks_outlives_a_reload_and_back_leads_past_a_recorded_deal(opened, address):
    """Keys stay where they are, and what happened is said."""
    page, uid = opened("knockout_whist", "Ann", "Bob", first_hand="3")
    page.goto(f"{address}/")
    page.goto(f"{address}/m/{uid}")
    bob, asked = page.locator("#pad .taker", has_text="Bob"), page.locator("#pad [aria-current]")
    bob.focus()
    page.keyboard.press("Enter")
    expect(asked).to_contain_text("trick 2")
    expect(bob).to_be_focused()
    expect(page.locator(SAID)).to_have_text("Who won trick 2?")
    page.keyboard.press("Enter")
    expect(asked).to_contain_text("trick 3")
    page.reload()
    expect(asked).to_contain_text("trick 3")
    expect(bob.locator("b")).to_have_text("2")
    page.go_back()
    expect(asked).to_contain_text("trick 2")
    page.locator("#pad .taker", has_text="Ann").click()
    expect(asked).to_contain_text("trick 3")
    page.locator("#pad .taker", has_text="Ann").click()
    version(page, 1)
    expect(page).to_have_url(f"{address}/m/{uid}")
    page.go_back()
    expect(page).to_have_url(f"{address}/")


@pytest.mark.thorough
def test_the_last_number_fills_itself_in_and_one_that_is_changed_makes_room(opened):
    """For fingers only. Ann and Bob tied by mistake: back at the numbers Bob gets one more, then Ann one less."""
    page, _ = opened("zwanzig_ab")
    chip(page, "trump", "clubs").click()
    version(page, 1)
    for seat, tricks in enumerate((2, 1)):
        chip(page, f"tricks.{seat}", tricks).click()
    expect(page.locator("[data-left]")).to_have_text("2")
    page.locator('input[name="tricks.2"][value="0"]').focus()
    page.wait_for_timeout(SOON)  # else the keys would belong to the finger
    page.keyboard.press("Space")
    page.keyboard.press("ArrowRight")
    painted(page)
    version(page, 1)
    expect(page.locator('input[name="tricks.2"][value="1"]')).to_be_checked()
    chip(page, "tricks.2", 2).click()
    version(page, 2)
    expect(page.locator(".board .total")).to_have_text(["18", "19", "18", "25"])
    page, _ = opened("knockout_whist", "Ann", "Bob", "Cem")
    page.locator("#pad summary", has_text="Enter the numbers").click()
    for seat, number in ((0, 3), (1, 3)):
        chip(page, f"tricks.{seat}", number).click()
    expect(page.locator("#pad")).to_contain_text("Who won the cut for trump?")
    page.locator("#pad").get_by_role("link", name="Tricks").click()
    expect(page.locator('input[name="tricks.1"][value="4"]')).to_be_enabled()
    chip(page, "tricks.1", 4).click()
    expect(page.locator("#pad")).to_contain_text("1 too many")
    version(page, 0)
    chip(page, "tricks.0", 2).click()
    version(page, 1)
    expect(page.locator(".lines .line").first).to_contain_text("Bob 4, Ann 2, Cem 1")


def held_back(page: Page, pattern: str) -> list[Route]:
    """What the page asks from now on at such addresses, each without an answer until the test lets it go."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held


@pytest.mark.thorough
@pytest.mark.parametrize("quicker", ["look", "saying"])
def test_a_tap_on_what_is_being_recorded_leaves_the_next_deal_alone(opened, quicker):
    """Whichever of the two the server comes to first, the look's answer is late."""
    page, _ = opened("zwanzig_ab", drop_twice="no", script=NO_ENGINE)
    chip(page, "trump", "clubs").click()
    version(page, 1)
    for seat, tricks in ((0, 3), (1, 1)):
        chip(page, f"tricks.{seat}", tricks).click()
    chip(page, "tricks.3", "-").click()
    said, looks = held_back(page, "**/say"), held_back(page, "**/m/*?*")
    chip(page, "tricks.2", 1).click()
    until(page, lambda: said)
    chip(page, "tricks.1", 0).click()
    until(page, lambda: looks)
    early = looks[0].fetch() if quicker == "look" else None
    said[0].continue_()
    version(page, 2)
    looks[0].fulfill(response=early) if early else looks[0].continue_()
    painted(page)
    version(page, 2)
    expect(chip(page, "trump", "clubs")).to_be_enabled()
    expect(page.locator(".bidline")).to_contain_text("names trump")
    expect(page).to_have_url(re.compile(r"^[^?]+$"))


@pytest.mark.thorough
def test_what_is_chosen_in_haste_and_cannot_be_is_taken_back(opened):
    """Two must play: the dealer drops out before the page has heard that both others did."""
    page, _ = opened("zwanzig_ab", two_active="yes", script=NO_ENGINE)
    chip(page, "trump", "clubs").click()
    version(page, 1)
    looks = held_back(page, "**/m/*?*")
    for seat in (2, 3, 0):
        chip(page, f"tricks.{seat}", "-").click()
        until(page, lambda wanted=seat: any(f"tricks.{wanted}=-" in route.request.url for route in looks))
        expect(page.locator(f'fieldset:has([type="radio"][name="tricks.{seat}"])')).to_be_hidden()
    page.unroute("**/m/*?*")  # which lets all go on
    dealer = chip(page, "tricks.0", "-")
    expect(dealer).to_contain_text("two must play")
    expect(dealer.locator("input")).to_be_disabled()
    expect(page.locator("#pad .chip :checked")).to_have_count(2)
    chip(page, "tricks.0", 2).click()
    version(page, 2)


def test_what_was_chosen_without_a_line_is_followed_when_it_is_back(opened):
    """Else the pad would go on offering what cannot be beside it."""
    page, _ = opened("boomke_wies", script=NO_ENGINE)
    page.route("**/m/*?*", no_line)
    with page.expect_event("requestfailed"):
        chip(page, "declarer", 2).click()
    expect(page).to_have_url(re.compile("declarer=2"))
    expect(chip(page, "contract", "meetje")).to_be_enabled()
    page.unroute("**/m/*?*")
    page.evaluate(ONLINE)
    expect(chip(page, "contract", "meetje")).to_be_disabled()
    expect(page.locator('input[name="declarer"][value="2"]')).to_be_checked()


def test_reload_back_and_a_page_out_of_memory_show_nothing_old_and_send_nothing(opened, address):
    page, uid = opened("boomke_wies")
    table = f"{address}/m/{uid}"
    page.goto(f"{address}/")
    page.goto(table)
    deal(page)
    page.wait_for_function("() => history.state?.depth === 0")  # the page has gone back behind its own steps
    forms: list[str] = []
    page.on("request", lambda asked: forms.append(asked.url) if asked.method == "POST" else None)
    page.reload()
    shows(page, [0, 1])
    version(page, 2)
    page.go_back()
    page.wait_for_url(re.compile("^(?!.*/m/)"))
    page.go_forward()
    shows(page, [0, 1])
    page.goto(table)
    version(page, 2)
    assert forms == []
    page.route("**/updates?*", lambda route: route.fulfill(status=304))  # else it would follow by itself
    page.evaluate("() => { window.kept = true }")
    other = page.context.new_page()
    other.goto(table)
    deal(other)
    version(page, 2)
    page.evaluate(FROM_MEMORY)
    version(page, 4)
    shows(page, [0, 2])
    assert page.evaluate("() => window.kept")
    header(page, "Undo")
    shows(page, [0, 1])
    header(page, "Undo")
    version(page, 6)
    at_rest(page)
    what_is_chosen_meanwhile_stays(page)


def what_is_chosen_meanwhile_stays(page: Page) -> None:
    """While such a page is made new."""
    ready(page)
    waiting: list[Route] = []
    page.route(re.compile(r"/m/\w+$"), lambda route: waiting.append(route))
    page.evaluate(FROM_MEMORY)
    until(page, lambda: waiting)
    chip(page, "declarer", 2).click()
    expect(page).to_have_url(re.compile("declarer=2"))
    looked_ahead(page)
    with page.expect_response(waiting[0].request.url) as late:
        waiting[0].continue_()
    late.value.finished()
    painted(page)
    expect(chip(page, "declarer", 2).locator("input")).to_be_checked()
    chip(page, "contract", 8).click()
    expect(page.locator(".bidline")).to_contain_text("Cem said")


@pytest.mark.thorough
def test_a_link_to_what_is_wrong_leads_there(phone, address):
    page = phone.new_page()
    page.goto(f"{address}/new?tap=game:texas_42")
    page.locator(".people .chip").first.click()
    page.wait_for_url("**tap=player*")
    page.get_by_role("button", name="Shake the dominoes", exact=True).click()
    expect(page.locator(".fault").first).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.is_navigation_request() else None)
    page.locator('a[href^="#"]').first.click()
    painted(page)
    expect(page.locator(".fault").first).to_be_visible()
    assert asked == []
