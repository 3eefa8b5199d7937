"""Rows of review: written with the record that ends a match, caught up otherwise, the same when they are rebuilt."""

from __future__ import annotations

import os
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import delete, select, update

from models.base import db
from models.log.read import read
from models.log.state import state_cache
from models.review import upkeep
from models.review.tables import DealFact, DealPart, MatchReview, SeatFact
from models.review.upkeep import Progress, all_matches, catch_up, matches_behind, rebuild, recheck
from models.tables import Evening, Match
from models.transaction import write_transaction
from tests.models.cells import behind
from tests.models.tables import BOOM, LOST, MADE, new_evening, new_match, say
from tests.support.circles import random_circle

pytestmark = pytest.mark.usefixtures("store")
NOTHING: list[list[object]] = [[], [], [], []]
HISTORIES = int(os.environ.get("TALLYSTICK_REVIEWED", "4"))


def rows(table, *columns):
    """All rows of a table, or some of their columns, in the order of the primary key."""
    db.session.expire_all()
    key = list(table.__table__.primary_key)
    found = select(*(columns or table.__table__.columns)).order_by(*key)
    return [tuple(row) for row in db.session.execute(found)]


def everything():
    """All rows that follow from the logs."""
    return [rows(MatchReview), rows(SeatFact), rows(DealFact), rows(DealPart)]


def test_the_record_that_ends_a_match_writes_its_facts():
    match = new_match(length="points", length_value=5)
    say(match, "deal", LOST)
    assert everything() == NOTHING
    say(match, "deal", BOOM)
    told = [(1, "bid", False, -2), (2, "boom", True, 5)]
    assert rows(DealFact, DealFact.number, DealFact.kind, DealFact.made, DealFact.gain) == told
    assert rows(MatchReview, MatchReview.circle_id, MatchReview.deals) == [(match.evening.circle_id, 2)]
    say(match, "amend", {"of": read(match).records[0].uid, "entry": MADE})
    assert rows(MatchReview, MatchReview.corrections) == [(1,)]
    say(match, "amend", {"of": read(match).records[1].uid, "entry": MADE})
    assert everything() == NOTHING


def test_a_match_in_play_or_given_up_or_of_a_hidden_evening_has_no_rows():
    evening = new_evening()
    match, other, over = (new_match(evening=evening, length="points", length_value=5) for _ in range(3))
    say(match, "deal", MADE)
    say(other, "deal", MADE)
    say(other, "close", {})
    assert catch_up(evening.circle_id) == Progress(0, [])
    assert everything() == NOTHING
    say(over, "deal", BOOM, "over")
    say(over, "strike", {"of": "over"})
    assert everything() == NOTHING
    say(over, "restore", {"of": "over"})
    assert rows(MatchReview, MatchReview.match_id) == [(over.id,)]
    with write_transaction():
        evening.hidden = True
    catch_up(evening.circle_id)
    say(match, "deal", BOOM)
    assert everything() == NOTHING
    assert matches_behind() == []


def test_so_many_are_caught_up_at_once_where_an_evening_was_moved_or_another_version_wrote_the_rows(monkeypatch):
    evening = new_evening()
    for _ in range(3):
        say(new_match(evening=evening, length="points", length_value=5), "deal", BOOM)
    before = everything()
    day = evening.date - timedelta(days=400)
    with write_transaction():
        evening.date = day
    assert [catch_up(evening.circle_id, most=2).left for _ in range(2)] == [1, 0]
    assert rows(DealFact, DealFact.day) == [(day,)] * 3
    with write_transaction():
        evening.date += timedelta(days=400)
    monkeypatch.setattr(upkeep, "EDITION", 1_000)
    assert [catch_up(evening.circle_id, most=2).left for _ in range(3)] == [1, 0, 0]
    assert everything() == before
    monkeypatch.setattr(upkeep, "EDITION", 1_001)
    assert len(matches_behind(Evening.circle_id == evening.circle_id)) == 3
    assert matches_behind(Evening.circle_id == 0) == []


def test_a_damaged_match_is_named_and_found_by_a_look_at_those_that_were_counted():
    evening = new_evening()
    damaged, sound = (new_match(evening=evening, length="points", length_value=5) for _ in range(2))
    for match in (damaged, sound):
        say(match, "deal", BOOM)
    assert recheck() == []
    before, number = everything(), damaged.id
    db.session.rollback()
    with behind() as connection:
        connection.execute(f"UPDATE records SET body = '{{}}' WHERE match_id = {number}")
    state_cache.clear()
    assert recheck() == [damaged.uid]
    left = [[row for row in table if row[0] != number] for table in before]
    assert everything() == left
    db.session.rollback()
    with behind() as connection:
        connection.execute("UPDATE matches SET reviewed = NULL")
    state_cache.clear()
    db.session.rollback()
    assert [row.uid for row in catch_up(evening.circle_id).damaged] == [damaged.uid]
    assert everything() == left


@pytest.mark.databases
@pytest.mark.parametrize("seed", range(HISTORIES))
def test_what_was_written_on_the_way_is_what_a_rebuild_gives(seed):
    """After any records, also some that take back, amend, end and resume."""
    circle = random_circle(Random(seed), evenings=2, matches=2)
    catch_up(circle.id)
    before = everything()
    assert [damaged for batch in rebuild(all_matches()) for damaged in batch] == []
    assert everything() == before
    with write_transaction() as session:
        for table in (DealPart, DealFact, SeatFact, MatchReview):
            session.execute(delete(table))
        session.execute(update(Match).values(reviewed=None))
    catch_up(circle.id)
    assert everything() == before
