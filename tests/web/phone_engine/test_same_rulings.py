"""The phone draws the rulings as the server does, but for the help on house rules, and records the same."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.games import games
from tests.support.engine_page import Phone, drawn_parts, of_element, of_tree, parts_of, sealed
from tests.support.engine_questions import RULINGS, Form, house_rules, listed
from tests.support.finished_matches import begun, finished
from tests.support.form_filler import page_of, with_class
from tests.support.random_sheets import GAMES
from tests.support.records import play, reading_of
from tests.support.sizes import one_in
from tests.support.tables import make_circle, sit_down, start


@pytest.fixture(params=one_in(5, GAMES))
def match(request: pytest.FixtureRequest, app: Flask, client: FlaskClient) -> tuple[str, str]:
    """A match in which something was played, of a circle with one person more: its uid and game."""
    found = next(one for one in finished(request.param, 6) if len(one["deals"]) > 3)
    uid = begun(app, client, found)
    client.post("/circle/players", data={"name": "Eve"})
    play(app, uid, *found["deals"][:3])
    return uid, request.param


def plain(part: Any) -> Any:
    """A part of the server's page without what only the server knows: help, and how long a match lasts."""
    if type(part) is str:
        return part
    tag, attributes, children = part
    return tag, attributes, [plain(child) for child in children if not is_help(child)]


def is_help(part: Any) -> bool:
    """Whether a part is help on a house rule, a sentence of the rules, or what script fills in."""
    if type(part) is str:
        return False
    tag, attributes, children = part
    inside = [child for child in children if type(child) is not str]
    prose = tag == "section" and inside and inside[0] == ("h2", {}, ["In the rules"])
    return bool(prose) or attributes.get("id", "").startswith("help-") or "data-until" in attributes


def without_small(part: Any) -> Any:
    """The same without help on answers: small text in chips, and behind what a rule becomes."""
    if type(part) is str:
        return part
    tag, attributes, children = part
    bare = tag == "dd" or "chip" in attributes.get("class", "") or tag == "span"
    kept = [child for child in children if not (bare and type(child) is not str and child[0] == "small")]
    return tag, attributes, [without_small(child) for child in kept]


def same_page(phone: Phone, form: Form) -> str:
    """Both draw the same; its title."""
    page = page_of(phone.client.get(f"/m/{phone.uid}/rulings?{urlencode(form)}"))
    drawn = phone.call("rulings", {"form": listed(form)})["parts"]
    bar, main = drawn["trees"]
    theirs = [without_small(plain(child)) for child in of_element(next(page.iter("main")))[2] if child != "\n"]
    theirs = [child for child in theirs if not is_help(child)]
    assert [without_small(child) for child in of_tree(main)[2]] == theirs, form
    assert of_tree(bar) == of_element(with_class(page, "bar")[0])
    return str(drawn["title"])


def test_the_pages(client: FlaskClient, match: tuple[str, str]) -> None:
    uid, key = match
    phone = Phone(client, uid)
    titles = {same_page(phone, form) for form in [{}, *RULINGS, *house_rules(key)]}
    assert titles == {"Rulings", "What would change"}
    for form in [*RULINGS[:12], *house_rules(key)]:
        assert same_page(phone, {**form, "again": "1"}) == "Rulings"


def test_the_pages_of_a_match_without_a_deal(client: FlaskClient) -> None:
    for key in GAMES:
        uid = sit_down(client, key, *("Ann", "Bob", "Cem", "Dee")[: games()[key].seats[1]])
        phone = Phone(client, uid)
        titles = {same_page(phone, form) for form in RULINGS}
        assert titles == {"Rulings", "What would change"}


@pytest.mark.parametrize("key", one_in(5, GAMES))
def test_each_is_recorded_alike(app: Flask, client: FlaskClient, key: str) -> None:
    names = ("Ann", "Bob", "Cem", "Dee")[: games()[key].seats[1]]
    make_circle(client, *names, "Eve")
    for number, form in enumerate([*RULINGS, *house_rules(key)]):
        uid = start(client, key, *names)
        phone = Phone(client, uid)
        typed = [
            (name, f"{uid}-{number}" if name == "uid" else text) for name, text in sealed(client, 0, [*form.items()])
        ]
        drawn = phone.record("rulings", typed)
        answer = client.post(f"/m/{uid}/rulings", data=dict(typed))
        state = reading_of(app, uid)
        if drawn is None:
            assert (answer.status_code, state.version) == (422, 0), form
            continue
        assert (answer.status_code, state.version) == (303, 1), form
        record = state.records[-1]
        body = dict(drawn["record"][1])
        if body.get("player") == "Fay":
            body["player_uid"] = record.body["player_uid"]  # of a new person
        assert [record.kind, record.body] == [drawn["record"][0], body]
        fresh = phone.call("draw", {"form": {}, "rows": True})
        assert drawn_parts(fresh) == parts_of(client.get(f"/m/{uid}")), form
