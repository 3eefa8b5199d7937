"""The story of an evening: which things are told, and how long it is kept."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import func, select, update

from models.base import db
from models.log.read import read
from models.matches import find_match
from models.review.past.read import past_of
from models.review.story import store
from models.review.story.candidate import Candidate, bits, rarity
from models.review.story.choose import MAKERS, chosen
from models.review.tables import Story
from models.review.upkeep import catch_up
from models.review.win_chances import work_out_chances
from models.tables import REVIEW_ANEW, Evening, Match, Player
from models.transaction import write_transaction
from tests.support.records import say
from tests.support.review_evenings import one_deal, two_matches


def thing(code, kind, weight, *about, good=True):
    """A candidate."""
    return Candidate(code, kind, weight, {}, about, good=good)


def test_the_heaviest_of_each_kind_is_told_and_other_people_go_before_more_about_the_same():
    bad = thing("lost", "rare", 9, 1, good=False)
    twice = [thing("a", "a", 9, 1), thing("b", "b", 1.8, 1)]
    for candidates, more, codes in (
        ([thing("light", "a", 1, 1), thing("heavy", "b", 3, 2), thing("middle", "c", 2, 3)], {}, "heavy middle light"),
        ([thing("one", "run", 3, 1), thing("other", "run", 2, 2), thing("last", "first", 1, 3)], {}, "one last"),
        ([thing("a", "a", 9, 1, 2), thing("b", "b", 8, 2), thing("c", "c", 2, 3), thing("d", "d", 1, 4)], {}, "a c d"),
        ([thing("a", "a", 9, 1), thing("b", "b", 8, 1)], {}, "a b"),
        # what is about nobody goes before them only when it is heavy
        ([*twice, thing("dull", "paper", 1)], {"most": 2}, "a b"),
        ([*twice, thing("round", "round", 3)], {"most": 2}, "a round"),
        # nothing bad is told of somebody of whom there is something good
        ([bad, thing("won", "row", 1, 1)], {}, "won"),
        ([bad, thing("won", "row", 1, 2)], {}, "lost won"),
        # what the first line told is not told again
        ([thing("a", "evening", 9, 1), thing("b", "b", 1, 2)], {"said": {"evening"}}, "b"),
    ):
        for order in (candidates, candidates[::-1]):
            assert [one.code for one in chosen(order, **more)] == codes.split()
    assert len(MAKERS) == len(set(MAKERS))


def test_what_was_seen_less_often_is_heavier():
    assert (bits(0.5), rarity(0, 0, 0.5)) == (1.0, 1.0)
    assert rarity(0, 100, 0.03) > rarity(1, 100, 0.03) > rarity(30, 100, 0.03)


def told(wide=True):
    """The story of the newest evening, as a page would have it told."""
    evening = db.session.scalars(select(Evening).order_by(Evening.date.desc(), Evening.id.desc())).first()
    catch_up(evening.circle_id)
    work_out_chances(evening.circle_id)
    return store.stored_story(evening, past_of(evening.circle_id), wide)


def ids():
    """The ids of people by name."""
    return dict(db.session.execute(select(Player.name, Player.id)).all())


def by_code(story):
    """The lines of a story by code."""
    return {one["code"]: one for one in story.lines}


def change(statement):
    with write_transaction() as session:
        session.execute(statement)
        session.execute(REVIEW_ANEW)  # which evenings that are changed by themselves see to
    db.session.expire_all()


@pytest.fixture
def matches(app, client):
    """The uids of the two matches; within the app's context."""
    uids = two_matches(app, client)
    with app.app_context():
        yield uids


def test_the_golden_evening_is_told_again_only_when_something_changes(matches, monkeypatch):
    story, who = told(), ids()
    first, *turns, last = story.lines
    pair = sorted((who["Ann"], who["Cem"]))
    assert (first["code"], first["values"]) == ("result_both", {"who": pair, "n": 2, "of": 2})
    assert (last["code"], last["values"]["n"], last["values"]["m"]) == ("frame_first", 4, 2)
    assert len(turns) == 3
    back = by_code(story)["comeback_by"]
    assert (back["match"], back["deal"]) == (matches[1], read(find_match(matches[1])).records[1].uid)
    assert (back["values"]["by"], back["values"]["kind"], sorted(back["values"]["who"])) == ([who["Ann"]], "boom", pair)
    assert back["values"]["chance"] <= 20
    assert by_code(story)["rare_made"]["values"]["who"] == [who["Ann"]]
    assert by_code(story)["to_nothing"]["values"]["score"] == [5, 0]
    tellings, real = [], store.compose_story
    monkeypatch.setattr(store, "compose_story", lambda *args: tellings.append(1) or real(*args))
    assert told() == story
    assert tellings == []
    assert db.session.scalar(select(func.count()).select_from(Story)) == 1
    change(update(Evening).values(place="The Plough"))
    told()
    assert tellings == [1]
    monkeypatch.setattr(store, "EDITION", 99)
    told()
    assert tellings == [1, 1]


def test_nothing_is_told_of_who_stays_out(matches):
    told()
    who = ids()
    change(update(Player).where(Player.name == "Ann").values(unranked=True))
    story = told()
    assert who["Ann"] not in [name for one in story.lines for name in one["about"]]
    said = [one["values"].get(key, []) for one in story.lines for key in ("who", "whom", "by", "people")]
    assert who["Ann"] not in [name for names in said for name in names]
    assert story.lines[0]["values"]["who"] == [who["Cem"]]
    change(update(Player).values(unranked=True))
    story = told()
    assert story.lines[0]["code"] == "result_played"
    assert all(one["about"] == [] for one in story.lines)


def test_who_may_see_one_evening_only_is_told_nothing_that_compares(app, client, matches):
    """Another evening of the circle: one match, won by a Boom of Bob."""
    change(update(Evening).values(date=date(2026, 8, 3), closed_at=Evening.created_at))
    one_deal(app, client, 1)
    wide, narrow = told(), told(wide=False)
    assert "frame_back" in by_code(wide)
    assert narrow.records == []
    assert {*by_code(narrow)} <= {
        *("result_beat", "to_nothing", "rare_made", "frame", "frame_length", "kept_bids"),
    }


def test_an_evening_where_nothing_is_over_has_no_story(app, client, matches):
    for uid in matches:
        say(app, uid, "strike", of=read(find_match(uid)).live.deals[-1].uid)
    db.session.rollback()
    assert db.session.scalars(select(Match.state)).all() == ["play", "play"]
    assert told() is None
