"""The phone's engine in a real browser: it answers at once, the server has the last word, and nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlencode

import pytest
from playwright.sync_api import expect

from tests.tables import send, start
from tests.tapping.phones import PATIENCE, chip, version
from tests.tapping.stories import STORIES, Story
from tests.tapping.taps import SOON, header, play, shows

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.testing import FlaskClient
    from playwright.sync_api import BrowserContext, Page, Request, Route

pytestmark = pytest.mark.browser
Open = "Callable[..., tuple[Page, str]]"
VIOLATIONS = (
    "window.violations = []; document.addEventListener('securitypolicyviolation',"
    " (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`))"
)


@pytest.fixture
def phone(new_phone: Callable[..., BrowserContext]) -> BrowserContext:
    """One phone."""
    return new_phone()


@pytest.fixture
def opened(phone: BrowserContext, address: str, client_of: FlaskClient) -> Open:
    """Opens the table of a new match and waits until its engine is ready."""

    def at_table(game: str = "boomke_wies", *names: str, **rules: Any) -> tuple[Page, str]:
        uid = start(client_of, game, *names, **rules)
        page = phone.new_page()
        page.add_init_script(VIOLATIONS)
        page.goto(f"{address}/m/{uid}")
        ready(page)
        return page, uid

    return at_table


def ready(page: Page) -> None:
    """Wait for the engine."""
    page.locator("html[data-engine]").wait_for(timeout=PATIENCE)


def say_bid(page: Page) -> None:
    """Bob bids 8."""
    chip(page, "declarer", 1).click()
    chip(page, "contract", 8).click()


def sayings(page: Page) -> list[Request]:
    """The sayings that the page sends from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


def form_of(request: Request) -> dict[str, str]:
    """What a saying sends."""
    return {name: texts[0] for name, texts in parse_qs(request.post_data or "").items()}


def held(page: Page, address: str = "**/say") -> list[Route]:
    """Sayings that do not get through until they are let go on."""
    waiting: list[Route] = []
    page.route(address, lambda route: waiting.append(route))
    return waiting


def changed(page: Page, **values: str) -> list[Route]:
    """Let sayings say something else on their way to the server; those that were changed."""
    through: list[Route] = []

    def change(route: Route) -> None:
        through.append(route)
        route.continue_(post_data=urlencode({**form_of(route.request), **values}))

    page.route("**/say", change)
    return through


def at_rest(page: Page) -> None:
    """Wait until no saying is on its way."""
    until(page, lambda: not page.evaluate("() => Object.keys(localStorage).some((name) => name.startsWith('half'))"))


def until(page: Page, claim: Callable[[], object]) -> None:
    """Wait for something that only this test can see."""
    for _ in range(PATIENCE // 50):
        if claim():
            return
        page.wait_for_timeout(50)
    pytest.fail("it never came to that")


def body_of(page: Page) -> str:
    """The table as elements, without what is another in every form."""
    return page.evaluate(
        """() => {
            const table = document.querySelector("#table").cloneNode(true);
            table.removeAttribute("aria-busy");
            table.querySelector("#pad").removeAttribute("tabindex");
            table.normalize();
            for (const field of table.querySelectorAll("[name=uid], [name=csrf_token]")) field.remove();
            const said = (node) => [...node.attributes].map(({name, value}) => `${name}=${value}`).sort();
            const plain = (node) => node.nodeType === 3 ? node.data
                : [node.namespaceURI + node.localName, said(node), [...node.childNodes].map(plain)];
            return JSON.stringify(plain(table));
        }"""
    )


def test_a_saying_is_shown_while_its_answer_is_held_back(opened: Open) -> None:
    page, _ = opened()
    waiting = held(page)
    say_bid(page)
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    page.wait_for_timeout(SOON)
    chip(page, "tricks", 9).click()  # waits for its turn
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    assert len(waiting) == 1
    expect(page.locator("body[data-saving]")).to_be_attached()
    waiting[0].continue_()
    version(page, 2)
    shows(page, [0, 1])
    expect(page.locator(".toast")).to_contain_text("Deal 1")
    until(page, lambda: len(waiting) == 2)
    waiting[1].continue_()
    at_rest(page)
    expect(page.locator("body[data-saving]")).to_have_count(0)
    page.reload()
    version(page, 2)
    shows(page, [0, 1])


def test_what_the_phone_draws_is_what_the_server_draws(opened: Open) -> None:
    page, _ = opened()
    say_bid(page)
    version(page, 1)
    at_rest(page)
    drawn = body_of(page)
    page.reload()
    assert json.loads(body_of(page)) == json.loads(drawn)


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.game)
def test_a_whole_match_is_counted_by_the_phone_under_the_strict_policy(
    opened: Open, address: str, story: Story
) -> None:
    page, _ = opened(story.game, *story.players)
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    sent = sayings(page)
    for told in story.deals[:-1]:
        play(page, told.taps, script=True)
        shows(page, told.totals)
    header(page, "Undo")
    shows(page, story.deals[-3].totals)
    page.wait_for_timeout(SOON)
    header(page, "Redo")
    shows(page, story.deals[-2].totals)
    at_rest(page)
    assert len(sent) >= len(story.deals)
    assert all("phone_counted" in form_of(request) for request in sent)
    assert all(request.response().headers["content-type"] == "application/json" for request in sent)
    assert page.evaluate("() => window.violations") == []
    assert errors == []


