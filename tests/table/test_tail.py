"""Records that the server does not have yet, and what others said: the phone draws them as if they were in the log."""

from __future__ import annotations

import json

import pytest

from scoring.games import games
from table import engine_api
from tests.support.engine_questions import log_of
from tests.support.random_matches import dealt, names_for
from web.phone_bundle import phone_catalog

BID = {"step": ["bid"], "declarer": ["1"], "contract": ["8"]}
DEAL = {"step": ["play"], "tricks": ["9"]}


def asked(what, **values):
    return json.loads(engine_api.answer(what, json.dumps(values)))


def table():
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
    return {**log, "records": [[*row, seq + 1] for seq, row in enumerate(rows)], "version": len(rows)}


def test_each_is_drawn_on_the_one_before_as_the_log_with_it_would_be(log, tail):
    assert [kind for kind, *_ in tail] == ["bid", "deal", "bid", "deal", "strike"]
    ours = [table()]
    for known in range(len(tail) + 1):
        asked("load_match", **with_records(log, tail[:known]))
        assert asked("load_tail", records=tail[known:]) == {"added": len(tail) - known}
        ours.append(table())
    asked("load_match", **with_records(log, tail))
    assert [one for one in ours if one != table()] == []


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
    assert recorded("say", "own", BID)
    assert asked("apply_updates", records=[["bid", {"declarer": 2, "contract": 9}, "other", 2]]) is None


def test_what_is_only_drawn_ahead_leaves_nothing_behind(log):
    def ahead(where, form):
        answer = asked("record", where=where, uid=where, form=form, now=10**12)
        asked("revert", keep=0, unseen=True)
        return answer

    bid = ahead("say", BID)
    assert ahead("close", {}) != ahead("reopen", {})
    assert ahead("say", BID) == bid


def test_the_first_that_does_not_fit_ends_a_tail(log, tail):
    asked("load_match", **with_records(log, tail[:2]))
    wanted = table()
    for kind, body in (
        ("deal", {"declarer": 1, "contract": 8, "tricks": 14}),
        ("bid", {"declarer": 1, "contract": 99}),
        ("strike", {"of": "nobody's"}),
        ("amend", {"of": "nobody's", "entry": {}}),
    ):
        asked("load_match", **with_records(log, tail[:1]))
        assert asked("load_tail", records=[tail[1], [kind, body, "x"], tail[2]]) == {"added": 1}
        assert table() == wanted, kind


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


# What others said


@pytest.mark.parametrize("key", sorted(games()))
def test_what_others_said_is_drawn_as_the_whole_log_would_be(key):
    """New rows are added, and no toast offers Undo; what looks back brings all; what does not follow none."""
    engine_api.answer("set_language", json.dumps(phone_catalog("en", key)))
    told = next(told for told in dealt(key, 12) if len(told) > 2)[:-1]
    log = log_of({"game": key, "players": names_for(games()[key])}, (), None)
    deals = [["deal", entry, f"deal{n}"] for n, entry in enumerate(told)]
    records = with_records(log, deals)["records"]
    asked("load_match", **with_records(log, []))
    assert asked("apply_updates", records=records[1:]) is None
    assert table()["trees"][1][1]["data-version"] == "0"
    asked("load_match", **with_records(log, deals[:1]))
    before = table()["trees"][1]
    parts = asked("apply_updates", records=records[1:])["parts"]
    tag, attributes, rows = parts["trees"][2]
    assert (tag, attributes["data-add"], len(rows)) == ("ol", "1", len(deals) - 1)
    assert "toast" not in json.dumps(parts)
    asked("load_match", **with_records(log, deals))
    shown = asked("draw", form={})["parts"]
    assert (parts["trees"][:2], parts["title"]) == (shown["trees"][:2], shown["title"])
    assert parts["trees"][1] != before
    asked("load_match", **with_records(log, deals[:2]))
    struck = ["strike", {"of": deals[1][2]}, "struck", 3]
    _, attributes, rows = asked("apply_updates", records=[struck])["parts"]["trees"][2]
    assert ("data-add" in attributes, len(rows)) == (False, 1)
