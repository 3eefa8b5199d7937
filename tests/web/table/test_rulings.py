"""Rulings: points, another dealer, another player, other house rules, each a saying of its own."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from models.base import db
from models.tables import Player
from tests.support.html import main_of, parsed
from tests.support.records import reading_of, sealed
from tests.support.tables import send, sit_down


@pytest.fixture
def rule(app, client, match):
    return lambda **form: send(client, f"/m/{match}/rulings", **(sealed(app, match) | form))


def last(app, match):
    record = reading_of(app, match).records[-1]
    return record.kind, record.body


def test_it_works(client, match, rule):
    """What is refused is shown where it was typed; a game without points has none to give."""
    answer = client.get(f"/m/{match}/rulings")
    assert answer.status_code == 200
    assert "Points by a ruling" in main_of(answer)
    page = parsed(answer)
    chosen = [(field.get("name"), field.get("value")) for field in page.iter("input") if "checked" in field.attrib]
    assert {("dealer", "0"), ("rule.meetje_fine", "shortfall")} <= set(chosen)
    forms = [form for form in page.iter("form") if "/rulings" in (form.get("action") or "")]
    assert [(form.get("id"), (form.get("action") or "").partition("#")[2]) for form in forms] == [
        (what, what) for what in ("result", "points", "dealer", "player", "rules")
    ]
    assert rule(what="money").status_code == 400
    other = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    assert "Points by a ruling" not in main_of(client.get(f"/m/{other}/rulings"))


def test_each_form_is_a_saying(app, match, rule):
    points = {"rule.length": "points", "rule.length_value": "12"}
    for what, form, kind, body in (
        ("points", {"points.0": "−2", "points.1": "+1"}, "adjust", {"points": [-2, 1], "note": ""}),
        ("points", {"points.0": "۳", "note": " reneged "}, "adjust", {"points": [3, 0], "note": "reneged"}),
        ("dealer", {"dealer": "2"}, "seat", {"dealer": 2}),
        ("rules", {"rule.meetje_fine": "none"}, "rules", {"rules": {"meetje_fine": "none"}}),
        ("rules", points, "rules", {"rules": {"length": "points", "length_value": 12}}),
    ):
        answer = rule(what=what, **form)
        assert answer.status_code == 303
        assert answer.location.startswith(f"/m/{match}")
        assert last(app, match) == (kind, body)


WRONG = [
    ("points", {}, "Give points to a side, or add a note."),
    ("points", {"points.0": "many", "note": "<b>why"}, "Points are whole numbers"),
    ("points", {"points.0": "1", "note": "x" * 501}, "A text of at most 500 characters is needed here"),
    ("dealer", {}, "Choose who deals."),
    ("dealer", {"dealer": "4"}, "Choose who deals."),
    ("player", {"seat": "1", "player": " "}, "A name is missing here."),
    ("player", {"player": "Eve"}, "Choose whose seat."),
    ("player", {"seat": "1", "player": "ann"}, "Somebody with this name is already at the table."),
    ("rules", {}, "No rule was changed."),
    ("rules", {"rule.length": "points"}, "Say how many"),
    ("rules", {"rule.length_value": "<i>"}, "A whole number from 0 up is needed here."),
    ("rules", {"rule.meetje_fine": "double"}, "This rule cannot have that value"),
]


def test_what_is_wrong_comes_back_typed_in(app, match, rule):
    for what, form, words in WRONG:
        answer = rule(what=what, **form)
        assert answer.status_code == 422
        assert words in main_of(answer)
        fields = [field for field in parsed(answer).iter("input") if field.get("type") == "text"]
        typed = {field.get("name"): field.get("value") for field in fields}
        assert all(typed[name] == value for name, value in form.items() if name in typed)
    assert reading_of(app, match).version == 0
    with app.app_context():
        assert len(db.session.scalars(select(Player)).all()) == 4


def test_a_new_player_belongs_to_the_circle(app, client, match, rule):
    """A double tap seats them once."""
    for version, name in enumerate(("Eve", "<b>Eve", "علی"), start=1):
        form = sealed(app, match) | {"what": "player", "seat": "1", "player": f" {name} "}
        assert [rule(**form).status_code for _ in range(2)] == [303, 303]
        assert reading_of(app, match).version == version
        with app.app_context():
            uid = db.session.scalars(select(Player.uid).where(Player.name == name)).one()
        assert last(app, match) == ("seat", {"seat": 1, "player": name, "player_uid": uid})
        assert name in main_of(client.get(f"/m/{match}"))


def test_a_time_of_day_is_the_minutes_from_the_beginning_until_then(app, client, match, rule):
    began, typed = client.get(f"/m/{match}/log").get_json()["began"][1], "۲۲:۳۰"
    form = {"what": "rules", "rule.length": "clock", "rule.length_value.clock": typed}
    assert typed in client.get(f"/m/{match}/rulings?{urlencode(form)}").get_data(as_text=True)
    assert rule(**form).status_code == 303
    minutes = (22 * 60 + 30 - began) % 1440 or 1440
    assert last(app, match) == ("rules", {"rules": {"length": "clock", "length_value": minutes}})
