"""What an open table draws of the sayings of other phones: the same as if it had read the whole log."""

from __future__ import annotations

import json

import pytest

from drawing import engine_api
from scoring.games import games
from tests.support.engine_questions import log_of
from tests.support.random_matches import dealt, names_for
from web.phone_bundle import phone_catalog


def asked(what, **values):
    """An answer of the phone's Python, as the worker asks it."""
    return json.loads(engine_api.answer(what, json.dumps(values)))


def learnt(log, known):
    """Know so many sayings of a log."""
    engine_api.answer("load_match", json.dumps({**log, "records": log["records"][:known]}))


@pytest.fixture(params=sorted(games()))
def log(request):
    """A log of some deals of a game, its language spoken."""
    engine_api.answer("set_language", json.dumps(phone_catalog("en", request.param)))
    game = games()[request.param]
    told = next(told for told in dealt(request.param, 12) if len(told) > 2)[:-1]
    found = log_of({"game": request.param, "players": names_for(game)}, (), None)
    found["records"] = [["deal", entry, f"deal{n}", n + 1] for n, entry in enumerate(told)]
    return found


def test_it_is_what_the_whole_log_comes_to(log):
    learnt(log, 1)
    before = asked("draw", form={})["parts"]["trees"][1]
    heard = asked("apply_updates", records=log["records"][1:])
    learnt(log, len(log["records"]))
    shown = asked("draw", form={})["parts"]
    assert heard["parts"]["trees"][:2] == shown["trees"][:2]
    assert heard["parts"]["title"] == shown["title"]
    assert heard["parts"]["trees"][1] != before


def test_new_rows_are_added_and_no_toast_offers_undo(log):
    learnt(log, 1)
    parts = asked("apply_updates", records=log["records"][1:])["parts"]
    tag, attributes, rows = parts["trees"][2]
    assert (tag, attributes["data-add"], len(rows)) == ("ol", "1", len(log["records"]) - 1)
    assert "toast" not in json.dumps(parts)


def test_what_looks_back_brings_all_rows(log):
    learnt(log, 2)
    struck = ["strike", {"of": log["records"][1][2]}, "struck", 3]
    _, attributes, rows = asked("apply_updates", records=[struck])["parts"]["trees"][2]
    assert ("data-add" in attributes, len(rows)) == (False, 1)


def test_what_does_not_follow_is_the_servers_to_tell(log):
    learnt(log, 0)
    assert asked("apply_updates", records=log["records"][1:]) is None
    assert asked("draw", form={})["parts"]["trees"][1][1]["data-version"] == "0"


def test_while_a_saying_is_on_its_way_nothing_is_heard():
    engine_api.answer("set_language", json.dumps(phone_catalog("en", "boomke_wies")))
    found = log_of({"game": "boomke_wies", "players": ("Ann", "Bob", "Cem", "Dee")}, (), None)
    learnt(found, 0)
    form = {"step": ["bid"], "declarer": ["1"], "contract": ["8"]}
    assert asked("record", where="say", uid="own", form=form)["counted"]
    assert asked("apply_updates", records=[["bid", {"declarer": 2, "contract": 9}, "other", 2]]) is None
