"""How much a circle, an evening and a match can hold: the same here and in a file, refused in words."""

from __future__ import annotations

import json

import pytest
from msgspec.json import schema_components
from sqlalchemy import select

from models.base import db
from models.circle_file.schema import CirclePart, EveningPart, MatchPart
from models.log.validate import MAX_RECORDS
from models.matches import MAX_MATCHES, MAX_PLAYERS
from models.tables import Player
from tests.support.circle_files import KEPT, bring, resealed, resummed
from tests.support.html import main_of
from tests.support.records import say
from tests.support.tables import send


@pytest.fixture
def narrow(monkeypatch):
    """A setter of a limit, wherever it is known."""

    def set_to(name, most):
        for module in ("models.matches", "models.log.validate"):
            monkeypatch.setattr(f"{module}.{name}", most, raising=False)

    return set_to


def test_a_file_may_hold_what_can_be_made_here():
    def most(part, key):
        return schema_components([part])[1][part.__name__]["properties"][key]["maxItems"]

    assert most(CirclePart, "players") == MAX_PLAYERS
    assert most(EveningPart, "matches") == MAX_MATCHES
    assert most(MatchPart, "records") == MAX_RECORDS


def test_a_circle_that_is_full_says_so(app, client, match, narrow):
    narrow("MAX_PLAYERS", 5)
    assert send(client, "/circle/players", name="Eve").status_code == 303
    words = "A circle can have at most 5 players."
    for address, form in (
        ("/circle/players", {"name": "Fay"}),
        ("/new", {"game": "clobyosh", "seat": ("Ann", "Fay")}),
    ):
        answer = send(client, address, **form)
        assert answer.status_code == 422
        assert words in main_of(answer)
    narrow("MAX_PLAYERS", 6)  # of two at once one is too many
    assert words.replace("5", "6") in main_of(send(client, "/new", game="clobyosh", seat=("Fay", "Gus")))
    with app.app_context():
        assert len(db.session.scalars(select(Player)).all()) == 5
        uid = db.session.scalars(select(Player.uid).where(Player.name == "Eve")).one()
    assert send(client, f"/circle/players/{uid}", name="Fay").status_code == 303


@pytest.mark.parametrize(("name", "most"), [("MAX_MATCHES", 1), ("MAX_EVENING_RECORDS", 1)])
def test_an_evening_that_is_full_says_so(app, client, match, narrow, name, most):
    say(app, match, "close")
    narrow(name, most)
    for address, form in (
        ("/new", {"game": "clobyosh", "seat": ("Ann", "Bob")}),
        (f"/m/{match}/again", {}),
    ):
        answer = send(client, address, **form)
        assert answer.status_code == 422
        assert "This evening has as many matches as it can hold. Begin a new evening." in main_of(answer)
    assert send(client, "/new", game="clobyosh", seat=("Ann", "Bob"), evening="new").status_code == 303


def test_a_match_that_is_full_says_so(app, client, match, narrow):
    narrow("MAX_RECORDS", 2)
    points = {"points.0": "1", "points.1": "0", "what": "points"}
    for after, status in ((0, 303), (1, 303), (2, 422)):
        answer = send(client, f"/m/{match}/rulings", uid=f"ruling-{after}", after=str(after), **points)
        assert answer.status_code == status


def test_answers_leave_room_for_the_table(app, client, match, narrow):
    deal = say(app, match, "deal", declarer=1, contract=8, tricks=9)
    narrow("MAX_RECORDS_TO_CONFIRM", 1)
    answer = send(client, f"/m/{match}/answer", of=deal, seat="0", answer="agree", uid="yes")
    assert "This match has as many entries as it can hold" in main_of(answer)
    say(app, match, "deal", declarer=1, contract=8, tricks=9)


def changed(where, key, value):
    """The kept file with another value, its sums and hashes those of whoever changed it."""
    told = json.loads(KEPT.read_text(encoding="utf-8"))
    evening = next(evening for evening in told["evenings"] if evening["matches"])
    if where == "rules":
        told["circle"]["house_rules"] = [
            {"game": "clobyosh", "name": "Ours", "rules": {}, "created_at": 0} | {key: value}
        ]
    elif where == "seat":
        evening["matches"][0]["seats"][0][key] = value
        resealed(evening["matches"][0])
    else:
        {"circle": told["circle"], "player": told["circle"]["players"][0], "evening": evening}[where][key] = value
    return json.dumps(resummed(told)).encode()


@pytest.mark.parametrize("where", ["circle", "player", "seat", "rules"])
@pytest.mark.parametrize("name", ["", " ", "A\u202eB", "A\u2066B", "A\nB", "A\x07", "\u3164", "A\ufffdB", "\u200d"])
def test_a_file_with_a_name_that_nobody_can_type_is_refused(app, client, where, name):
    answer = bring(client, changed(where, "name", name))
    assert answer.status_code == 422
    assert "is not possible" in main_of(answer)


@pytest.mark.parametrize("key", ["place", "note"])
@pytest.mark.parametrize("text", ["A\u202eB", "A\u2066B", "A\x07", "A\ufffdB", "A\tB"])
def test_a_file_with_a_note_that_nobody_can_type_is_refused(app, client, key, text):
    assert "is not possible" in main_of(bring(client, changed("evening", key, text)))


@pytest.mark.parametrize("text", ["", "A\nB", "خانهٔ \u200fجم", "می\u200cخواهم", "🃏"])
def test_a_file_with_a_note_that_can_be_typed_is_taken(app, client, text):
    assert bring(client, changed("evening", "note", text)).status_code == 303


@pytest.mark.parametrize(
    ("key", "value"),
    [("game", "bridge"), ("rules", {"no such rule": 1}), ("rules", {"target": "x"}), ("rules", {"target": -1})],
)
def test_a_file_with_house_rules_that_make_no_sense_is_refused(app, client, key, value):
    assert "circle.house_rules is not possible" in main_of(bring(client, changed("rules", key, value)))


@pytest.mark.parametrize(
    ("kind", "body"), [("adjust", {"points": [0, 0], "note": "A\u202eB"}), ("seat", {"seat": 0, "player": "\u2066"})]
)
def test_a_file_with_a_record_that_turns_the_page_round_is_refused(app, client, kind, body):
    told = json.loads(KEPT.read_text(encoding="utf-8"))
    match = next(match for evening in told["evenings"] for match in evening["matches"] if match["state"] == "play")
    match["records"].append({"uid": "turned", "kind": kind, "body": body, "at": 1795190400000, "hash": ""})
    resealed(match)
    answer = bring(client, json.dumps(resummed(told)).encode())
    assert "is not possible at that point of the match." in main_of(answer)
