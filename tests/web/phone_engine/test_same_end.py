"""The phone draws the end of a match as the server does, in every game in its own manner, and goes on from it."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.engine_page import Phone, drawn_parts, parts_of, sealed, supply
from tests.support.engine_questions import formed
from tests.support.finished_matches import begun, finished
from tests.support.random_sheets import GAMES, sheet_of
from tests.support.records import play, reading_of, say
from tests.support.tables import sit_down

MATCHES = 3
AT_ONCE = ("bar", "table", "strip", "uncounted")  # parts of a whole table


def recorded(app: Flask, client: FlaskClient, phone: Phone, where: str, form: dict[str, list[str]]) -> Any:
    """What the phone drew and the server's page after a record that both count the same."""
    version = reading_of(app, phone.uid).version
    typed = [(name, text) for name, texts in form.items() for text in texts]
    pairs = [(name, phone.uid + text if name == "uid" else text) for name, text in sealed(client, version, typed)]
    drawn = phone.record(where, pairs)
    answer = phone.send(where, pairs, drawn["counted"], supply(app).edition)
    assert answer.is_json, (answer.status, answer.headers.get("X-Engine"), answer.get_data(as_text=True)[:300])
    assert answer.get_json()["version"] == version + 1
    phone.call("confirm", {"many": 1})
    return drawn, client.get(f"/m/{phone.uid}?recorded=1")


@pytest.mark.parametrize("key", GAMES)
def test_the_last_deal_its_undo_and_its_redo(app: Flask, client: FlaskClient, key: str) -> None:
    for match in finished(key, MATCHES):
        uid, last = begun(app, client, match), last_deal(match)
        play(app, uid, *match["deals"][:last])
        phone, state = Phone(client, uid), reading_of(app, uid)
        if last < len(match["deals"]):
            entry = formed(state.game.fields(state.sheet.standing), match["deals"][last])
            drawn, page = recorded(app, client, phone, "say", {**entry, "step": ["play"], "asked": ["1"]})
        else:
            drawn, page = recorded(app, client, phone, "close", {})
        assert drawn_parts(drawn) == parts_of(page)
        assert "main" in drawn_parts(drawn)
        goes_on, page = recorded(app, client, phone, "undo", {})
        assert goes_on["parts"]["trees"][1][1]["class"] == "wrap at-table"
        assert table_in(goes_on) == {name: part for name, part in parts_of(page).items() if name in AT_ONCE}
        again, page = recorded(app, client, phone, "redo", {})
        assert drawn_parts(again) == parts_of(page)
        phone.follow()
        assert drawn_parts(phone.draw([]))["bar"] == parts_of(client.get(f"/m/{uid}"))["bar"]


def last_deal(match: dict[str, Any]) -> int:
    """The place of the deal that ends a match; behind the last one where the table ended it."""
    deals = match["deals"]
    ends = [n for n in range(len(deals)) if sheet_of({**match, "deals": deals[: n + 1], "closed": False}).outcome]
    return ends[0] if ends else len(deals)


def table_in(answer: Any) -> dict[str, Any]:
    """The parts of a whole table."""
    header, (_, _, parts) = answer["parts"]["trees"]
    *_, sheet = parts
    strip, table = (next(part for part in parts if part[1].get("id") == name) for name in ("strip", "table"))
    rows, uncounted = sheet[2][-1], next(part for part in sheet[2] if part and part[1].get("id") == "uncounted")
    plain = {"parts": {"trees": [header, table, rows, uncounted, strip]}}
    return {name: part for name, part in drawn_parts(plain).items() if name in AT_ONCE}


def test_ended_opened_again_and_given_more_time(app: Flask, client: FlaskClient) -> None:
    uid = sit_down(client, "boomke_wies", length="clock", length_value="30")
    play(app, uid, {"declarer": 0, "contract": 8, "tricks": 9})
    phone = Phone(client, uid)
    drawn, page = recorded(app, client, phone, "close", {})
    assert drawn_parts(drawn) == parts_of(page)
    assert recorded(app, client, phone, "reopen", {})[0]["parts"]["title"] == "Boomke Wies, deal 2"
    drawn, page = recorded(app, client, phone, "longer", {})
    assert drawn_parts(drawn)["bar"] == parts_of(page)["bar"]
    assert reading_of(app, uid).sheet.standing.rules["length_value"] == 45


@pytest.mark.parametrize("where", ["close", "reopen", "longer"])
def test_what_cannot_be_is_left_to_the_server(app: Flask, client: FlaskClient, where: str) -> None:
    uid = sit_down(client, "boomke_wies", length="deals", length_value="8")
    if where == "close":
        say(app, uid, "close")
    assert Phone(client, uid).record(where, sealed(client, 0, [])) is None
