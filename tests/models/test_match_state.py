"""What is remembered only saves work: it is right after others wrote, after a rollback and after a restore."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from models.base import db
from models.log.append import append
from models.log.errors import StaleVersion
from models.log.read import read
from models.log.state import MAX_CACHE_BYTES, MatchState, state_cache, state_size
from models.transaction import write_transaction
from scoring.deals import log_state
from scoring.games import games
from scoring.sheet import replay
from tests.models.cells import behind
from tests.models.tables import LOST, MADE, new_evening, new_match, say, totals, uid
from tests.support.random_matches import random_entry, random_rules
from tests.support.statements import statements

if TYPE_CHECKING:
    from scoring.words import Values


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
    for stale in (before, after):
        state_cache.put(match.uid, stale)
        assert read(match) == after
        state_cache.put(match.uid, stale)
        assert say(match, "adjust", {"points": [0, 0]}).seq == after.version + 1
        after = read(match)


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


@pytest.mark.thorough
def test_carried_on_is_the_same_as_folded_anew_in_every_game(store):
    evening = new_evening()
    for key, game in sorted(games().items()):
        random = Random(key)
        for _ in range(4):
            match = new_match(key, evening, **random_rules(random, game, min(4, game.seats[1])))
            for _ in range(30):
                saying = likely(random, read(match))
                if saying:
                    assert same_as_anew(say(match, *saying).state)
            warm = read(match)
            state_cache.clear()
            assert read(match) == warm


def likely(random: Random, state: MatchState) -> tuple[str, Values] | None:
    """What may be said next at a table; None when nothing is left to say or to take back."""
    chance, undo, redo = random.random(), state.live.undo, state.live.redo
    entry = random_entry(random, state.game, state.sheet.standing) if state.status == "play" else None
    if redo and chance < 0.2:
        return "restore", {"of": redo}
    if undo and (entry is None or chance < 0.2):
        return "strike", {"of": undo}
    if chance < 0.3:
        return "adjust", {"points": [random.randint(-9, 9) for _ in state.table.sides]}
    if chance < 0.4:
        return "seat", {"seat": random.randrange(len(state.seats)), "player": "Eve"}
    return ("deal", entry) if entry else None


def same_as_anew(state: MatchState) -> bool:
    """Whether the state is what its records come to when they are folded all at once."""
    standing = log_state(list(state.records))
    sheet = replay(state.game, state.table, state.rules, standing.deals, standing.pending)
    return state.live == standing and state.sheet == sheet
