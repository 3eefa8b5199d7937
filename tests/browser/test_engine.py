"""The phone's engine in a real browser: it answers at once, the server has the last word, and nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect
from pytest import param

from tests.browser.engines import HELD_WORKER, HOLD, LET_GO, changed, form_of, held, ready, say_bid, sayings
from tests.browser.network import ONLINE, arrived_only, no_line, refusing
from tests.browser.phones import bid, chip
from tests.browser.taps import header, play, shows
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.games import known
from tests.support.tables import send, start

full = pytest.mark.full
Open = "Callable[..., tuple[Page, str]]"


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


def test_a_saying_is_shown_while_its_answer_is_held_back(with_engine: Open) -> None:
    page, _ = with_engine()
    waiting = held(page)
    say_bid(page)
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    chip(page, "tricks", 9).click()  # waits for its turn
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    assert len(waiting) == 1
    expect(page.locator("body[data-saving]")).to_be_attached()
    waiting[0].continue_()
    version(page, 2)
    shows(page, [0, 1])
    expect(page.locator(".toast")).to_contain_text("deal 1")
    until(page, lambda: len(waiting) == 2)
    waiting[1].continue_()
    at_rest(page)
    expect(page.locator("body[data-saving]")).to_have_count(0)
    page.reload()
    version(page, 2)
    shows(page, [0, 1])


def test_what_the_phone_draws_is_what_the_server_draws(with_engine: Open) -> None:
    page, _ = with_engine()
    say_bid(page)
    version(page, 1)
    at_rest(page)
    drawn = body_of(page)
    page.goto(page.url.partition("?")[0] + "?recorded=1")  # also what was recorded last
    assert json.loads(body_of(page)) == json.loads(drawn)


def test_a_whole_match_is_counted_by_the_phone_under_the_strict_policy(with_engine: Open) -> None:
    """Of one game: test_matches.py plays all to their ends."""
    story = known("STORY")["zwanzig_ab"]
    page, _ = with_engine(story.game, *story.players)
    errors: list[str] = []
    page.on("console", lambda said: errors.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    sent = sayings(page)
    for told in story.deals[:-1]:
        play(page, told.taps)
        shows(page, told.totals)
    header(page, "Undo")
    shows(page, story.deals[-3].totals)
    header(page, "Redo")
    shows(page, story.deals[-2].totals)
    at_rest(page)
    assert len(sent) >= len(story.deals)
    assert all("phone_counted" in form_of(request) for request in sent)
    assert all(request.response().headers["content-type"] == "application/json" for request in sent)
    assert page.evaluate("() => window.violations") == []
    assert errors == []


def test_a_difference_is_shown_and_the_server_draws_from_then_on(
    with_engine: Open, server_settings: dict[str, str]
) -> None:
    page, uid = with_engine()
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text))
    counted = {"version": 1, "lines": 0, "standing": {"totals": [40, 2]}}
    changed(page, phone_counted=json.dumps(counted))
    say_bid(page)
    expect(page.locator("#pad")).to_contain_text("had counted differently")
    version(page, 1)
    assert told == ["The server draws this table: it counted differently."]
    log = Path(server_settings["TALLYSTICK_INSTANCE"], "server.log").read_text()
    [warning] = [line for line in log.splitlines() if f"match {uid}" in line]
    assert "Bob" not in warning
    page.unroute("**/say")
    sent = sayings(page)
    chip(page, "tricks", 9).click()
    shows(page, [0, 1])
    assert "phone_counted" not in form_of(sent[0])


@pytest.mark.thorough
def test_an_old_edition_gives_way_to_the_new_one(with_engine: Open) -> None:
    page, _ = with_engine()
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    through = changed(page, edition="an old one")
    with page.expect_response("**/log"):
        say_bid(page)
        version(page, 1)
        until(page, lambda: through and workers)
    page.unroute("**/say")
    sent = sayings(page)
    chip(page, "tricks", 9).click()
    shows(page, [0, 1])
    until(page, lambda: sent)
    assert form_of(sent[0]).get("edition", edition_of(page)) == edition_of(page)


def edition_of(page: Page) -> str:
    """The edition that the page was told of."""
    return page.locator("#engine").get_attribute("content") or ""


def cut_short(route: Route) -> None:
    """All of a file but its end."""
    answer = route.fetch()
    route.fulfill(body=answer.text()[:-2000], content_type=answer.headers["content-type"])


MISSING = {
    "no worker": lambda page: page.route("**/engine/worker*", no_line),
    "no interpreter": lambda page: page.route("**/engine/*.wasm", no_line),
    "no bundle": lambda page: page.route("**/engine/*.jsonl", no_line),
    "a broken bundle": lambda page: page.route(
        "**/engine/*.jsonl",
        lambda route: route.fulfill(body='["drawing/engine_api.py","(","drawing.engine_api",[]]\n["",{},"",[]]\n'),
    ),
    "a bundle cut short": lambda page: page.route("**/engine/*.jsonl", cut_short),
    "no WebAssembly": lambda page: page.add_init_script("delete globalThis.WebAssembly"),
}


@pytest.mark.parametrize(
    "missing", [param(name, marks=[full] * (name not in ("no WebAssembly", "a broken bundle"))) for name in MISSING]
)
def test_without_an_engine_the_server_answers(
    new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient, missing: str
) -> None:
    page = new_phone(new=True).new_page()  # which has not kept an engine that started before
    uid = start(client_of, "boomke_wies")
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text) if said.type == "info" else None)
    MISSING[missing](page)
    page.goto(f"{address}/m/{uid}")
    until(page, lambda: told or missing == "no WebAssembly")
    say_bid(page)
    version(page, 1)
    chip(page, "tricks", 9).click()
    shows(page, [0, 1])
    assert len(told) == (missing != "no WebAssembly")
    assert page.locator("html[data-engine]").count() == 0


@pytest.mark.thorough
def test_a_worker_that_breaks_is_not_missed(with_engine: Open) -> None:
    page, _ = with_engine()
    page.evaluate("() => { Worker.prototype.postMessage = () => { throw new Error('broken') } }")
    say_bid(page)
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")


HOUR = 3_600_000  # ms


def strip(page: Page) -> Locator:
    """The strip that tells what is only on this phone."""
    return page.locator("#unsent")


def test_no_answer_keeps_what_was_recorded_and_it_is_recorded_once(with_engine: Open) -> None:
    page, _ = with_engine()
    sent = sayings(page)

    page.route("**/say", arrived_only)
    say_bid(page)
    expect(strip(page)).to_contain_text("What you tapped is only on this phone")
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Bob said")
    expect(page.locator("#no-answer")).to_be_hidden()
    assert "?" not in page.url
    page.unroute("**/say")
    page.evaluate(ONLINE)
    at_rest(page)
    version(page, 1)
    expect(strip(page)).to_be_hidden()
    assert len({form_of(request)["uid"] for request in sent}) == 1
    assert [request.url.rpartition("/")[2] for request in sent] == ["say"] * len(sent)
    page.reload()
    version(page, 1)


@pytest.mark.thorough
def test_a_phone_whose_link_has_ended_keeps_what_it_recorded_and_says_so(with_engine: Open) -> None:
    page, _ = with_engine()
    bid(page)
    at_rest(page)
    page.route("**/say", refusing(403, "This link has ended. Nothing was recorded."))
    chip(page, "tricks", 9).click()
    expect(strip(page)).to_contain_text("This link has ended")
    expect(strip(page)).to_contain_text("1 deal is only on this phone")
    expect(page.locator("#rows .line b .here")).to_have_count(1)
    assert unsent(page) == 1


def test_a_refusal_comes_back_into_the_pad_as_it_was_tapped(with_engine: Open, client_of: FlaskClient) -> None:
    page, uid = with_engine()
    waiting = held(page)
    say_bid(page)
    version(page, 1)
    said = {"step": "bid", "declarer": 2, "contract": 10}
    assert send(client_of, f"/m/{uid}/say", uid=f"other-{uid}", after=0, **said).status_code == 303
    until(page, lambda: waiting)
    waiting[0].continue_()
    expect(page.locator("#pad .notice")).to_contain_text("Another phone has just")
    version(page, 1)
    expect(page.locator(".bidline")).to_contain_text("Cem said")
    assert parse_qs(page.url.partition("?")[2])["declarer"] == ["1"]
    page.unroute("**/say")
    page.get_by_role("link", name="Leave the bid as it is").click()
    with page.expect_response("**/say") as answer:  # the phone goes on from what the other one wrote
        chip(page, "tricks", 10).click()
    assert answer.value.json()["version"] == 2
    shows(page, [2, 0])


def test_half_a_deal_is_back_after_a_crash(with_engine: Open, one_phone: BrowserContext, address: str) -> None:
    page, uid = with_engine()
    chip(page, "declarer", 2).click()
    page.wait_for_url("**declarer=2*")
    page.close()
    again = one_phone.new_page()
    again.goto(f"{address}/m/{uid}")
    expect(again.locator('input[name="declarer"][value="2"]')).to_be_checked()
    again.wait_for_url("**declarer=2*")
    chip(again, "contract", 8).click()
    expect(again.locator(".bidline")).to_contain_text("Cem said")
    at_rest(again)
    again.goto(f"{address}/m/{uid}")
    expect(again.locator(".bidline")).to_contain_text("Cem said")
    expect(again).to_have_url(re.compile(r"^[^?]+$"))


@pytest.mark.thorough
def test_a_worker_is_waited_for_while_the_page_sleeps(
    one_phone: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    """A phone that is locked in the middle of a tap: its timers come due at once when it is opened again."""
    page = one_phone.new_page()
    page.add_init_script(HELD_WORKER)
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if "server draws" in message.text else None)
    page.clock.install()
    page.goto(f"{address}/m/{start(client_of, 'boomke_wies')}")
    ready(page)
    page.evaluate(HOLD)
    chip(page, "declarer", 1).click()
    until(page, lambda: bool(page.evaluate("late.length")))
    page.clock.fast_forward(HOUR)
    page.evaluate(LET_GO)
    chip(page, "contract", 8).click()
    version(page, 1)
    at_rest(page)
    assert told == []
