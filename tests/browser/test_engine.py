"""The phone's engine in a real browser: it answers at once, the server has the last word, and nothing is lost."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from tests.browser.engines import HELD_WORKER, HOLD, LET_GO, changed, form_of, held, ready, say_bid, sayings
from tests.browser.phones import chip
from tests.browser.taps import shows
from tests.browser.waits import at_rest, until, version
from tests.support.tables import send, start


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


def test_a_saying_is_shown_while_its_answer_is_held_back_and_as_the_server_draws_it(with_engine):
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
    page.unroute("**/say")
    say_bid(page)
    version(page, 3)
    at_rest(page)
    drawn = body_of(page)
    page.goto(page.url.partition("?")[0] + "?recorded=3")  # also what was recorded last
    assert json.loads(body_of(page)) == json.loads(drawn)


@pytest.mark.thorough
def test_an_old_edition_gives_way_and_after_a_difference_the_server_draws(with_engine, server_settings):
    page, uid = with_engine()
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text) if "server draws" in said.text else None)
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url))
    through = changed(page, edition="an old one")
    with page.expect_response("**/log"):
        say_bid(page)
        version(page, 1)
        until(page, lambda: through and workers)
    page.unroute("**/say")
    at_rest(page)
    page.reload()
    ready(page)
    counted = {"version": 2, "lines": 1, "standing": {"totals": [40, 2]}}
    changed(page, phone_counted=json.dumps(counted))
    chip(page, "tricks", 9).click()
    expect(page.locator("#pad")).to_contain_text("had counted differently")
    version(page, 2)
    assert told == ["The server draws this table: it counted differently."]
    log = Path(server_settings["TALLYSTICK_INSTANCE"], "server.log").read_text()
    [warning] = [line for line in log.splitlines() if f"match {uid}" in line]
    assert "Bob" not in warning
    page.unroute("**/say")
    sent = sayings(page)
    say_bid(page)
    version(page, 3)
    assert "phone_counted" not in form_of(sent[0])


BROKEN = '["table/engine_api.py","(","table.engine_api",[]]\n["",{},"",[]]\n'


@pytest.mark.parametrize("missing", ["no WebAssembly", "a broken bundle"])
def test_without_an_engine_the_server_answers(new_phone, address, client_of, missing):
    page = new_phone(new=True).new_page()  # which has not kept an engine that started before
    uid = start(client_of, "boomke_wies")
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text) if said.type == "info" else None)
    if missing == "no WebAssembly":
        page.add_init_script("delete globalThis.WebAssembly")
    else:
        page.route("**/engine/*.jsonl", lambda route: route.fulfill(body=BROKEN))
    page.goto(f"{address}/m/{uid}")
    until(page, lambda: told or missing == "no WebAssembly")
    say_bid(page)
    version(page, 1)
    chip(page, "tricks", 9).click()
    shows(page, [0, 1])
    assert len(told) == (missing != "no WebAssembly")
    assert page.locator("html[data-engine]").count() == 0


HOUR = 3_600_000  # ms


@pytest.mark.thorough
def test_a_worker_that_sleeps_is_waited_for_and_one_that_breaks_is_not_missed(with_engine):
    """A phone that is locked in the middle of a tap: its timers come due at once when it is opened again."""
    page, _ = with_engine(script=HELD_WORKER)
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text) if "server draws" in message.text else None)
    page.clock.install()
    page.reload()
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
    page.evaluate("() => { Worker.prototype.postMessage = () => { throw new Error('broken') } }")
    chip(page, "tricks", 9).click()
    version(page, 2)
    shows(page, [0, 1])


def test_a_refusal_comes_back_into_the_pad_as_it_was_tapped(with_engine, client_of):
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


@pytest.mark.thorough
def test_half_a_deal_is_back_after_a_crash(with_engine, one_phone, address):
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
