"""Rows that were verified are not hashed again, and damage of any of them is noticed before a record is added."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy.exc import DatabaseError

from models.base import db
from models.db.transaction import write_transaction
from models.log.append import append
from models.log.errors import BrokenChain
from models.log.hash_chain import record_hash
from models.log.match_state import state_cache
from models.log.read import read
from models.log.verified_rows import is_sound
from tests.models.cells import behind, cells_of, flipped, put
from tests.models.tables import LOST, MADE, new_match, say, uid

TRIES = 60


def test_damage_behind_what_was_verified_is_noticed_before_a_record_is_added(store):
    random, match = Random(14), new_match()
    for body in (MADE, LOST, MADE):
        say(match, "deal", body)
    version, only_text = read(match).version, db.engine.dialect.name != "sqlite"
    for cell in random.choices(cells_of(match), k=TRIES):
        if cell.table == "matches" and cell.column == "uid":
            continue  # another match, as far as anybody can tell
        assert is_sound(match.id, match.uid)
        assert state_cache.get(match.uid)
        with behind() as connection:
            try:
                key = put(connection, cell, flipped(random, cell, only_text))
            except DatabaseError:
                continue
        db.session.rollback()  # what was read before is read anew
        with pytest.raises(BrokenChain):
            append(match, "deal", uid(), MADE, version)
        with behind() as connection:
            put(connection, cell, cell.value, key)
        db.session.rollback()
        assert read(match).version == version


def test_a_missing_row_is_noticed_too(store):
    match = new_match()
    for body in (MADE, LOST, MADE):
        say(match, "deal", body)
    assert is_sound(match.id, match.uid)
    with behind() as connection:
        connection.execute("DELETE FROM records WHERE seq = 2")
    assert not is_sound(match.id, match.uid)


def test_only_new_rows_are_hashed(store, monkeypatch):
    match, hashed = new_match(), []
    for body in (MADE, LOST, MADE):
        say(match, "deal", body)
    assert is_sound(match.id, match.uid)
    say(match, "deal", MADE)

    def noted(previous, seq, *values):
        hashed.append(seq)
        return record_hash(previous, seq, *values)

    monkeypatch.setattr("models.log.match_state.record_hash", noted)
    assert is_sound(match.id, match.uid)
    assert hashed == [4]


def test_rows_that_were_rolled_back_are_forgotten(store):
    match = new_match()
    say(match, "deal", MADE)
    with pytest.raises(ZeroDivisionError), write_transaction():
        say(match, "deal", LOST)
        _ = 1 // 0
    assert is_sound(match.id, match.uid)
    assert say(match, "deal", MADE).seq == 2
    assert is_sound(match.id, match.uid)
