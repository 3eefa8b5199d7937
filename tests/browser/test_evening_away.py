"""An evening without a network, in its order, with the server killed: as docs/testing.md promises.

By default two of the games and a few deals; at full size all five, TALLYSTICK_AWAY deals of them tapped at random, more
rulings, and the whole browser killed as well.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect

from models.base import today
from scoring.games import games
from tests.browser.answer_modes import WATCH
from tests.browser.deals_ahead import ahead
from tests.browser.evening_away import SEEN, STANDS, Evening, PhoneOnDisk, differences, nobody_is_in_the_caches
from tests.browser.offline import prepared, rules_kept
from tests.browser.rulings import RULED, rule
from tests.browser.taps import header, play, shows
from tests.browser.waits import unsent, until, version
from tests.support.databases import app_on
from tests.support.games import known
from tests.support.records import play as record
from tests.support.servers import KillableServer
from tests.support.sizes import FULL
from tests.support.tables import FOUR, make_circle, send, start

DEALS = int(os.environ.get("TALLYSTICK_AWAY", "0"))  # tapped at random, on top of those of the lines below
LONGER = 5 if FULL else 1  # times the usual patience: a phone sends thirty matches a minute, begun or gone on with
AT_ONCE = 40  # taps between two looks from outside
THUMB = Path(__file__).with_name("thumb.js")
EVENINGS, MATCHES = (20, 60) if FULL else (2, 2)
MADE = {"declarer": 1, "contract": 8, "tricks": 9}
RULINGS = ("dealer", "newcomer", "points", "rules") if FULL else ("dealer", "rules")
TEXAS = known("STORY")["texas_42"]


@pytest.fixture
def evening(chromium: Browser, new_database: Callable[[str], str], tmp_path: Path) -> Iterator[Evening]:
    """A phone that was in its circle with a network: it has seen a match that goes on, and home."""
    url = new_database("sqlite")
    client = app_on(url).test_client()
    make_circle(client)
    first = start(client, "boomke_wies")
    record(client.application, first, MADE, MADE)
    for number in range(MATCHES - 1):
        past_match(client, 1 + number % (EVENINGS - 1), FOUR[number // (EVENINGS - 1) % 4])
    server = KillableServer(url, tmp_path / "instance")
    cookies = {"tallystick": client.get_cookie("tallystick").value}
    phone = PhoneOnDisk(chromium.browser_type, tmp_path / "phone", server.address, cookies)
    found = Evening(phone, server, client, *([WATCH, THUMB] if DEALS else []))
    found.paths = [f"/m/{first}"]
    server.start()
    yield found
    phone.end()
    server.kill()


def past_match(client: FlaskClient, days: int, dealer: str) -> None:
    """A match of an evening so many days ago that nobody ended."""
    day = (today() - timedelta(days=days)).isoformat()
    evening = send(client, "/evenings/past", date=day, place="").location.rpartition("/")[2]
    send(client, "/new", game="knockout_whist", seat=FOUR, dealer=dealer, evening=evening)


@pytest.mark.thorough
def test_an_evening_without_a_network(evening: Evening) -> None:
    evening.start()
    prepared(evening.open(evening.paths[0]))
    rules_kept(evening.page)
    evening.server.kill()
    evening.kill_browser() if FULL else evening.close_page()
    home_opens(evening)
    a_match_begins_and_is_won(evening)
    the_match_of_before_goes_on(evening)
    for key in games() if DEALS else ():
        deals_at_random(evening, key, -(-DEALS // len(games())))
    what_is_kept_opens_and_the_rest_says_so(evening)
    all_of_it_is_on_the_server(evening)


def home_opens(evening: Evening) -> None:
    """Line 1: from the icon, with what goes on and the evenings."""
    page = evening.open("/")
    expect(page.locator(".note:visible b")).to_have_text("Not connected")
    expect(page.locator("a[href^='/e/']")).to_have_count(EVENINGS)
    expect(page.locator("section", has_text="Not finished").locator(".past")).to_have_count(MATCHES)
    expect(page.locator(f"a[href='{evening.paths[0]}']")).to_be_visible()


def a_match_begins_and_is_won(evening: Evening) -> None:
    """Lines 2 to 5: set up with a new name and a draw, Undo and Redo, a page that is lost, the end, the next match."""
    page = evening.page
    page.get_by_role("link", name="New match").click()
    page.locator(".game-list summary").click()
    page.locator("[value='game:texas_42']").click()
    page.locator("[value='player:Dee'][aria-pressed=true]").click()
    page.locator("[value='player:Dee'][aria-pressed=false]").wait_for()
    page.locator("[name=name]").fill("Eve")
    page.locator("[name=name]").press("Enter")
    page.locator("[value='player:Eve'][aria-pressed=true]").wait_for()
    page.locator("[value='draw:partners']").click()
    expect(page.locator("#seats [role=status]").first).to_contain_text("two lowest play against the two highest")
    page.locator("[name='rule.target_marks.marks']").fill("4")
    page.locator("details:has([name='rule.stake_per_mark']) > summary").last.click()
    page.locator("[name='rule.stake_per_mark']").fill("0.50")
    path = evening.begun(page.locator("button.go[name=begin]"))
    first, second, last = TEXAS.deals[:3]
    play(page, first.taps)
    shows(page, first.totals)
    header(page, "Undo")
    shows(page, [0, 0])
    header(page, "Redo")
    shows(page, first.totals)
    play(page, second.taps[:-1])  # the bid stands, the deal is being played
    evening.kill_browser() if FULL else evening.close_page()
    page = evening.open(path)
    version(page, 5)
    play(page, second.taps[-1:])
    shows(page, second.totals)
    play(page, last.taps)
    evening.ended()
    expect(page.locator("main")).to_contain_text(re.compile("pays? 2[.,]00"))
    expect(page.locator("svg.chart")).to_be_visible()
    expect(page.locator("#unsent")).to_contain_text("3 deals are only on this phone, since ")
    evening.leave()
    evening.begun(page.locator("button[name=deals]").first)
    play(page, first.taps)
    shows(page, first.totals)
    expect(page.locator("#rows .line b .here")).to_have_count(1)
    evening.leave()


def the_match_of_before_goes_on(evening: Evening) -> None:
    """Line 3: on what the server knows; an old deal amended, rulings, ended because time is up, and gone on with."""
    page = evening.open(evening.paths[0])
    ahead(page, 2, 2)
    page.locator("#rows .line").last.click()
    covering = page.locator("#corrections")
    covering.get_by_role("link", name="Amend this deal").click()
    covering.locator("label:has(input[name=tricks][value='7']), button[name=tricks][value='7']").click()
    covering.get_by_role("button", name="Change it to this").click()
    version(page, 5)
    expect(covering).to_have_count(0)
    *before, last = RULINGS
    for number, name in enumerate(before):
        rule(page, RULED[name], 6 + number)
    evening.menu("form[action$='/close'] button")
    evening.ended()
    evening.menu("form[action$='/reopen'] button")
    page.locator("#table").wait_for()
    ahead(page, 3, 6 + len(RULINGS))
    rule(page, RULED[last], 9 + len(RULINGS))
    page.reload()
    version(page, 9 + len(RULINGS))
    evening.leave()


def deals_at_random(evening: Evening, key: str, many: int) -> None:
    """Line 3: whatever a pad offers is tapped, Undo and Redo, too; one match after the other; the browser is killed."""
    rng, names = Random(key), ("Ann", "Bob", "Cem", "Dee")[: games()[key].seats[1]]
    query = urlencode([("game", key), *(("seat", name) for name in ("", *names)), ("rules", "")])
    path = evening.begun(evening.open(f"/new?{query}").locator("button.go[name=begin]"))
    while many > 0:
        found = tapped(evening.page, rng, min(many, rng.randint(5, 12)))
        many -= found["deals"]
        if found["over"]:
            evening.leave()
            path = evening.begun(evening.page.locator("button[name=deals]").first)
        elif many > 0:
            evening.kill_browser()
            evening.open(path)


def tapped(page: Page, rng: Random, many: int) -> dict[str, Any]:
    """What came of random taps: so many deals, or the end of the match."""
    page.evaluate("(seed) => thumb.begin(seed, 0)", rng.randrange(2**31))
    found: dict[str, Any] = {"over": False, "deals": 0}
    while not found["over"] and found["deals"] < many:
        found = page.evaluate("([taps, deals]) => thumb.taps(taps, deals)", [AT_ONCE, many])
        assert not found.get("wrong"), str(found)
    return found


def what_is_kept_opens_and_the_rest_says_so(evening: Evening) -> None:
    """Lines 6 and 9."""
    page = evening.open(evening.paths[0])
    version(page, 9 + len(RULINGS))
    evening.menu("a[href$='/history']")
    expect(page.locator("#corrections .log > ol > li")).to_have_count(9 + len(RULINGS))
    page.go_back()
    expect(page.locator("#pad")).to_be_visible()
    evening.menu("a[href$='/paper']")
    expect(page.locator("#no-answer")).to_contain_text("cannot be opened")
    for path in ("/circle", "/review"):
        expect(evening.open(path).get_by_text("This is not on this phone")).to_be_visible()
    expect(evening.open("/rules/texas_42").locator(".prose p").first).to_be_visible()
    evening.open("/").locator("a[href^='/e/']").first.click()
    for path in evening.paths:
        expect(page.locator(f"a[href='{path}']")).to_be_visible()
    expect(evening.open("/").locator("#unsent b")).to_have_text("No network")


def all_of_it_is_on_the_server(evening: Evening) -> None:
    """Line 7: once and in order, as soon as the page is seen; each match stands as it stood."""
    page = evening.page
    evening.note_waiting()
    assert len([uid for _, uid in evening.waiting if uid]) > DEALS
    counts = differences(page)
    evening.server.start()
    page.evaluate(SEEN)
    for _ in range(LONGER):
        with suppress(pytest.fail.Exception):
            until(page, lambda: unsent(page) == 0)
    assert unsent(page) == 0
    told = evening.client.get("/line/home").get_json()["evenings"][0]["matches"]
    assert [f"/m/{match['uid']}" for match in told] == evening.paths
    for path in evening.paths:
        uids = [uid for _, _, uid, *_ in evening.log(path)["records"]]
        waited = [uid for table, uid in evening.waiting if uid and table == path]
        assert uids[2 if path == evening.paths[0] else 0 :] == waited
        if path in evening.boards:
            evening.page.goto(evening.server.address + path)
            expect(evening.page.locator(STANDS).first).to_have_text(evening.boards[path], use_inner_text=True)
    assert counts
    assert [count for count in counts if count] == []
    nobody_is_in_the_caches(evening)
