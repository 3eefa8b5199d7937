"""Rulings: points, another dealer, another player, other house rules, only the result; each a saying of its own."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from sqlalchemy import select

from models.base import db
from models.tables import Player
from tests.support.html import main_of, parsed, text
from tests.support.phones import evening_of
from tests.support.records import play, reading_of, sealed
from tests.support.tables import send, sheet_of, sit_down


@pytest.fixture
def rule(app, client, match):
    return lambda **form: send(client, f"/m/{match}/rulings", **(sealed(app, match) | form))


def last(app, match):
    record = reading_of(app, match).records[-1]
    return record.kind, record.body


def test_it_works(client, match, rule):
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


FOUR = ("Ann", "Bob", "Cem", "Dee")
ENDED = {
    "boomke_wies": ({"total.0": "7", "total.1": "5", "winner": "0"}, (7, 5), "Ann & Cem win"),
    "texas_42": ({"total.0": "4", "total.1": "7", "winner": "1"}, (4, 7), "Bob & Dee win"),
    "clobyosh": ({"total.0": "498", "total.1": "512", "winner": "1"}, (498, 512), "Bob wins"),
    "knockout_whist": ({"winner": "2"}, (0, 0, 0, 0), "Cem wins"),
    "zwanzig_ab": (
        {"total.0": "3", "total.1": "−1", "total.2": "12", "total.3": "5", "winner": "1"},
        (3, -1, 12, 5),
        "Bob wins",
    ),
}


def seated(client, game):
    return sit_down(client, game, *FOUR[: 2 if game == "clobyosh" else 4])


def written(app, client, uid, form):
    return send(client, f"/m/{uid}/rulings", what="result", **sealed(app, uid), **form)


@pytest.mark.parametrize("game", ENDED)
def test_a_result_ends_the_match_and_says_that_it_is_all_there_is(app, client, game):
    form, totals, won = ENDED[game]
    uid = seated(client, game)
    assert written(app, client, uid, form).status_code == 303
    sheet = sheet_of(app, uid)
    assert (sheet.outcome.winners, sheet.outcome.why) == ((int(form["winner"]),), "written_down")
    assert (sheet.standing.totals, len(sheet.lines)) == (totals, 1)
    page = client.get(f"/m/{uid}")
    assert won in text(parsed(page).find(".//title"))
    assert "only the result was written down" in main_of(page)
    here, evening = f"/m/{uid}", evening_of(client, uid)
    for place in (evening, f"{evening}/paper", *(here + more for more in ("/paper", "/rules", "/follow", "/across"))):
        answer = client.get(place)
        assert (answer.status_code, "not finished" in main_of(answer)) == (200, False), place
    for place in (f"{here}/history", f"{here}/deal/{sheet.lines[0].deal.uid}"):
        words = main_of(client.get(place))
        assert ("Only the result was written down" in words, "not finished" in words) == (True, False), place
    assert [client.get(place).status_code for place in (f"{here}/csv", f"{evening}/csv")] == [200, 200]
    assert send(client, f"{here}/undo", **sealed(app, uid)).status_code == 303
    assert sheet_of(app, uid).lines == ()


def test_in_knock_out_whist_everybody_else_is_out_and_nothing_is_paid(app, client):
    uid = sit_down(client, "knockout_whist", *FOUR, money="yes")
    written(app, client, uid, {"winner": "2"})
    state = reading_of(app, uid)
    assert state.sheet.standing.carry["status"] == ["out", "out", "in", "out"]
    assert state.game.settle(state.sheet) == ()


NO_WIN = "With these totals that side did not win"
WRONG_RESULTS = {  # totals, who is said to have won, and what is told
    "boomke_wies": [
        (["7"], "", ["The total is a whole number.", "Choose who won."]),
        (["7", "x"], "0", ["The total is a whole number."]),
        (["7", "8"], "0", [NO_WIN]),
        (["8", "8"], "0", [NO_WIN]),
        (["8", "8"], "9", ["There is no such seat at this table"]),
    ],
    "zwanzig_ab": [
        (["1", "2", "3", "4"], "0", ["Whoever wins has come down to zero or below"]),
        (["0", "-1", "-2", "-3"], "0", [NO_WIN]),
    ],
    "knockout_whist": [([], "", ["Choose who won."])],
}


def test_a_result_that_is_wrong_says_so_beside_its_field_and_is_not_recorded(app, client):
    for game, cases in WRONG_RESULTS.items():
        uid = seated(client, game)
        for totals, winner, faults in cases:
            form = {f"total.{seat}": total for seat, total in enumerate(totals)} | {"winner": winner}
            answer = written(app, client, uid, form)
            found = [text(fault) for fault in parsed(answer).iter("p") if fault.get("class") == "fault"]
            assert (answer.status_code, found) == (422, faults)
        assert reading_of(app, uid).version == 0


def test_it_is_looked_at_before_it_is_taken_and_after_it_nothing_can_be_recorded(app, client):
    uid = seated(client, "boomke_wies")
    words = main_of(client.get(f"/m/{uid}/rulings?what=result&total.0=7&total.1=5&winner=0"))
    assert "Record the result" in words
    assert "The match would be over now. It goes to Ann & Cem:" in words
    assert reading_of(app, uid).version == 0
    written(app, client, uid, ENDED["boomke_wies"][0])
    answer = send(client, f"/m/{uid}/say", **sealed(app, uid), step="play", declarer=1, contract=8, tricks=9)
    assert answer.status_code == 422
    assert send(client, f"/m/{uid}/rulings", what="points", **sealed(app, uid), **{"points.0": "5"}).status_code == 422
    assert sheet_of(app, uid).standing.totals == (7, 5)


def test_a_match_of_which_a_deal_was_written_down_has_no_such_form(app, client):
    uid = seated(client, "boomke_wies")
    assert "Only the result" in main_of(client.get(f"/m/{uid}/rulings"))
    play(app, uid, {"declarer": 1, "contract": 8, "tricks": 9})
    assert "Only the result" not in main_of(client.get(f"/m/{uid}/rulings"))
    assert written(app, client, uid, ENDED["boomke_wies"][0]).status_code == 422
    assert len(sheet_of(app, uid).lines) == 1
