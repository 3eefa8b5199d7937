"""Records that the server does not have yet, one on the other: the phone draws them as if they were in the log."""

from __future__ import annotations

import json

import pytest

from drawing import engine_api
from tests.support.engine_questions import log_of
from web.phone_bundle import phone_catalog

BID = {"step": ["bid"], "declarer": ["1"], "contract": ["8"]}
DEAL = {"step": ["play"], "tricks": ["9"]}


def asked(what, **values):
    """An answer of the phone's Python, as the worker asks it."""
    return json.loads(engine_api.answer(what, json.dumps(values)))


def table():
    """The table as it is drawn now."""
    return asked("draw", form={}, rows=True)["parts"]


def recorded(where, uid, form=None):
    """A record as the log holds it: [kind, body, uid]."""
    return [*asked("record", where=where, uid=uid, form=form or {})["record"], uid]


@pytest.fixture
def log():
    """The log of a match in which nothing is recorded; the engine knows it."""
    engine_api.answer("set_language", json.dumps(phone_catalog("en", "boomke_wies")))
    found = log_of({"game": "boomke_wies", "players": ("Ann", "Bob", "Cem", "Dee")}, (), None)
    asked("load_match", **found)
    return found


@pytest.fixture
def tail(log):
    """Two deals, the second taken back: records of the phone alone."""
    says = [("say", "a", BID), ("say", "b", DEAL), ("say", "c", BID), ("say", "d", DEAL), ("undo", "e", None)]
    return [recorded(*say) for say in says]


def with_records(log, rows):
    """The log with these records, as the server would send it."""
    return {**log, "records": [[*row, seq + 1] for seq, row in enumerate(rows)], "version": len(rows)}


def test_each_is_drawn_on_the_one_before(log, tail):
    assert [kind for kind, *_ in tail] == ["bid", "deal", "bid", "deal", "strike"]
    ours = table()
    asked("load_match", **with_records(log, tail))
    assert table() == ours


def test_a_loaded_tail_is_drawn_as_the_log_with_it_would_be(log, tail):
    for known in range(len(tail) + 1):
        asked("load_match", **with_records(log, tail[:known]))
        assert asked("load_tail", records=tail[known:]) == {"added": len(tail) - known}
        ours = table()
        asked("load_match", **with_records(log, tail))
        assert table() == ours


def test_what_is_confirmed_stays_and_the_rest_can_be_reverted(log, tail):
    asked("confirm", many=2)
    asked("revert", keep=1)
    ours = table()
    asked("revert", keep=0)
    kept = table()
    asked("load_match", **with_records(log, tail[:3]))
    assert table() == ours
    asked("load_match", **with_records(log, tail[:2]))
    assert table() == kept
    assert ours != kept


@pytest.mark.parametrize(
    "record",
    [
        ["deal", {"declarer": 1, "contract": 8, "tricks": 14}, "x"],
        ["bid", {"declarer": 1, "contract": 99}, "x"],
        ["strike", {"of": "nobody's"}, "x"],
        ["amend", {"of": "nobody's", "entry": {}}, "x"],
    ],
)
def test_the_first_that_does_not_fit_ends_a_tail(log, tail, record):
    asked("load_match", **with_records(log, tail[:1]))
    assert asked("load_tail", records=[tail[1], record, tail[2]]) == {"added": 1}
    ours = table()
    asked("load_match", **with_records(log, tail[:2]))
    assert table() == ours


def test_cards_for_a_tie_are_drawn_here():
    """Nothing is recorded by it: the cards stand in the draft until the deal is."""
    engine_api.answer("set_language", json.dumps(phone_catalog("en", "knockout_whist")))
    asked("load_match", **log_of({"game": "knockout_whist", "players": ("Ann", "Bob", "Cem")}, (), None))
    won = ["0", "1", "0", "1", "2", "0", "1"]
    form = {"step": ["play"], "asked": ["1"], "won": won, "cut": ["chooser"], "uid": ["x"], "after": ["0"]}
    answer = asked("record", where="cut", uid="x", form=form, chance=[51, 0, 0, 1, 26, 2])
    assert "counted" not in answer
    assert "uid=" not in answer["query"]
    assert answer["query"].count("cut.chooser=") == 3
    assert "wins" in json.dumps(answer["parts"])
    assert asked("record", where="undo", uid="y", form={}) is None
