"""Damage of what is stored is noticed: every bit of a match, records that are missing, moved or forged."""

from __future__ import annotations

import sqlite3
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update
from sqlalchemy.exc import DatabaseError

from models.base import canonical_json, db
from models.grants import make_grant
from models.log.append import append
from models.log.errors import BrokenChain
from models.log.hash_chain import ENCODER, Opening, Trace, genesis_hash, head_seal, record_hash
from models.log.read import read
from models.log.state import state_cache
from models.matches import find_match
from models.tables import SCORE, Match, Player
from models.transaction import write_transaction
from tests.models.cells import behind, cells_of, flipped, put
from tests.models.tables import BOOM, LOST, MADE, new_evening, new_match, opened, say, totals
from tests.support.statements import statements

TRIES, FILES = 250, 80


def told_match() -> Match:
    """A match that is over, with a record of every kind, by a grant and a device."""
    evening = new_evening()
    match = new_match(evening=evening, length="points", length_value=9)
    with write_transaction():
        grant, _ = make_grant(evening, SCORE)
    append(match, "deal", "one", MADE, 0, grant=grant, device="kitchen", made_at=grant.created_at)
    for kind, name, body in (
        ("bid", "two", {"contract": 8, "declarer": 0}),
        ("deal", "three", LOST),
        ("amend", "four", {"of": "three", "entry": MADE | {"tricks": 11}}),
        ("strike", "five", {"of": "one"}),
        ("restore", "six", {"of": "one"}),
        ("agree", "six-agrees", {"of": "one", "seat": 0}),
        ("dispute", "six-disputes", {"of": "four", "seat": 1, "note": "nie, acht"}),
        ("adjust", "seven", {"points": [0, -1], "note": "بوم"}),
        ("seat", "eight", {"seat": 2, "player": "Zoë"}),
        ("rules", "nine", {"rules": {"low_bid_failed": "nine_only"}}),
        ("close", "ten", {}),
        ("reopen", "eleven", {}),
        ("deal", "twelve", BOOM),
        ("deal", "thirteen", BOOM),
    ):
        say(match, kind, body, name)
    assert read(match).status == "over"
    return match


def is_noticed(uid: str, truth: Any = None) -> bool:
    """Whether a reader who remembers nothing is told of damage, by the match's name, or finds no such match."""
    state_cache.clear()
    db.session.rollback()
    try:
        match = find_match(uid)
        if match is None:
            return True
        state = read(match)
    except BrokenChain as damage:
        assert damage.match == uid
        return True
    assert truth is None or state == truth, "a wrong score was shown"
    return False


def test_every_flipped_bit_is_noticed(store):
    match = told_match()
    uid, cells = match.uid, cells_of(match)
    random = Random(1)
    missed = []
    with behind() as connection:
        only_text = not isinstance(connection, sqlite3.Connection)
        for number in range(TRIES):
            cell = cells[number % len(cells)] if number < len(cells) else random.choice(cells)
            new = flipped(random, cell, only_text)
            key = put(connection, cell, new)
            if not is_noticed(uid):
                missed.append((cell, new))
            put(connection, cell, cell.value, key)
    assert missed == []
    assert not is_noticed(uid)


def test_no_flipped_bit_of_the_file_shows_a_wrong_score(store, tmp_path):
    if db.engine.dialect.name != "sqlite":
        return
    match = told_match()
    uid, truth = match.uid, read(match)
    db.session.remove()
    with behind() as connection:
        connection.execute("VACUUM INTO ?", (str(tmp_path / "whole.sqlite"),))
    whole = (tmp_path / "whole.sqlite").read_bytes()
    written = [place for place, byte in enumerate(whole) if byte]
    seen: Counter[str] = Counter()
    random = Random(2)
    for number in range(FILES):
        path = tmp_path / f"{number}.sqlite"
        raw = bytearray(whole)
        raw[random.choice(written)] ^= 1 << random.randrange(8)
        path.write_bytes(raw)
        with opened(f"sqlite:///{path}"):
            try:
                seen["noticed" if is_noticed(uid, truth) else "harmless"] += 1
            except DatabaseError:
                seen["unreadable"] += 1
    assert seen["noticed"] > FILES // 10


