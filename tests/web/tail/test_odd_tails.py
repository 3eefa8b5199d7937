"""Tails whose records hold what no pad makes: what is taken can be shown, and nothing else is in the way."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.games import games
from tests.support.random_matches import damaged_value, random_entry
from tests.support.random_sheets import GAMES
from tests.support.records import reading_of
from tests.support.sizes import ALL, one_in
from tests.support.tables import FOUR, start
from tests.web.tail.phones import Away

TIMES = 60 if ALL else 25


def odd(rng: Random, entry: dict[str, Any]) -> dict[str, Any]:
    """The entry, or a part of it, with some values null and now and then one of another kind."""
    found = {key: None if rng.random() < 0.3 else value for key, value in entry.items() if rng.random() < 0.8}
    if found and rng.random() < 0.3:
        key = rng.choice(sorted(found))
        found[key] = damaged_value(rng, found[key])
    return found


def begin(client: FlaskClient, game: str) -> str:
    """The uid of a new match."""
    return start(client, game, *FOUR[: games()[game].seats[1]])


@pytest.mark.parametrize("game", one_in(3, GAMES))
def test_every_bid_and_deal_that_is_taken_can_be_shown(app: Flask, client: FlaskClient, match: str, game: str) -> None:
    rng, uid = Random(13), begin(client, game)
    app.config["LIMIT_GUESSES"] = False
    taken = 0
    for n in range(TIMES):
        state = reading_of(app, uid)
        entry = random_entry(rng, state.game, state.sheet.standing)
        if entry is None or state.status != "play":
            uid = begin(client, game)
            continue
        phone = Away(client, uid)
        for kind, body in (("bid", odd(rng, entry)), ("deal", odd(rng, entry) if n % 2 else entry)):
            phone.say(kind, body)
        answer = phone.send()
        assert answer.status_code in (200, 400, 422), answer.json  # 400: a number beyond all is not even read
        taken += len(answer.json.get("taken", ()))
        for page in ("", "/history", "/both", "/follow", "/across", "/paper"):
            assert client.get(f"/m/{uid}{page}").status_code == 200, (page, phone.records)
    assert taken > TIMES / 2


@pytest.mark.parametrize(
    "body", [{"declarer": None, "contract": 8}, {"declarer": 1, "contract": None}, {"declarer": 1}]
)
def test_what_is_null_was_not_said(client: FlaskClient, match: str, body: dict[str, Any]) -> None:
    phone = Away(client, match)
    phone.say("bid", body)
    assert phone.send().status_code == 200
    for page in ("", "/history", "/follow", "/log"):
        assert client.get(f"/m/{match}{page}").status_code == 200, page
