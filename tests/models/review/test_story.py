"""The story of an evening: which things are told, and how long it is kept."""

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
from models.review.story.candidate import Candidate, bits, rarity
from models.review.story.choose import chosen
from models.review_tables import Story
from models.tables import Evening, Match, Player
from models.transaction import write_transaction
from tests.support.records import say
from tests.support.review_evenings import one_deal, two_matches


def thing(code, kind, weight, *about, good=True):
    """A candidate."""
    return Candidate(code, kind, weight, {}, about, good=good)


def codes(*candidates, **more):
    """The codes of those chosen."""
    return [one.code for one in chosen(candidates, **more)]


def test_the_heaviest_come_first():
    assert codes(thing("light", "a", 1, 1), thing("heavy", "b", 3, 2), thing("middle", "c", 2, 3)) == [
        "heavy",
        "middle",
        "light",
    ]


def test_of_a_kind_only_the_heaviest_is_told():
    assert codes(thing("one", "run", 3, 1), thing("other", "run", 2, 2), thing("last", "first", 1, 3)) == [
        "one",
        "last",
    ]


def test_other_people_go_before_more_about_the_same():
    found = codes(thing("a", "a", 9, 1, 2), thing("b", "b", 8, 2), thing("c", "c", 2, 3), thing("d", "d", 1, 4))
    assert found == ["a", "c", "d"]
    assert codes(thing("a", "a", 9, 1), thing("b", "b", 8, 1)) == ["a", "b"]


def test_what_is_about_nobody_goes_before_them_only_when_it_is_heavy():
    twice = [thing("a", "a", 9, 1), thing("b", "b", 1.8, 1)]
    assert codes(*twice, thing("dull", "paper", 1), most=2) == ["a", "b"]
    assert codes(*twice, thing("round", "round", 3), most=2) == ["a", "round"]


def test_nothing_bad_is_told_of_somebody_of_whom_there_is_something_good():
    bad = thing("lost", "rare", 9, 1, good=False)
    assert codes(bad, thing("won", "row", 1, 1)) == ["won"]
    assert codes(bad, thing("won", "row", 1, 2)) == ["lost", "won"]


def test_what_the_first_line_told_is_not_told_again():
    assert codes(thing("a", "evening", 9, 1), thing("b", "b", 1, 2), said={"evening"}) == ["b"]


def test_the_order_does_not_depend_on_that_of_the_makers():
    many = [thing(f"code{n}", f"kind{n % 5}", n % 3, n % 4) for n in range(20)]
    assert codes(*many) == codes(*reversed(many))


def test_what_was_seen_less_often_is_heavier():
    assert bits(0.5) == 1.0
    assert rarity(0, 100, 0.03) > rarity(1, 100, 0.03) > rarity(30, 100, 0.03)
    assert rarity(0, 0, 0.5) == 1.0


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
