"""Random tapping in the browser: in every game, under random house rules, no tap that is offered is refused or fails.

Whatever can be tapped on the pad is tapped: chips, folds, ways back, Undo and Redo; where numbers are typed, any. Only
what was typed or listed may be refused, and by a sentence. TALLYSTICK_TAPS says how many deals of a game are tapped in;
the default keeps the test quick. By default the server answers in one game only, slowly.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page

from scoring.games import games
from tests.browser.answer_modes import begin_circle, open_table, phone_with, random_table, unwelcome

pytestmark = pytest.mark.browser
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