def test_a_difference_is_shown_and_the_server_draws_from_then_on(opened: Open, server_settings: dict[str, str]) -> None:
    page, uid = opened()
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text))
    counted = {"version": 1, "lines": 0, "standing": {"totals": [40, 2]}}
    changed(page, phone_counted=json.dumps(counted))
    say_bid(page)
    expect(page.locator("#pad")).to_contain_text("had counted differently", timeout=PATIENCE)
    version(page, 1)
    assert told == ["The server draws this table: it counted differently."]
    log = Path(server_settings["TALLYSTICK_INSTANCE"], "server.log").read_text()
    [warning] = [line for line in log.splitlines() if f"match {uid}" in line]
    assert "Bob" not in warning
    page.unroute("**/say")
    sent = sayings(page)
    page.wait_for_timeout(SOON)
    chip(page, "tricks", 9).click()
    shows(page, [0, 1])
    assert "phone_counted" not in form_of(sent[0])


def test_an_old_edition_gives_way_to_the_new_one(opened: Open) -> None:
    page, _ = opened()
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    through = changed(page, edition="an old one")
    with page.expect_response("**/log", timeout=PATIENCE):
        say_bid(page)
        version(page, 1)
        until(page, lambda: through and workers)
    page.unroute("**/say")
    page.wait_for_timeout(SOON)
    sent = sayings(page)
    chip(page, "tricks", 9).click()
    shows(page, [0, 1])
    assert form_of(sent[0]).get("edition", edition_of(page)) == edition_of(page)


def edition_of(page: Page) -> str:
    """The edition that the page was told of."""
    return page.locator("#engine").get_attribute("content") or ""


MISSING = {
    "no worker": lambda page: page.route("**/engine/worker*", lambda route: route.abort()),
    "no interpreter": lambda page: page.route("**/engine/*.wasm", lambda route: route.abort()),
    "no bundle": lambda page: page.route("**/engine/*.json", lambda route: route.abort()),
    "a broken bundle": lambda page: page.route(
        "**/engine/*.json", lambda route: route.fulfill(json={"files": {"drawing/phone.py": "("}, "language": {}})
    ),
    "no log": lambda page: page.route("**/log", lambda route: route.abort()),
    "no WebAssembly": lambda page: page.add_init_script("delete globalThis.WebAssembly"),
}


@pytest.mark.parametrize("missing", MISSING)
def test_without_an_engine_the_server_answers(
    phone: BrowserContext, address: str, client_of: FlaskClient, missing: str
) -> None:
    uid = start(client_of, "boomke_wies")
    page = phone.new_page()
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text) if said.type == "info" else None)
    MISSING[missing](page)
    page.goto(f"{address}/m/{uid}")
    until(page, lambda: told or missing == "no WebAssembly")
    say_bid(page)
    version(page, 1)
    page.wait_for_timeout(SOON)
    chip(page, "tricks", 9).click()
    shows(page, [0, 1])
    assert len(told) == (missing != "no WebAssembly")
    assert page.locator("html[data-engine]").count() == 0


def test_a_worker_that_breaks_is_not_missed(opened: Open) -> None:
    page, _ = opened()
    page.evaluate("() => { Worker.prototype.postMessage = () => { throw new Error('broken') } }")
    say_bid(page)
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")


