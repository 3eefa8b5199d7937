"""Results: written with the record that ends a match, gone when it goes on, the same when they are rebuilt."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import delete, select

from models.base import db
from models.log.read import read
from models.log.results import player_results
from models.log.state import state_cache
from models.people import MergeConflict, merge_players, unmerge_players
from models.review.upkeep import all_matches, rebuild
from models.tables import Player, Result
from models.transaction import write_transaction
from scoring.games import games
from tests.models.cells import behind
from tests.models.tables import BOOM, LOST, MADE, new_circle, new_evening, new_match, say
from tests.support.random_matches import random_entry

pytestmark = pytest.mark.usefixtures("store")


def results(match=None):
    """The results of a match, or all, as plain tuples by seat."""
    db.session.expire_all()
    found = select(Result).order_by(Result.match_id, Result.seat, Result.turn)
    rows = db.session.scalars(found if match is None else found.where(Result.match_id == match.id)).all()
    return [(r.name, r.player_id, r.side, r.place, r.total, r.won, r.deals) for r in rows]


def ids(match):
    return [seat.player_id for seat in match.seats]


def short_match(**rules):
    return new_match(length="points", length_value=5, **rules)


def test_a_match_that_ends_has_a_result_for_everybody():
    match = short_match()
    say(match, "deal", LOST)
    assert results() == []
    say(match, "deal", BOOM, "last")
    ann, bob, cem, dee = ids(match)
    before = results(match)
    assert before == [
        ("Ann", ann, 0, 2, -1, False, 2),
        ("Bob", bob, 1, 1, 6, True, 2),
        ("Cem", cem, 0, 2, -1, False, 2),
        ("Dee", dee, 1, 1, 6, True, 2),
    ]
    say(match, "strike", {"of": "last"})
    assert results() == []
    say(match, "restore", {"of": "last"})
    assert results() == before
    say(match, "adjust", {"points": [-3, 2]})
    assert [row[4] for row in results()] == [-4, 8, -4, 8]
    given_up = short_match()
    say(given_up, "deal", MADE)
    say(given_up, "close", {})
    assert results(given_up) == []


def test_a_match_of_which_only_the_result_was_written_down_is_won_and_lost_like_any_other():
    match = new_match("knockout_whist")
    say(match, "result", {"winner": 2})
    assert [(name, place, won, deals) for name, _, _, place, _, won, deals in results(match)] == [
        ("Ann", 2, False, 0),
        ("Bob", 2, False, 0),
        ("Cem", 1, True, 0),
        ("Dee", 2, False, 0),
    ]
    match = short_match()
    say(match, "result", {"winner": 0, "totals": [5, -2]}, "the-result")
    assert [(total, won) for _, _, _, _, total, won, _ in results(match)] == [(5, True), (-2, False)] * 2
    say(match, "strike", {"of": "the-result"})
    assert results(match) == []


def test_who_gave_up_a_seat_keeps_what_they_did():
    match = short_match()
    circle = match.evening.circle
    with write_transaction():
        circle.players.append(Player(name="Eve"))
    eve = circle.players[-1]
    say(match, "deal", MADE)
    say(match, "seat", {"seat": 1, "player": "Eve", "player_uid": eve.uid})
    say(match, "deal", MADE)
    say(match, "seat", {"seat": 2, "player": "a guest"})
    say(match, "deal", BOOM)
    ann, bob, cem, dee = ids(match)
    assert results() == [
        ("Ann", ann, 0, 2, 0, False, 3),
        ("Bob", bob, 1, None, 7, False, 1),
        ("Eve", eve.id, 1, 1, 7, True, 2),
        ("Cem", cem, 0, None, 0, False, 2),
        ("a guest", None, 0, 2, 0, False, 1),
        ("Dee", dee, 1, 1, 7, True, 3),
    ]


def test_results_can_be_rebuilt_at_will():
    evening = new_evening()
    for key in sorted(games()):
        rules = {"length": "points", "length_value": 5} if key == "boomke_wies" else {}
        play_out(new_match(key, evening, **rules), Random(key))
    before = results()
    assert {row[3] for row in before} >= {1, 2}
    with write_transaction() as session:
        session.execute(delete(Result))
    assert list(rebuild(all_matches())) == [[]]
    assert results() == before


def play_out(match, random):
    """Deals until the match is over."""
    for _ in range(200):
        state = read(match)
        if state.status != "play":
            break
        entry = random_entry(random, state.game, state.sheet.standing)
        say(match, "deal", entry)
    assert match.state == "over"


def test_a_damaged_match_is_named_and_the_others_are_rebuilt():
    evening = new_evening()
    damaged, sound = (new_match(evening=evening, length="points", length_value=5) for _ in range(2))
    for match in (damaged, sound):
        say(match, "deal", BOOM)
    before = results()
    db.session.rollback()
    with behind() as connection:
        connection.execute("UPDATE results SET total = 99")
        connection.execute(f"UPDATE records SET body = '{{}}' WHERE match_id = {damaged.id}")
    state_cache.clear()
    db.session.rollback()
    assert list(rebuild(all_matches())) == [[damaged.uid]]
    assert results(sound) == before[4:]


def test_two_players_can_turn_out_to_be_one():
    circle = new_circle()
    evening = new_evening(circle)
    match = new_match(evening=evening, length="points", length_value=5)
    say(match, "deal", BOOM, "one")
    with write_transaction():
        anna = Player(name="Anna", circle=circle)
        other = Player(name="An", circle=circle)
        db.session.add_all([anna, other])
    ann, before = circle.players[0], results()
    merge_players(ann, other)
    merge_players(other, anna)
    assert (ann.merged_into_id, ann.retired, other.merged_into_id) == (anna.id, True, anna.id)
    assert results() == before  # they name who sat there; who that is today is looked up
    assert list(rebuild(all_matches())) == [[]]
    assert results() == before
    say(match, "strike", {"of": "one"})
    say(match, "restore", {"of": "one"})
    assert results() == before
    for told in range(2):  # under today's name, also where the stored rows were changed by hand and are made anew
        assert [result.name for result in player_results([match.id])[match.id]] == ["Anna", "Bob", "Cem", "Dee"], told
        db.session.rollback()
        with behind() as connection:
            connection.execute("UPDATE results SET total = 99")


def test_what_was_merged_can_be_taken_apart_last_first():
    """An is Ann, Ann is Anna: when the second is undone An is Ann still."""
    circle = new_circle()
    with write_transaction() as session:
        an, anna = Player(name="An", circle=circle, retired=True), Player(name="Anna", circle=circle)
        session.add_all([an, anna])
    ann = circle.players[0]
    first, second = merge_players(an, ann), merge_players(ann, anna)
    assert (an.merged_into_id, ann.merged_into_id) == (anna.id, anna.id)
    with pytest.raises(MergeConflict):
        unmerge_players(first)
    unmerge_players(second)
    db.session.expire_all()
    assert (an.merged_into_id, ann.merged_into_id, ann.retired) == (ann.id, None, False)
    with pytest.raises(MergeConflict):
        unmerge_players(second)
    unmerge_players(first)
    db.session.expire_all()
    assert (an.merged_into_id, an.retired) == (None, True)


def test_only_players_of_one_circle_are_merged():
    one, other = new_circle(), new_circle()
    ann, bob, cem = one.players[:3]
    merge_players(ann, bob)
    for who, into in ((cem, cem), (cem, other.players[0])):
        with pytest.raises(ValueError, match="merged"):
            merge_players(who, into)
    for who, into in ((cem, ann), (ann, cem)):
        with pytest.raises(MergeConflict):
            merge_players(who, into)