DAMAGE = {
    "the last record is missing": "DELETE FROM records WHERE seq = 13",
    "the last two are missing": "DELETE FROM records WHERE seq > 11",
    "one in the middle is missing": "DELETE FROM records WHERE seq = 7",
    "two changed places": "UPDATE records SET seq = seq + 99 WHERE seq = 3;"
    "UPDATE records SET seq = 3 WHERE seq = 4; UPDATE records SET seq = 4 WHERE seq = 102",
    "a device was added": "UPDATE records SET device = 'x' WHERE seq = 2",
    "an older end": "UPDATE matches SET last_seq = 12, last_hash = (SELECT hash FROM records WHERE seq = 12)",
    "it goes on": "UPDATE matches SET state = 'play', ended_at = NULL",
    "the seats are empty": "DELETE FROM match_seats",
    "somebody else sat there": "UPDATE match_seats SET player_id = (SELECT max(id) FROM players) WHERE seat = 0",
    "the match is gone": "DELETE FROM matches",
    "a record is forged": "INSERT INTO records (match_id, seq, uid, kind, body, at, previous, hash)"
    """ SELECT match_id, 16, 'new', 'adjust', '{"points":[99,0]}', at, hash, hash FROM records WHERE seq = 13;"""
    "UPDATE matches SET last_seq = 14",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_noticed(store, statement):
    match = told_match()
    with behind() as connection:
        for part in statement.split(";"):
            connection.execute(part)
    assert is_noticed(match.uid)


def test_a_match_without_records_is_checked_too(store):
    match = new_match()
    assert not is_noticed(match.uid)
    with behind() as connection:
        connection.execute("UPDATE matches SET first_dealer = 1")
    assert is_noticed(match.uid)


def test_a_record_is_verified_from_the_last_verified_one_on(store):
    """However long the log is, a new record reads only rows that somebody else wrote behind the known ones."""
    match = new_match()
    for name, body in (("one", MADE), ("two", LOST), ("three", MADE)):
        say(match, "deal", body, name)
    known = read(match)
    with statements(store) as own:
        say(match, "deal", LOST, "four")
    state_cache.put(match.uid, known)
    with statements(store) as behind_another:
        say(match, "deal", MADE, "five")
    assert [text for text in own if "records.seq >" in text] == []
    (rows,) = [text for text in behind_another if "FROM records" in text and "records.uid" in text]
    assert "3" in rows.partition("ORDER BY")[2]
    assert read(match).version == 5


def test_a_record_on_top_of_a_changed_one_counts_with_what_was_verified(store):
    """Who had verified the log goes on with what was right; everybody else refuses the match."""
    match = new_match()
    for name, body in (("one", MADE), ("two", LOST)):
        say(match, "deal", body, name)
    unspoiled = new_match()
    for name, body in (("three", MADE), ("four", LOST), ("five", MADE)):
        say(unspoiled, "deal", body, name)
    with behind() as connection:
        connection.execute(f"UPDATE records SET body = '{canonical_json(BOOM)}' WHERE uid = 'one'")
    assert totals(say(match, "deal", MADE, "six").state) == totals(read(unspoiled))
    state_cache.clear()
    with pytest.raises(BrokenChain, match="record 1"):
        read(match)
    with pytest.raises(BrokenChain, match="record 1"):
        say(match, "deal", MADE, "seven")


def test_renaming_or_merging_people_breaks_no_chain(store):
    match = told_match()
    with write_transaction() as session:
        session.execute(update(Player).values(name="Somebody", retired=True))
    assert not is_noticed(match.uid)


OPENING = Opening("m1", "boomke_wies", 1, "{}", 0, 1_700_000_000_000, (("p1", "Ann"), ("p2", "Zoë")))


def test_what_is_no_number_is_not_taken_for_nothing():
    """JSON without such numbers has null in their place."""
    for trace in ((9e999, None, None), (None, -9e999, None), (None, None, float("nan"))):
        with pytest.raises(TypeError):
            record_hash("", 1, "one", "deal", "{}", Trace(*trace, 0))


@given(st.lists(st.text() | st.integers() | st.none()))
def test_hashes_are_taken_of_canonical_json(values):
    assert ENCODER.encode(values) == canonical_json(values).encode()


def test_the_hashes_are_what_they_always_were():
    first = genesis_hash(OPENING)
    body = canonical_json({"tricks": 9, "contract": 8})
    second = record_hash(first, 1, "one", "deal", body, Trace(None, "d", None, 1_700_000_000_001))
    assert body == '{"contract":8,"tricks":9}'
    assert [first[:16], second[:16], head_seal(first, 1, second, "play", None)[:16]] == [
        "4ece7f18800d5dcd",
        "70ba3bce4c1239bc",
        "f8e2d1019710b970",
    ]
