"""Random tapping in the browser, also with lost lines, reloads, Undo and Redo."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Error, Page, Request, expect

from models.base import db
from models.log.state import MatchState, state_cache
from scoring.games import games
from tests.browser.answer_modes import begin_circle, open_table, phone_with, random_table, unwelcome
from tests.browser.engines import form_of, sayings
from tests.browser.network import ONLINE
from tests.browser.waits import unsent, until
from tests.support.records import reading_of
from tests.support.sizes import FULL

DEALS = int(os.environ.get("TALLYSTICK_TAPS", "5"))
AT_ONCE = 40  # taps between two looks from outside
MOST = 400  # taps at one table
THUMB = Path(__file__).with_name("thumb.js")
WAYS = {"engine": 0, "server": 0, "slow server": 80}  # ms at most that an answer is kept back
ALWAYS = (("engine", "clobyosh"),)
USUAL = (("slow server", "knockout_whist"),)  # besides the engine in every game
SHARES = {"engine": 0.4, "server": 0.4, "slow server": 0.2}  # of the deals


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext], way: str) -> BrowserContext:
    """A phone with a thumb in it that taps by itself."""
    return phone_with(new_context, way, THUMB)


def when(way: str, key: str) -> list[pytest.MarkDecorator]:
    """When a game is tapped in this way: always, where all is tested, or only at full size."""
    if (way, key) in ALWAYS:
        return []
    return [pytest.mark.thorough if way == "engine" or (way, key) in USUAL else pytest.mark.full]


@pytest.mark.parametrize(
    ("way", "key"),
    [pytest.param(way, key, marks=when(way, key)) for way in WAYS for key in sorted(games())],
)
def test_nothing_that_is_offered_is_refused(
    phone: BrowserContext, address: str, client_of: FlaskClient, way: str, key: str
) -> None:
    rng = Random(f"{key} {way}")
    begin_circle(client_of)  # one for all tables: what the phone still sends of one it sends from the next
    wanted = round(DEALS * SHARES[way])
    errors: list[str] = []
    while wanted > 0:
        table = random_table(rng, client_of, key)
        with phone.new_page() as page:  # its own: a page that is on its way back through its steps opens no other
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda said: errors.append(said.text) if unwelcome(said.type, said.text) else None)
            open_table(page, address, client_of, table["uid"], way)
            page.evaluate("([seed, slow]) => thumb.begin(seed, slow)", [rng.randrange(2**31), WAYS[way]])
            wanted -= tapped(page, table, errors, wanted)


def tapped(page: Page, table: dict[str, Any], errors: list[str], wanted: int) -> int:
    """How many deals were recorded at a table before it was over or left, no more than wanted."""
    found = {"deals": 0}
    for _ in range(MOST // AT_ONCE):
        found = page.evaluate("([many, deals]) => thumb.taps(many, deals)", [AT_ONCE, wanted])
        assert not found.get("wrong"), f"{found} at {table}"  # all of it: the last taps tell how it came to that
        assert errors == [], f"{errors} at {table}"
        if found["over"] or found["deals"] >= wanted:
            break
    return found["deals"]


MATCHES = int(os.environ.get("TALLYSTICK_LOST", "1"))
FIRST = int(os.environ.get("TALLYSTICK_LOST_FIRST", "0"))  # the seed of the first match, to go on where a run ended
ROUNDS = 14 if FULL else 5  # of taps, each followed by something that happens at a table
TAPS = 6  # in a round
OFFERED = "#pad :is(button:not([disabled]), label.chip:not(:has(:disabled)))"
LATE = "watch.answers.push(409);"  # what was recorded though its answer was lost is told when something else is sent
TAP = """([place, at]) => {
  const offered = document.querySelectorAll(place);
  offered[Math.floor(at * offered.length)]?.click();
}"""
PAINTED = "() => new Promise(requestAnimationFrame)"
ANSWERED_BY = ("engine", "server")
ABORTED = "ERR_ABORTED"


@pytest.mark.parametrize("seed", range(FIRST, FIRST + MATCHES))
@pytest.mark.parametrize(
    ("key", "way"),
    [
        pytest.param(
            *(key, way),
            marks=[pytest.mark.full] * (way != ANSWERED_BY[number % 2]) + [pytest.mark.thorough] * (number > 0),
        )
        for number, key in enumerate(sorted(games()))
        for way in ANSWERED_BY
    ],
)
def test_the_page_ends_where_the_log_does(
    new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient, key: str, way: str, seed: int
) -> None:
    rng = Random(f"{key} {way} {seed}")
    begin_circle(client_of)
    table = random_table(rng, client_of, key)
    page = phone_with(new_context, way, LATE, THUMB).new_page()
    sent, failed = sayings(page), failures(page)
    open_table(page, address, client_of, table["uid"], way)
    for _ in range(ROUNDS):
        failed.clear()
        page.evaluate("([seed, slow]) => thumb.begin(seed, slow)", [rng.randrange(2**31), 0])
        found = page.evaluate("([many, deals]) => thumb.taps(many, deals)", [TAPS, 1000])
        wrong = found.get("wrong", "")
        told_truly = wrong.startswith("no answer") and failed  # the line was just back, and one request more got lost
        assert told_truly or not wrong, f"{found} at {table}, failed: {failed}"
        if told_truly:
            page.evaluate(ONLINE)
            continue
        if found["over"]:
            break
        rng.choice((reloaded, without_a_line, without_a_line))(rng, page, way)
    compared(page, client_of.application, table["uid"], sent)


def failures(page: Page) -> list[str]:
    """A list, which grows, of the requests of this page that got no answer and why; not of those it gave up itself."""
    found: list[str] = []
    page.on(
        "requestfailed", lambda one: None if ABORTED in str(one.failure) else found.append(f"{one.url} {one.failure}")
    )
    return found


def uids_of(request: Request) -> list[str | None]:
    """The uids of what a request records: of a tail, or of a form."""
    if request.url.endswith("/tail"):
        return [record["uid"] for record in json.loads(request.post_data or "")["records"]]
    return [form_of(request).get("uid")]


def reloaded(rng: Random, page: Page, way: str) -> None:
    """The page is loaded again, as it stands or without what is half made."""
    load(page, rng.choice((page.url, page.url.partition("?")[0])))
    ready(page, way)


def without_a_line(rng: Random, page: Page, way: str) -> None:
    """Some taps while there is no line; perhaps a reload once it is back, with something still unsent."""
    page.context.set_offline(True)
    for _ in range(rng.randint(1, 3)):
        page.evaluate(TAP, [OFFERED, rng.random()])
        for _ in range(rng.choice((0, 1, 4))):
            page.evaluate(PAINTED)
    page.context.set_offline(False)
    if rng.random() < 0.5:
        page.evaluate(ONLINE)
    else:
        load(page, page.url)
    ready(page, way)


def load(page: Page, url: str) -> None:
    """Load a page; once more where it is just on its way back through its own steps, which ends that."""
    try:
        page.goto(url)
    except Error as error:
        if ABORTED not in str(error):
            raise
        page.goto(url)


def ready(page: Page, way: str) -> None:
    """Wait until all that was said is recorded and the page is at rest."""
    if way == "engine" and page.locator("#table").count():
        page.wait_for_selector("html[data-engine]")
    until(page, lambda: unsent(page) == 0)
    page.evaluate("() => watch.rest()")


def compared(page: Page, app: Flask, uid: str, sent: list[Request]) -> None:
    """Page, address and log say the same, and nothing is recorded but what was sent under its uid."""
    until(page, lambda: unsent(page) == 0)
    state = from_nothing(app, uid)
    assert state.records
    assert {record.uid for record in state.records} <= {uid for request in sent for uid in uids_of(request)}
    load(page, page.url)
    if state.sheet.outcome:
        expect(page.locator(".won").first).to_be_visible()
    else:
        expect(page.locator("#table")).to_have_attribute("data-version", str(state.version))
        expect(page.locator("#rows > li")).to_have_count(len(state.sheet.lines))
        if state.game.has_totals:
            shown = [text.replace("−", "-") for text in page.locator(".board .total").all_inner_texts()]
            assert shown == [str(total) for total in state.sheet.standing.totals]


def from_nothing(app: Flask, uid: str) -> MatchState:
    """The match as its stored records tell it, replayed from the first one."""
    state_cache.clear()
    with app.app_context():
        db.session.expire_all()
    return reading_of(app, uid)
