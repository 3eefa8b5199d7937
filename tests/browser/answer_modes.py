"""Who answers a tap: the engine in the phone, or the server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page

from scoring.games import games
from tests.support.random_tables import PLAYERS, house_rules
from tests.support.tables import make_circle, start

WATCH = Path(__file__).with_name("watch.js")
NO_ENGINE = "delete globalThis.Worker;"


def phone_with(new_context: Callable[..., BrowserContext], way: str, *scripts: Path | str) -> BrowserContext:
    """A phone on which taps are answered this way, with more script of the test's own."""
    texts = (one if isinstance(one, str) else one.read_text(encoding="utf-8") for one in (WATCH, *scripts))
    return new_context(
        *([] if way == "engine" else [NO_ENGINE]),
        *texts,
        is_mobile=True,
        reduced_motion="reduce",
    )


def begin_circle(client: FlaskClient) -> None:
    """Let the browser be in a new circle of all players there are, and in no other: it holds so many and no more."""
    client.delete_cookie("tallystick")
    make_circle(client, *PLAYERS)


def random_table(rng: Random, client: FlaskClient, key: str) -> dict[str, Any]:
    """A new match of this game under random rules in the browser's circle, with what to know of it."""
    players = PLAYERS[: rng.randint(*games()[key].seats)]
    rules = house_rules(rng, key, len(players))
    uid = start(client, key, *players, dealer=rng.choice(players), **rules)
    return {"uid": uid, "players": players, "rules": rules}


def open_table(page: Page, address: str, client: FlaskClient, uid: str, way: str) -> None:
    """Open the table of a match as somebody of its circle; who is to be answered by the engine waits for it."""
    cookie = client.get_cookie("tallystick").value
    page.context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
    page.goto(f"{address}/m/{uid}")
    if way == "engine":
        page.wait_for_selector("html[data-engine]")


def unwelcome(kind: str, text: str) -> bool:
    """Whether something in the console is not as it should be; that a typed number was refused may stand there."""
    return (kind == "error" and "422" not in text) or text.startswith("The server draws this table")
