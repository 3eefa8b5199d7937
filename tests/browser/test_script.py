"""What script adds at the table: nothing is sent twice, nothing is lost, and the address always tells where one is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from tests.browser.answer_modes import NO_ENGINE
from tests.browser.engines import ready
from tests.browser.finger import tap_at_version
from tests.browser.network import ONLINE, no_line
from tests.browser.phones import looked_ahead
from tests.browser.taps import SOON, apart, make, shows
from tests.browser.waits import painted, until, version
from tests.support.games.clobyosh import typed
from tests.support.phones import new_link, phone_at
from tests.support.sizes import one_in
from tests.support.tables import make_circle, send, start

NAMES = ("Ann", "Bob", "Cem", "Dee")
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
Open = "Callable[..., tuple[Page, str]]"


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


def chip(page: Page, name: str, value: object) -> Any:
    """A chip of the pad by what it sends."""
    label = f'label:has(input[name="{name}"][value="{value}"])'
    return page.locator(f'#pad :is(button[name="{name}"][value="{value}"], {label})').first


def query(page: Page) -> dict[str, list[str]]:
    """What the address in the bar says, but for the order of the taps."""
    said = parse_qs(page.url.partition("?")[2])
    return {name: said[name] for name in said if name != "done"}


def posts(page: Page) -> list[str]:
    """The uids that the page sends from now on."""
    uids: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            uids.append(parse_qs(request.post_data or "")["uid"][0])

    page.on("request", note)
    return uids


@pytest.mark.double_tap
def test_a_double_tap_records_once(opened: Open) -> None:
    page, _ = opened("boomke_wies")
    chip(page, "declarer", 1).click()
    looked_ahead(page)
    box = chip(page, "contract", 9).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tap_at_version(page, 1, x, y)  # too late for the request, and still the same double tap
    page.mouse.dblclick(x, y)
    version(page, 1)
    page.wait_for_function("() => globalThis.tapped")
    apart(page)
    page.reload()
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")


def test_an_error_says_so_and_leaves_the_entry(opened: Open) -> None:
    page, _ = opened("boomke_wies")
    ready(page)
    chip(page, "declarer", 1).click()
    looked_ahead(page)  # what is drawn then has fresh tokens
    page.evaluate("() => document.querySelectorAll('[name=csrf_token]').forEach((field) => field.value = 'old')")
    chip(page, "contract", 9).click()
    expect(page.locator("#unsent")).to_contain_text("too old")
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    assert "/say" not in page.url


def test_what_another_phone_wrote_is_shown_and_nothing_typed_is_lost(opened: Open, client_of: FlaskClient) -> None:
    page, uid = opened("clobyosh", "Ann", "Bob")
    page.route("**/updates?*", lambda route: route.fulfill(status=304))  # else it would tell it by itself
    page.get_by_role("button", name="Ann took the turned suit").click()
    version(page, 1)
    for tap in ("send last_trick=0", *typed((1, 40)), "send tens.0=6"):
        make(page, tap)
    expect(page.locator(".slot.now")).to_contain_text("6")
    said = {"step": "play", "cards.0": 60, "cards.1": 41, "last_trick": 0}
    other = phone_at(client_of.application, new_link(client_of))
    send(other, f"/m/{uid}/say", uid="from another phone"[:4], after=1, **said)
    make(page, "send cards.0=61")
    expect(page.locator(".notice:visible")).to_contain_text("Two phones recorded deal 1 differently")
    expect(page.locator("#rows .line")).to_contain_text("Ann made trump")
    assert query(page)["cards.0"] == ["61"]


@pytest.mark.thorough
def test_digits_that_are_quicker_than_the_pad_wait_their_turn(opened: Open) -> None:
    """Also two on the same key, and those of a keyboard."""
    page, _ = opened("clobyosh", "Ann", "Bob")
    page.get_by_role("button", name="Bob took the turned suit").click()
    version(page, 1)
    make(page, "send last_trick=0")
    expect(page.locator("#pad .keys")).to_be_visible()
    page.evaluate("""() => {
        const tap = (digit) => document.querySelector(`#pad .key[data-digit="${digit}"]`).click();
        tap(6), tap(6), tap(8), tap(0);
    }""")
    shows(page, [76, 80])
    page.get_by_role("button", name="Bob took the turned suit").click()
    version(page, 3)
    make(page, "send last_trick=0")
    expect(page.locator("#pad .keys")).to_be_visible()
    page.keyboard.type("62")
    page.keyboard.press("Backspace")
    page.keyboard.type("1")
    page.keyboard.type("72")
    shows(page, [147, 152])


def test_a_reload_keeps_half_a_deal_of_tricks(opened: Open) -> None:
    page, _ = opened("knockout_whist")
    for number, name in enumerate(("Ann", "Bob", "Ann")):
        page.locator("#pad .taker", has_text=name).click()
        expect(page.locator("#pad [aria-current]")).to_contain_text(f"trick {number + 2}")
    page.reload()
    expect(page.locator("#pad [aria-current]")).to_contain_text("trick 4")
    expect(page.locator("#pad .taker", has_text="Ann").locator("b")).to_have_text("2")
    page.go_back()
    expect(page.locator("#pad [aria-current]")).to_contain_text("trick 3")


def test_back_leads_past_a_recorded_deal(opened: Open, address: str) -> None:
    page, uid = opened("knockout_whist", "Ann", "Bob", first_hand="3")
    page.goto(f"{address}/")
    page.goto(f"{address}/m/{uid}")
    for name in ("Ann", "Bob", "Ann"):
        before = page.locator("#pad").inner_text()
        page.locator("#pad .taker", has_text=name).click()
        expect(page.locator("#pad")).not_to_have_text(before, use_inner_text=True)
    version(page, 1)
    expect(page).to_have_url(f"{address}/m/{uid}")
    page.go_back()
    expect(page).to_have_url(f"{address}/")


@pytest.mark.thorough
def test_the_last_number_fills_itself_in_for_fingers_only(opened: Open) -> None:
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


@pytest.mark.thorough
def test_a_number_that_is_changed_makes_room_by_itself(opened: Open) -> None:
    """Ann and Bob tied by mistake: back at the numbers Bob gets one more at once, then Ann one less."""
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


def test_keys_stay_where_they_are_and_what_happened_is_said(opened: Open) -> None:
    page, _ = opened("knockout_whist")
    page.locator("#pad .taker", has_text="Bob").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#pad [aria-current]")).to_contain_text("trick 2")
    expect(page.locator("#pad .taker", has_text="Bob")).to_be_focused()
    expect(page.locator("body > .unseen[role=status]:not(.spoken)")).to_have_text("Who won trick 2?")
    page.keyboard.press("Enter")
    expect(page.locator("#pad [aria-current]")).to_contain_text("trick 3")


def test_the_totals_and_the_pad_are_in_sight_after_a_deal(opened: Open) -> None:
    page, _ = opened("clobyosh", "Ann", "Bob")
    page.set_viewport_size({"width": 320, "height": 568})
    page.get_by_role("button", name="Ann took the turned suit").click()
    for tap in ("send last_trick=0", *typed((1, 40), (0, 61))):
        make(page, tap)
    toast = page.locator(".toast")
    expect(toast).to_have_text(re.compile("deal 1.*Undo"))
    expect(toast).to_be_in_viewport(ratio=1)
    expect(page.locator(".total").first).to_be_in_viewport(ratio=1)
    expect(page.locator("body > .unseen[role=status]:not(.spoken)")).to_contain_text("deal 1")


def held_back(page: Page, pattern: str) -> list[Route]:
    """What the page asks from now on at such addresses, each without an answer until the test lets it go."""
    held: list[Route] = []
    page.route(pattern, lambda route: held.append(route))
    return held


@pytest.mark.thorough
@pytest.mark.parametrize("quicker", one_in(2, ["look", "saying"]))
def test_a_tap_on_what_is_being_recorded_leaves_the_next_deal_alone(
    phone: BrowserContext, opened: Open, quicker: str
) -> None:
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
def test_what_is_chosen_in_haste_and_cannot_be_is_taken_back(phone: BrowserContext, opened: Open) -> None:
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


@pytest.mark.thorough
@pytest.mark.double_tap
def test_the_second_half_of_a_double_tap_on_a_pass_is_not_the_last_one(opened: Open) -> None:
    page, _ = opened("boomke_wies")
    page.get_by_text("Call by call").click()
    for calls in ("8", "8,pass"):
        page.locator(f'#pad button[name="calls"][value="{calls}"]').click()
        page.wait_for_url("**calls=" + calls.replace(",", "%2C"))
        apart(page)
    page.evaluate(TWICE, "Pass")
    page.locator('#pad button[name="calls"][value="8,pass,pass"]').click()
    page.wait_for_function("() => window.twice")
    apart(page)
    version(page, 0)
    page.locator("#pad button.chip", has_text="Pass").click()
    version(page, 1)


@pytest.mark.thorough
def test_a_link_to_what_is_wrong_leads_there(phone: BrowserContext, address: str) -> None:
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


def test_what_was_chosen_without_a_line_is_followed_when_it_is_back(phone: BrowserContext, opened: Open) -> None:
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
