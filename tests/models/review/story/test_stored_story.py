"""The story of a golden evening: its codes and values worked out by hand, kept until something of it changes."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from sqlalchemy import func, select, update

from models.base import db
from models.log.read import read
from models.matches import find_match
from models.review.past.read import past_of
from models.review.stored.catch_up import catch_up
from models.review.stored.win_chances import work_out_chances
from models.review.story import store
from models.review_tables import Story
from models.tables import Evening, Match, Player
from models.transaction import write_transaction
from tests.support.records import say
from tests.support.review_evenings import one_deal, two_matches


def told(wide=True, evening=None):
    """The story of an evening, of the newest one by default, as a page would have it told."""
    evening = evening or db.session.scalars(select(Evening).order_by(Evening.date.desc(), Evening.id.desc())).first()
    catch_up(evening.circle_id)
    work_out_chances(evening.circle_id)
    return store.stored_story(evening, past_of(evening.circle_id), wide)


def ids():
    """The ids of people by name."""
    return dict(db.session.execute(select(Player.name, Player.id)).all())


def by_code(story):
    """The lines of a story by code."""
    return {one["code"]: one for one in story.lines}


@pytest.fixture
def matches(app, client):
    """The uids of the two matches; within the app's context."""
    uids = two_matches(app, client)
    with app.app_context():
        yield uids


def test_the_golden_evening(matches):
    story, who = told(), ids()
    first, *turns, last = story.lines
    pair = sorted((who["Ann"], who["Cem"]))
    assert (first["code"], first["values"]) == ("result_both", {"who": pair, "n": 2, "of": 2})
    assert (last["code"], last["values"]["n"], last["values"]["m"]) == ("frame_first", 4, 2)
    assert len(turns) == 3
    back = by_code(story)["comeback_by"]
    assert back["match"] == matches[1]
    assert back["values"]["by"] == [who["Ann"]]
    assert back["values"]["kind"] == "boom"
    assert back["values"]["chance"] <= 20
    assert sorted(back["values"]["who"]) == pair
    assert by_code(story)["rare_made"]["values"]["who"] == [who["Ann"]]
    assert by_code(story)["to_nothing"]["values"]["score"] == [5, 0]


def test_lines_lead_to_the_deals_that_they_tell_of(matches):
    deal = by_code(told())["comeback_by"]["deal"]
    assert deal == read(find_match(matches[1])).records[1].uid


def test_a_story_is_kept_and_told_again_only_when_something_changes(app, matches, monkeypatch):
    before = told()
    tellings = []
    real = store.compose_story
    monkeypatch.setattr(store, "compose_story", lambda *args: tellings.append(1) or real(*args))
    assert told() == before
    assert tellings == []
    assert db.session.scalar(select(func.count()).select_from(Story)) == 1
    with write_transaction() as session:
        session.execute(update(Evening).values(place="The Plough"))
    db.session.expire_all()
    told()
    assert tellings == [1]
    monkeypatch.setattr(store, "EDITION", 99)
    told()
    assert tellings == [1, 1]


def test_nothing_is_told_of_who_stays_out(matches):
    told()
    who = ids()
    with write_transaction() as session:
        session.execute(update(Player).where(Player.name == "Ann").values(unranked=True))
    db.session.expire_all()
    story = told()
    assert who["Ann"] not in [name for one in story.lines for name in one["about"]]
    said = [one["values"].get(key, []) for one in story.lines for key in ("who", "whom", "by", "people")]
    assert who["Ann"] not in [name for names in said for name in names]
    assert story.lines[0]["values"]["who"] == [who["Cem"]]


def test_where_everybody_stays_out_only_the_numbers_are_told(matches):
    with write_transaction() as session:
        session.execute(update(Player).values(unranked=True))
    db.session.expire_all()
    story = told()
    assert story.lines[0]["code"] == "result_played"
    assert all(one["about"] == [] for one in story.lines)


def test_who_may_see_one_evening_only_is_told_nothing_that_compares(app, client, matches):
    with write_transaction() as session:
        session.execute(update(Evening).values(date=date(2026, 11, 1) - timedelta(days=90)))
    say_all(app, client)
    wide, narrow = told(), told(wide=False)
    assert "frame_back" in by_code(wide)
    assert "frame_back" not in by_code(narrow)
    assert narrow.records == []
    assert {one["code"] for one in narrow.lines} <= {
        "result_beat", "to_nothing", "rare_made", "frame", "frame_length", "kept_bids",
    }  # fmt: skip


def say_all(app, client):
    """Another evening of the circle: one match, won by a Boom of Bob."""
    with write_transaction() as session:
        session.execute(update(Evening).values(closed_at=Evening.created_at))
    return one_deal(app, client, 1)


def test_an_evening_where_nothing_is_over_has_no_story(app, client, matches):
    for uid in matches:
        say(app, uid, "strike", of=last_deal(uid))
    db.session.rollback()
    assert db.session.scalars(select(Match.state)).all() == ["play", "play"]
    assert told() is None


def last_deal(uid):
    """The uid of the last deal of a match."""
    return read(find_match(uid)).live.deals[-1].uid
