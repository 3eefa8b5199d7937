"""The phone draws and counts what the server draws and counts, in matches tapped at random."""

from __future__ import annotations

from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from drawing.house_rules.values import text_of
from drawing.pads.registry import KEYS as PADS
from scoring.games import games
from tests.support.engine_page import Pairs, Phone, drawn_parts, grouped, looked_at, parts_of, sealed, supply
from tests.support.form_filler import Tap, fill, named, page_of, sent_by, taps_on, turns, with_class
from tests.support.random_matches import random_rules
from tests.support.tables import make_circle, sit_down, start

PLAYERS = ("Ann", "Bob & <co>", "علی", "Łucja", "Eve", "Fay", "Gus")
MOST_TAPS = 50


@pytest.mark.parametrize("key", sorted(games()))
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.full)])
def test_phone_and_server_draw_the_same_table(app: Flask, client: FlaskClient, key: str, seed: int) -> None:
    """A match tapped at random under random house rules: every screen of the server is the phone's."""
    rng = Random(f"phone {key} {seed}")
    game = games()[key]
    players = PLAYERS[: rng.randint(*game.seats)]
    make_circle(client, *players)
    rules = random_rules(rng, game, len(players))
    options = [option for option in game.options if option.key in rules and option.kind != "money"]
    chosen = {option.key: text_of(option, rules[option.key]) for option in options}
    uid = start(client, key, *players, **chosen)
    phone = Phone(client, uid)
    page = client.get(f"/m/{uid}")
    counted = 0
    for _ in range(MOST_TAPS):
        tap = tapped(rng, page, uid)
        where = tap.address.split("?")[0].removeprefix(f"/m/{uid}").strip("/")
        pairs = sent_by(tap.form, tap.button) if tap.form is not None else []
        if where in ("say", "undo", "redo"):
            page, told = said(app, client, phone, where, pairs, key)
            counted += told
        else:
            page = looked(client, phone, tap, pairs)
        if with_class(page_of(page), "won"):
            break
    assert counted or key not in PADS  # numbers typed at random hardly ever add up on a plain pad


def tapped(rng: Random, page: Any, uid: str) -> Tap:
    """A tap on the pad, its form filled in as a person might; now and then Undo or Redo."""
    found = taps_on(named(page_of(page), "pad"), f"/m/{uid}")
    taps = [tap for tap in found if tap.address.startswith(f"/m/{uid}")]
    back = [tap for tap in taps if turns(tap)]
    tap = rng.choice(back if back and rng.random() < 0.06 else [tap for tap in taps if not turns(tap)] or taps)
    if tap.form is not None:
        fill(rng, tap.form)
    return tap


def looked(client: FlaskClient, phone: Phone, tap: Tap, pairs: Pairs) -> Any:
    """A tap that records nothing yet: both draw the same."""
    form = looked_at(pairs) if tap.form is not None else parse_qsl(tap.address.partition("?")[2])
    answer = client.get(f"/m/{phone.uid}?{urlencode(form)}", headers={"X-Part": str(phone.version)})
    assert_same(drawn_parts(phone.draw(form)), parts_of(answer))
    return answer


def said(app: Flask, client: FlaskClient, phone: Phone, where: str, pairs: Pairs, key: str) -> tuple[Any, bool]:
    """A saying, and whether the phone counted it: both draw the same, and refuse the same."""
    drawn = phone.record(where, pairs)
    if not drawn or "counted" not in drawn:
        return told_by_server(client, phone, where, pairs, drawn), False
    answer = phone.send(where, pairs, drawn["counted"], supply(app).edition)
    assert answer.is_json, answer.get_data(as_text=True)
    phone.call("confirm", {"many": 1})
    phone.version += 1
    assert answer.get_json()["version"] == phone.version
    page = client.get(f"/m/{phone.uid}{drawn.get('query', '?recorded=1')}", headers={"X-Part": ""})
    ours, theirs = drawn_parts(drawn), parts_of(page)
    assert ours.keys() == theirs.keys()
    assert_same(ours, theirs)
    if "rows" in ours:
        fresh, rows = ours["rows"], theirs["rows"][2]
        assert fresh[2] == (rows[: len(fresh[2])] if "data-add" in fresh[1] else rows)
    return page, True


def told_by_server(client: FlaskClient, phone: Phone, where: str, pairs: Pairs, drawn: Any) -> Any:
    """What the server says to a saying that the phone refuses, or leaves to it."""
    headers = {"X-Part": str(phone.version)}
    answer = client.post(f"/m/{phone.uid}/{where}", data=grouped(pairs), headers=headers, follow_redirects=True)
    assert answer.status_code == (drawn["status"] if drawn else 200)
    if drawn:
        assert_same(drawn_parts(drawn), parts_of(answer))
    phone.follow()
    return answer


def assert_same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    """The parts that the phone drew are those of the server."""
    for name, part in ours.items():
        if name != "rows":
            difference = first_difference(part, theirs[name])
            assert difference is None, name


def first_difference(one: Any, other: Any) -> Any:
    """Where two trees first differ, with what stands there in each; None when they are the same."""
    if one == other:
        return None
    if type(one) is type(other) is tuple and one[:2] == other[:2] and len(one[2]) == len(other[2]):
        return next(first_difference(*pair) for pair in zip(one[2], other[2], strict=True) if pair[0] != pair[1])
    return one, other


def test_what_a_pad_names_like_the_count_is_another_thing(app: Flask, client: FlaskClient) -> None:
    """Clobyosh's pad tells whose cards are being counted."""
    match = sit_down(client, "clobyosh", "Ann", "Bob")
    for seq, said in enumerate(
        (
            [("step", "bid"), ("maker", "0"), ("turned", "true"), ("trump", "clubs")],
            [
                ("step", "play"),
                ("count", "0"),
                ("won.0", "AC"),
                ("cards.0", ""),
                ("cards.1", "60"),
                ("last_trick", "0"),
            ],
        )
    ):
        phone, pairs = Phone(client, match), sealed(client, seq, said)
        drawn = phone.record("say", pairs)
        answer = phone.send("say", pairs, drawn["counted"], supply(app).edition)
        assert answer.get_json()["version"] == seq + 1
