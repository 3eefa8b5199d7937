"""What is remembered only saves work: it is right after others wrote, after a rollback and after a restore."""

from __future__ import annotations

import pytest

from models.base import db
from models.log.append import append
from models.log.errors import StaleVersion
from models.log.read import batches, read
from models.log.state import MAX_CACHE_BYTES, state_cache, state_size
from models.transaction import write_transaction
from tests.models.cells import behind
from tests.models.tables import LOST, MADE, new_match, say, totals, uid
from tests.support.statements import statements


def test_an_unchanged_match_costs_one_query(store):
    match = new_match()
    for _ in range(5):
        say(match, "deal", MADE)
    with statements(store) as seen:
        read(match)
    assert len(seen) == 1
    assert "records" not in seen[0]


def test_a_record_costs_three_statements(store):
    match = new_match()
    say(match, "deal", MADE)
    with statements(store) as seen:
        append(match, "deal", uid(), MADE, 1)
    assert [text.split()[0] for text in seen if not text.startswith("BEGIN")] == ["SELECT", "INSERT", "UPDATE"]


def test_what_another_process_added_is_seen(store):
    match = new_match()
    say(match, "deal", MADE)
    before = read(match)
    say(match, "deal", MADE, "two")
    say(match, "strike", {"of": "two"})
    say(match, "amend", {"of": before.live.undo, "entry": LOST})
    after = read(match)
    for stale in (before, after, after._replace(hash=before.hash)):
        state_cache.put(match.uid, stale)
        assert read(match) == after
        state_cache.put(match.uid, stale)
        assert say(match, "adjust", {"points": [0, 0]}).seq == after.version + 1
        after = read(match)


def test_logs_are_read_in_batches_of_so_many_matches_and_records(monkeypatch):
    monkeypatch.setattr("models.log.read.BATCH_MATCHES", 3)
    monkeypatch.setattr("models.log.read.BATCH_RECORDS", 10)
    for lengths, expected in (
        ((), []),
        ((1, 1, 1, 1), [[0, 1, 2], [3]]),
        ((5, 5, 1), [[0, 1], [2]]),
        ((11, 4, 6), [[0], [1, 2]]),
        ((9, "x", None, 2), [[0, 1, 2], [3]]),  # damaged lengths count as none
        ((0, 0, 0, 10), [[0, 1, 2], [3]]),
        ((4, "x", 7), [[0, 1], [2]]),
    ):
        assert list(batches(dict(enumerate(lengths)))) == expected


@pytest.mark.parametrize("longer", [False, True])
def test_what_was_rolled_back_is_forgotten(store, longer):
    match = new_match()
    say(match, "deal", MADE)
    with pytest.raises(ZeroDivisionError), write_transaction():
        say(match, "deal", LOST)
        assert read(match).version == 2
        _ = 1 // 0
    assert totals(read(match)) == (0, 1)
    with pytest.raises(ZeroDivisionError), write_transaction():
        say(match, "deal", LOST)
        _ = 1 // 0
    for number in range(2 if longer else 1):
        append(match, "deal", uid(), MADE, 1 + number)
    assert totals(read(match)) == (0, 3 if longer else 2)


def test_a_restored_database_is_believed(store):
    match = new_match()
    for _ in range(3):
        say(match, "deal", MADE)
    older = read(match)
    head = (match.last_seq, match.last_hash, match.seal)
    say(match, "deal", LOST, "gone")
    assert read(match).version == 4
    db.session.rollback()
    with behind() as connection:
        values = "last_seq = {}, last_hash = '{}', seal = '{}'".format(*head)
        connection.execute("DELETE FROM records WHERE uid = 'gone'")
        connection.execute(f"UPDATE matches SET {values}")
    assert read(match) == older
    with pytest.raises(StaleVersion):
        append(match, "deal", "more", MADE, 4)
    assert append(match, "deal", "more", MADE, 3).seq == 4


def test_a_match_that_is_larger_than_the_cache_is_cached_alone(store):
    """Otherwise each record of it would be read from the first one on."""
    state = read(new_match())
    long = state._replace(uid="long", records=(None,) * MAX_CACHE_BYTES)
    state_cache.put(long.uid, long)
    assert state_cache.get("long") is long
    assert state_cache.currsize == state_size(long) == MAX_CACHE_BYTES
    state_cache.put(state.uid, state)
    assert [state_cache.get(uid) is not None for uid in (state.uid, "long")] == [True, False]
