"""Random tapping in the browser, with lost lines, reloads, Undo and Redo."""

from __future__ import annotations

import json
import os
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Error, Page, Request, expect

from models.base import db
from models.log.state import MatchState, state_cache
from scoring.games import games
from tests.browser.engines import form_of, open_table, phone_with, sayings
from tests.browser.network import ONLINE
from tests.browser.waits import unsent, until
from tests.support.random_tables import PLAYERS, house_rules
from tests.support.records import reading_of
from tests.support.sizes import FULL
from tests.support.tables import make_circle, start

THUMB = Path(__file__).with_name("thumb.js")
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
WAYS = {"engine": 0, "server": 0, "slow server": 80}  # ms at most that an answer is kept back
OFTEN = {
    ("clobyosh", "engine"): pytest.mark.thorough,
    ("zwanzig_ab", "server"): pytest.mark.thorough,
    ("knockout_whist", "slow server"): pytest.mark.thorough,
}  # the others at full size
ABORTED = "ERR_ABORTED"


@pytest.mark.parametrize("seed", range(FIRST, FIRST + MATCHES))
@pytest.mark.parametrize(
    ("key", "way"),
    [pytest.param(*case, marks=OFTEN.get(case, pytest.mark.full)) for case in product(sorted(games()), WAYS)],
)
def test_the_page_ends_where_the_log_does(new_context, address, client_of, key, way, seed):
    """Nothing that is offered is refused, also with lost lines, reloads, Undo and Redo."""
    rng = Random(f"{key} {way} {seed}")
    make_circle(client_of, *PLAYERS)  # it holds so many and no more
    table = random_table(rng, client_of, key)
    page = phone_with(new_context, way, LATE, THUMB).new_page()
    sent, failed = sayings(page), failures(page)
    open_table(page, address, client_of, table["uid"], way)
    for _ in range(ROUNDS):
        failed.clear()
        page.evaluate("([seed, slow]) => thumb.begin(seed, slow)", [rng.randrange(2**31), WAYS[way]])
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


def random_table(rng: Random, client: FlaskClient, key: str) -> dict[str, Any]:
    """A new match of this game under random rules in the browser's circle, with what to know of it."""
    players = PLAYERS[: rng.randint(*games()[key].seats)]
    rules = house_rules(rng, key, len(players))
    uid = start(client, key, *players, dealer=rng.choice(players), **rules)
    return {"uid": uid, "players": players, "rules": rules}


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
