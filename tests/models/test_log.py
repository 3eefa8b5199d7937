"""The one door of the log: what is recorded, what is refused, and that saying it twice changes nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from models.base import db
from models.grants import make_grant
from models.log.append import append
from models.log.errors import SENTENCES, DuplicateUid, Refused, StaleVersion
from models.log.read import read
from models.log.state import state_cache
from models.matches import find_match, start_match
from models.tables import SCORE
from models.transaction import write_transaction
from scoring.game import COMMON
from tests.models.tables import BOOM, LOST, MADE, new_evening, new_match, say, stored, totals

pytestmark = pytest.mark.usefixtures("store")
AT_FIRST = (
    ("deal", MADE),
    ("bid", {"contract": 7, "declarer": 2}),
    ("adjust", {"points": [1, -1], "note": "a card was shown"}),
    ("result", {"winner": 0, "totals": [7, 5]}),
    ("rules", {"rules": {"low_bid_failed": "nine_only"}}),
    ("seat", {"seat": 2, "player": "Eve"}),
    ("seat", {"dealer": 3}),
    ("close", {}),
)


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    return [(problem.field, problem.code) for problem in refused.value.problems]


def test_every_kind_is_recorded_and_read_back():
    for kind, body in AT_FIRST:
        match = new_match()
        receipt = say(match, kind, body)
        assert (receipt.seq, receipt.state.version) == (1, 1)
        state_cache.clear()
        state = read(match)
        assert state == receipt.state
        dealt = {"dealer": 0} if kind == "deal" else {}  # a deal says who dealt
        assert [(said.seq, said.kind, said.body) for said in state.records] == [(1, kind, body | dealt)]


def test_a_record_keeps_who_wrote_it_and_when():
    evening = new_evening()
    match = new_match(evening=evening)
    with write_transaction():
        grant, _ = make_grant(evening, SCORE)
    made = datetime(2026, 11, 20, 21, 14, 3, 217_900, timezone(timedelta(hours=1)))
    receipt = append(match, "deal", "one", MADE, 0, grant=grant, device="d1", made_at=made)
    trace = receipt.state.traces[0]
    assert (trace.grant, trace.device) == (grant.uid, "d1")
    record = stored(match)[0]
    assert record.made_at == datetime(2026, 11, 20, 20, 14, 3, 217_000, UTC)
    assert record.at == receipt.at
    assert datetime.now(UTC) - receipt.at < timedelta(minutes=1)


def test_the_same_again_answers_as_before_however_late():
    match = new_match()
    first = append(match, "deal", "one", MADE, 0)
    for name in ("two", "three"):
        say(match, "deal", LOST, name)
    state_cache.clear()
    for after in (0, 3, 99):
        again = append(match, "deal", "one", dict(reversed(MADE.items())), after)
        assert again[:3] == first[:3]
        assert again.state.version == 3
    assert len(stored(match)) == 3
    over = new_match(length="points", length_value=5)
    last = append(over, "deal", "last", BOOM, 0)
    assert last.state.status == "over"
    assert append(over, "deal", "last", BOOM, 0)[:3] == last[:3]  # though a deal would be refused now


def test_a_uid_names_one_saying_for_ever():
    match = new_match()
    append(match, "deal", "one", MADE, 0)
    others = ("deal", LOST), ("deal", MADE | {"trump": None}), ("bid", MADE), ("adjust", {"points": [0, 0]})
    for kind, body in others:
        for after in (0, 1):
            with pytest.raises(DuplicateUid):
                append(match, kind, "one", body, after)
    assert len(stored(match)) == 1
    other = new_match(evening=match.evening)
    with pytest.raises(DuplicateUid):
        append(other, "deal", "one", MADE, 0)
    assert read(other).version == 0


def test_who_does_not_know_the_newest_state_is_told_the_news():
    match = new_match()
    say(match, "deal", MADE, "one")
    say(match, "deal", LOST, "two")
    for after in (-1, 0, 1, 3, 50):
        with pytest.raises(StaleVersion) as stale:
            append(match, "deal", "three", BOOM, after)
        assert stale.value.version == 2
        assert [said.uid for said in stale.value.records] == ["one", "two"][max(after, 0) :]
    assert read(match).version == 2


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    inner: list[Any] = []
    for _ in range(depth):
        inner = [inner]
    return inner


REFUSED: tuple[tuple[str, Any, list[tuple[str, str]]], ...] = (
    ("deal", {}, [("contract", "missing")]),
    ("deal", MADE | {"tricks": 14}, [("tricks", "number_range")]),
    ("deal", MADE | {"trix": 1}, [("trix", "unknown_key")]),
    ("deal", [], [("entry", "not_an_entry")]),
    ("deal", None, [("entry", "not_an_entry")]),
    ("deal", {"contract": "\ud800"}, [("entry", "not_an_entry")]),
    ("deal", {"contract": float("nan")}, [("entry", "not_an_entry")]),
    ("deal", {"contract": {1, 2}}, [("entry", "not_an_entry")]),
    ("deal", {"contract": "x" * 19_985}, [("contract", "not_offered")]),  # 20,000 characters as JSON
    ("deal", {"contract": "x" * 19_986}, [("entry", "too_long")]),
    ("deal", {"contract": json.loads("[" * 900 + "]" * 900)}, [("contract", "not_offered")]),
    ("deal", {"contract": nested(100_000)}, [("entry", "not_an_entry")]),
    ("deal", {"contract": 10**400}, [("contract", "not_offered")]),
    ("deal", {"contract": 10**5000}, [("entry", "not_an_entry")]),
    ("dael", MADE, [("kind", "no_such_kind")]),
    (["deal"], MADE, [("kind", "no_such_kind")]),
    ("bid", {"contract": 6}, [("contract", "not_offered")]),
    ("bid", {"declarer": 4, "x": 1}, [("x", "unknown_key"), ("declarer", "no_such_seat")]),
    ("amend", {"of": "one"}, [("entry", "missing")]),
    ("amend", {"of": "none", "entry": MADE}, [("of", "no_such_saying")]),
    ("amend", {"of": ["one"], "entry": MADE}, [("of", "no_such_saying")]),
    ("amend", {"of": "ruling", "entry": MADE}, [("of", "no_such_saying")]),
    ("amend", {"of": "struck", "entry": MADE}, [("of", "struck_already")]),
    ("amend", {"of": "one", "entry": MADE | {"tricks": -1}}, [("tricks", "number_range")]),
    ("amend", {"of": "one", "entry": 7}, [("entry", "not_an_entry")]),
    ("amend", {"of": "one", "entry": MADE, "why": "x"}, [("why", "unknown_key")]),
    ("strike", {}, [("of", "missing")]),
    ("strike", {"of": "none"}, [("of", "no_such_saying")]),
    ("strike", {"of": {}}, [("of", "no_such_saying")]),
    ("strike", {"of": "struck"}, [("of", "struck_already")]),
    ("strike", {"of": "strike"}, [("of", "no_such_saying")]),
    ("restore", {"of": "one"}, [("of", "in_force")]),
    ("restore", {"of": "none"}, [("of", "no_such_saying")]),
    ("adjust", {}, [("points", "missing")]),
    ("adjust", {"points": [1]}, [("points", "list_length")]),
    ("adjust", {"points": {"0": 1}}, [("points", "list_length")]),
    ("adjust", {"points": [1, True]}, [("points", "points_range")]),
    ("adjust", {"points": [1, 1.0]}, [("points", "points_range")]),
    ("adjust", {"points": [10**9, 0], "note": 7}, [("points", "points_range"), ("note", "not_text")]),
    ("adjust", {"points": [0, 0], "note": "x" * 501}, [("note", "not_text")]),
    ("adjust", {"points": [0, 0], "note": None}, [("note", "not_text")]),
    ("result", {}, [("winner", "missing"), ("totals", "missing")]),
    ("result", {"winner": 2, "totals": [7]}, [("winner", "no_such_seat"), ("totals", "list_length")]),
    ("result", {"winner": True, "totals": [7, "5"]}, [("winner", "no_such_seat"), ("totals", "points_range")]),
    ("result", {"winner": 0, "totals": [7, 5], "note": ""}, [("note", "unknown_key")]),
    ("result", {"winner": 0, "totals": [7, 5]}, [("match", "begun")]),
    ("rules", {}, [("rules", "missing")]),
    ("rules", {"rules": [1]}, [("rules", "not_an_entry")]),
    ("rules", {"rules": {"none": 1}}, [("rules.none", "unknown_rule")]),
    ("rules", {"rules": {"auction": 1}}, [("rules.auction", "rule_value")]),
    ("seat", {}, [("seat", "missing"), ("player", "missing")]),
    ("seat", {"seat": 4, "player": ""}, [("seat", "no_such_seat"), ("player", "missing")]),
    ("seat", {"seat": True, "player": "x" * 61}, [("seat", "no_such_seat"), ("player", "not_text")]),
    ("seat", {"seat": 1, "player": "Eve", "player_uid": "nobody"}, [("player_uid", "no_such_player")]),
    ("seat", {"seat": 1, "player": "Eve", "player_uid": []}, [("player_uid", "not_text")]),
    ("seat", {"dealer": "1"}, [("dealer", "no_such_seat")]),
    ("seat", {"dealer": 1, "seat": 1}, [("seat", "unknown_key")]),
    ("close", {"why": "late"}, [("why", "unknown_key")]),
    ("reopen", {}, [("match", "not_closed")]),
    ("agree", {}, [("of", "missing"), ("seat", "missing")]),
    ("agree", {"of": "none", "seat": 4}, [("seat", "no_such_seat"), ("of", "no_such_saying")]),
    ("agree", {"of": ["one"], "seat": True}, [("seat", "no_such_seat"), ("of", "no_such_saying")]),
    ("agree", {"of": "one", "seat": 1, "note": "yes"}, [("note", "unknown_key")]),
    ("agree", {"of": "struck", "seat": 1}, [("of", "line_changed")]),
    ("dispute", {"of": "strike", "seat": 1}, [("of", "no_such_saying")]),
    ("dispute", {"of": "one", "seat": 1, "note": "x" * 121}, [("note", "not_text")]),
    ("dispute", {"of": "one", "seat": 1, "note": None}, [("note", "not_text")]),
)


def test_what_breaks_a_rule_is_refused_with_all_its_problems():
    match = new_match()
    for name, before in (("one", MADE), ("struck", LOST)):
        say(match, "deal", before, name)
    say(match, "strike", {"of": "struck"}, "strike")
    say(match, "adjust", {"points": [0, 1]}, "ruling")
    found = []
    for kind, body, _ in REFUSED:
        with pytest.raises(Refused) as refused:
            append(match, kind, "new", body, 4)
        found.append((kind, body, codes(refused)))
        assert read(match).version == len(stored(match)) == 4, (kind, body)
    assert found == [*REFUSED]


def test_a_uid_is_short_and_plain():
    match = new_match()
    for name in ("", "x" * 65, "a b", "ä", "a\n", 7, None):
        with pytest.raises(Refused) as refused:
            append(match, "deal", name, MADE, 0)
        assert codes(refused) == [("uid", "not_a_uid")]


def test_every_problem_found_here_has_its_words():
    said = {code for _, _, problems in REFUSED for _, code in problems} | {"over", "match_closed", "closed_already"}
    assert said - set(COMMON) <= set(SENTENCES)
    assert not set(COMMON) & set(SENTENCES)


OVER = (("deal", MADE, "over"), ("bid", {"contract": 7}, "over"), ("close", {}, "over"))
CLOSED = (("deal", MADE, "match_closed"), ("bid", {}, "match_closed"), ("close", {}, "closed_already"))


@pytest.mark.parametrize(
    ("last", "status", "refusals"), [(("deal", BOOM), "over", OVER), (("close", {}), "closed", CLOSED)]
)
def test_nothing_is_dealt_in_a_match_that_is_over_or_closed_until_it_goes_on(last, status, refusals):
    match = new_match(length="points", length_value=5)
    assert say(match, *last, "last").state.status == status
    for kind, body, code in refusals:
        with pytest.raises(Refused) as refused:
            say(match, kind, body)
        assert codes(refused) == [("match", code)]
    again = ("reopen", {}) if status == "closed" else ("strike", {"of": "last"})
    assert say(match, *again).state.status == "play"
    assert totals(say(match, "deal", MADE).state) == (0, 1)


def test_time_up_on_equal_totals_leaves_one_more_deal():
    match = new_match(length="open")
    assert say(match, "close", {}).state.status == "play"
    assert say(match, "deal", MADE).state.status == "over"


def test_a_changed_deal_may_leave_later_ones_for_people_to_decide():
    match = new_match(length="points", length_value=6)
    say(match, "deal", MADE, "one")
    say(match, "deal", BOOM, "two")
    assert read(match).status == "over"
    say(match, "strike", {"of": "two"})
    say(match, "deal", MADE, "three")
    state = say(match, "restore", {"of": "two"}).state
    assert [[found.code for found in line.problems] for line in state.sheet.lines] == [[], [], ["over"]]
    with pytest.raises(Refused) as refused:
        say(match, "amend", {"of": "three", "entry": LOST})
    assert codes(refused) == [("match", "over")]


def reloaded(match):
    db.session.expire_all()
    return find_match(match.uid)


def test_a_match_that_is_over_keeps_when_it_ended():
    match = new_match(length="points", length_value=5)
    receipt = say(match, "deal", BOOM)
    assert match.ended_at == reloaded(match).ended_at == receipt.at
    say(match, "adjust", {"points": [0, 1]})
    assert reloaded(match).ended_at == receipt.at


def test_a_match_is_refused_when_it_cannot_be_played():
    evening = new_evening()
    four = evening.circle.players
    for game, players, rules, dealer, problem in (
        ("bridge", four, {}, 0, ("game", "no_such_game")),
        ("boomke_wies", four[:3], {}, 0, ("players", "players_number")),
        ("boomke_wies", [*four[:3], four[0]], {}, 0, ("players", "twice")),
        ("boomke_wies", four, {"auction": 1}, 0, ("rules.auction", "rule_value")),
        ("boomke_wies", four, {}, 4, ("first_dealer", "no_such_seat")),
    ):
        with pytest.raises(Refused) as refused, write_transaction():
            start_match(evening, game, players, rules, dealer)
        assert codes(refused) == [problem]


def test_a_match_keeps_the_names_and_rules_of_the_day():
    match = new_match(length="points", length_value=12)
    with write_transaction():
        match.seats[0].player.name = "Anna"
    assert reloaded(match).players == ("Ann", "Bob", "Cem", "Dee")
    assert match.rules["length_value"] == 12
    assert match.rules["auction"] is True


def test_several_sayings_can_be_one_unit_of_work():
    evening = new_evening()
    with write_transaction():
        match = new_match(evening=evening)
        for name in ("one", "two"):
            say(match, "deal", MADE, name)
    state_cache.clear()
    assert totals(read(match)) == (0, 2)
    with pytest.raises(Refused), write_transaction():
        say(match, "deal", MADE, "three")
        say(match, "deal", {}, "four")
    assert totals(read(match)) == (0, 2)
    assert totals(say(match, "deal", MADE, "three").state) == (0, 3)


def test_nothing_is_written_outside_a_unit_of_work():
    evening = new_evening()
    evening.note = "rain"
    with pytest.raises(RuntimeError):
        db.session.flush()
    db.session.rollback()
    assert evening.note == ""


def test_what_was_read_before_is_read_anew_in_a_unit_of_work(store):
    evening = new_evening()
    with store.app_context():
        from models.tables import Evening

        with write_transaction() as session:
            session.get(Evening, evening.id).note = "rain"
    assert evening.note == ""
    with write_transaction():
        assert evening.note == "rain"
