"""The past in memory: carried on as if it were read anew, and only when something was written."""

from __future__ import annotations

import os
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import select, text

from models.base import db
from models.log.errors import Refused
from models.log.read import read as read_match
from models.matches import start_match
from models.people import merge_players, merges_by_player, unmerge_players
from models.review.past import up_to_date as module
from models.review.past.read import past_of, read
from models.review.past.up_to_date import up_to_date
from models.review.people import People
from models.review.ratings import circle as ratings
from models.review.ratings import replay
from models.review.stored.count_cache import days_of
from models.review.tables import DealFact
from models.tables import Evening, Match, Player
from models.transaction import data_version, write_connection, write_transaction
from tests.models.tables import BOOM, LOST, MADE, new_circle, new_evening, new_match, say

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.databases]

HISTORIES = int(os.environ.get("TALLYSTICK_REVIEWED", "8")) // 4
STEPS = 25
INDEXES = ("matches", "by_id", "by_game", "by_person", "by_evening")


def play_to_the_end(rng, circle):
    evening = db.session.get_one(Evening, rng.choice(evenings(circle)))
    with write_transaction():
        people = [one for one in circle.players if one.merged_into_id is None]
        match = start_match(evening, "boomke_wies", rng.sample(people, 4), {"length": "points", "length_value": 5})
    for _ in range(rng.randrange(3)):
        say(match, "deal", rng.choice((MADE, LOST)))
    if rng.random() < 0.8 and read_match(match).status == "play":
        say(match, "deal", BOOM)


def change_a_match(rng, circle):
    here = select(Match.id).where(Match.evening_id.in_(evenings(circle)))
    match = db.session.get_one(Match, rng.choice(db.session.scalars(here).all() or [0])) if find(here) else None
    deals = [one for one in read_match(match).records if one.kind == "deal"] if match else []
    if deals:
        kind, entry = rng.choice((("amend", {"entry": rng.choice((MADE, LOST, BOOM))}), ("strike", {})))
        try:
            say(match, kind, {"of": rng.choice(deals).uid} | entry)
        except Refused:
            return


def facts(circle, game, quarter):
    """The facts of a quarter of a game."""
    here = DealFact.circle_id == circle.id, DealFact.game == game
    days = DealFact.day.between(*days_of(quarter))
    return db.session.execute(
        select(DealFact.__table__).where(*here, days).order_by(*DealFact.__table__.primary_key)
    ).all()


def find(query):
    return db.session.scalar(query.limit(1))


def evenings(circle):
    return db.session.scalars(select(Evening.id).where(Evening.circle_id == circle.id).order_by(Evening.id)).all()


def change_an_evening(rng, circle):
    evening = db.session.get_one(Evening, rng.choice(evenings(circle)))
    with write_transaction():
        if rng.random() < 0.5:
            evening.hidden = not evening.hidden
        else:
            evening.date -= timedelta(days=rng.choice((1, 400)))


def change_a_person(rng, circle):
    with write_transaction():
        person = rng.choice(circle.players)
        change = rng.randrange(3)
        if change == 0:
            person.name = f"{person.name}’"
        elif change == 1:
            person.unranked = not person.unranked
        else:
            circle.players.append(Player(name=f"New {len(circle.players)}"))


def merge_or_not(rng, circle):
    merges = [merge for found in merges_by_player(circle.players).values() for merge in found]
    if merges:
        unmerge_players(rng.choice(merges))
    elif rng.random() < 0.3 and len(circle.players) > 5:
        merge_players(circle.players[-1], circle.players[0])


CHANGES = (play_to_the_end,) * 4 + (change_a_match, change_a_match, change_an_evening, change_a_person, merge_or_not)


@pytest.mark.parametrize("seed", range(HISTORIES))
def test_it_is_what_would_be_read_anew(seed, monkeypatch):
    monkeypatch.setattr(replay, "OWN_BETA_FROM", 3)
    rng, circle = Random(seed), new_circle()
    for _ in range(3):
        new_evening(circle)
    known, before = None, {}
    for _ in range(STEPS):
        rng.choice(CHANGES)(rng, circle)
        db.session.expire_all()
        past = up_to_date(circle.id).past
        anew = read(circle.id, People(circle.id), 0, circle.uid).past
        for index in INDEXES:
            assert getattr(past, index) == getattr(anew, index), index
        assert past.people == anew.people
        assert {chapter: past.chapters[chapter] >= stamp for chapter, stamp in anew.chapters.items()} == dict.fromkeys(
            anew.chapters, True
        )
        now = {chapter: (stamp, facts(circle, *chapter)) for chapter, stamp in past.chapters.items()}
        assert {chapter for chapter in now.keys() & before if now[chapter] != before[chapter]} == {
            chapter for chapter in now.keys() & before if now[chapter][0] != before[chapter][0]
        }
        before = now
        known = ratings.rate(past, None, known)
        fresh = ratings.rate(anew, None)
        assert list(known.steps.items()) == list(fresh.steps.items())
        assert (known.ratings, known.places, known.beta) == (fresh.ratings, fresh.places, fresh.beta)
        assert known.partners == fresh.partners
    assert past_of(circle.id) is past


def test_it_looks_again_only_when_something_was_written(monkeypatch):
    looked, real = [], module.catch_up
    monkeypatch.setattr(module, "catch_up", lambda circle: looked.append(circle) or real(circle))
    match = new_match(length="points", length_value=5)
    circle = match.evening.circle_id
    say(match, "deal", BOOM)
    for _ in range(3):  # the first writes, and another connection may be given back to the session
        up_to_date(circle)
    before = len(looked)
    found = [up_to_date(circle) for _ in range(3)]
    assert len({id(one.past) for one in found}) == 1
    if db.engine.dialect.name == "sqlite":  # of PostgreSQL other databases change the mark too
        assert len(looked) == before
    other = new_match(evening=match.evening, length="points", length_value=5)
    say(other, "deal", BOOM)
    assert len(up_to_date(circle).past.matches) == 2
    assert len(looked) > before


def test_a_mark_changes_with_every_commit_of_this_and_of_another_connection():
    circle = new_match().evening.circle_id
    rename = text("UPDATE circles SET name = name || 'x' WHERE id = :id")
    marks = []
    with db.engine.connect() as watching:
        for write in (None, write_transaction, write_connection, None):
            if write:
                with write() as connection:
                    connection.execute(rename, {"id": circle})
            marks.append(data_version(watching))
            watching.rollback()
    assert len(set(marks)) == 3
    assert marks[2] == marks[3]
    own = []
    for _ in range(2):
        own.append(data_version(db.session.connection()))
        with write_transaction() as session:
            session.execute(rename, {"id": circle})
    assert own[0] != own[1]