@pytest.mark.parametrize("lost", ["request", "answer"])
@pytest.mark.parametrize("again", ["by a tap", "by itself"])
def test_no_answer_keeps_the_entry_and_records_it_once(opened: Open, lost: str, again: str) -> None:
    page, _ = opened()
    sent = sayings(page)

    def fail(route: Route) -> None:
        if lost == "answer":
            route.fetch()
        route.abort()

    page.route("**/say", fail)
    say_bid(page)
    expect(page.locator("#no-answer")).to_be_visible(timeout=PATIENCE)
    expect(page.locator('input[name="declarer"][value="1"]')).to_be_checked()
    assert parse_qs(page.url.partition("?")[2])["contract"] == ["8"]
    page.unroute("**/say")
    if again == "by a tap":
        page.wait_for_timeout(SOON)
        chip(page, "contract", 8).click()
    else:
        page.evaluate("() => dispatchEvent(new Event('online'))")
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    expect(page.locator("#no-answer")).to_be_hidden()
    assert len({form_of(request)["uid"] for request in sent}) == 1
    page.reload()
    version(page, 1)


def test_an_entry_that_is_changed_is_not_sent_by_itself(opened: Open) -> None:
    page, _ = opened()
    page.route("**/say", lambda route: route.abort())
    say_bid(page)
    expect(page.locator("#no-answer")).to_be_visible(timeout=PATIENCE)
    page.unroute("**/say")
    sent = sayings(page)
    chip(page, "declarer", 2).click()
    page.wait_for_timeout(3000)  # longer than the first pause
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.wait_for_timeout(SOON)
    assert sent == []
    chip(page, "contract", 9).click()
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    version(page, 1)


def test_a_refusal_comes_back_into_the_pad_as_it_was_tapped(opened: Open, client_of: FlaskClient) -> None:
    page, uid = opened()
    waiting = held(page)
    say_bid(page)
    version(page, 1)
    said = {"step": "bid", "declarer": 2, "contract": 10}
    assert send(client_of, f"/m/{uid}/say", uid=f"other-{uid}", after=0, **said).status_code == 303
    waiting[0].continue_()
    expect(page.locator("#pad .notice")).to_contain_text("Somebody else", timeout=PATIENCE)
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    assert parse_qs(page.url.partition("?")[2])["declarer"] == ["1"]
    page.unroute("**/say")
    page.get_by_role("link", name="Leave the bid as it is").click()
    page.wait_for_timeout(SOON)
    with page.expect_response("**/say") as answer:  # the phone goes on from what the other one wrote
        chip(page, "tricks", 10).click()
    assert answer.value.json() == {"version": 2}
    shows(page, [2, 0])


def test_half_a_deal_is_back_after_a_crash(opened: Open, phone: BrowserContext, address: str) -> None:
    page, uid = opened()
    chip(page, "declarer", 2).click()
    page.wait_for_url("**declarer=2*")
    page.close()
    again = phone.new_page()
    again.goto(f"{address}/m/{uid}")
    expect(again.locator('input[name="declarer"][value="2"]')).to_be_checked(timeout=PATIENCE)
    again.wait_for_url("**declarer=2*")
    chip(again, "contract", 8).click()
    expect(again.locator(".bidline")).to_contain_text("Cem said")
    at_rest(again)
    again.goto(f"{address}/m/{uid}")
    expect(again.locator(".bidline")).to_contain_text("Cem said")
    again.wait_for_timeout(SOON)
    assert "?" not in again.url


def test_half_a_deal_of_before_another_phones_saying_is_offered(
    opened: Open, phone: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    page, uid = opened()
    chip(page, "declarer", 2).click()
    page.wait_for_url("**declarer=2*")
    page.close()
    said = {"step": "bid", "declarer": 3, "contract": 10}
    assert send(client_of, f"/m/{uid}/say", uid=f"other-{uid}", after=0, **said).status_code == 303
    again = phone.new_page()
    again.goto(f"{address}/m/{uid}")
    expect(again.locator("#half-made a")).to_be_visible(timeout=PATIENCE)
    again.locator("#half-made a").click()
    expect(again.locator('input[name="declarer"][value="2"]')).to_be_checked()


def test_a_saying_that_arrived_before_a_crash_is_not_offered_again(
    opened: Open, phone: BrowserContext, address: str
) -> None:
    page, uid = opened()

    def fail(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/say", fail)
    with page.expect_event("requestfailed", timeout=PATIENCE):
        say_bid(page)
    page.close()
    again = phone.new_page()
    with again.expect_response("**/log", timeout=PATIENCE):
        again.goto(f"{address}/m/{uid}")
    at_rest(again)
    expect(again.locator("#half-made")).to_be_hidden()
    expect(again.locator(".bidline")).to_contain_text("Bob said")
