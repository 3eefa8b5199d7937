"""What is worked out beside requests, once a match has ended; and the page that waits where review is far behind."""

from __future__ import annotations

import pytest
from sqlalchemy import select, update

from models.base import db
from models.review import upkeep
from models.review.tables import MatchReview, PersonRating
from models.tables import Match
from models.transaction import Busy, write_transaction
from tests.support.html import main_of
from tests.support.records import sealed
from tests.support.review_evenings import ten_matches
from tests.support.tables import make_circle, send, start
from web.review import opened

BOOM = {"declarer": 0, "contract": 13, "tricks": 13}
LEFT = "Past matches are being counted:"


@pytest.fixture
def match(client):
    make_circle(client)
    return start(client, "boomke_wies", length="points", length_value=6)


def record(app, client, match, **deal):
    """A recorded deal."""
    assert send(client, f"/m/{match}/say", **sealed(app, match), step="deal", **deal).status_code == 303


def stored(app):
    """The win chances that are stored, by match; how many ratings."""
    with app.app_context():
        courses = list(db.session.scalars(select(MatchReview.curve)))
        return courses, len(db.session.scalars(select(PersonRating.points)).all())


def test_win_chances_and_ratings_are_there_before_anybody_opens_review(app, client, match, monkeypatch):
    with monkeypatch.context() as going_on:  # a deal that ends nothing leaves nothing to do
        going_on.setattr(opened, "work_out_chances", pytest.fail)
        record(app, client, match, declarer=0, contract=7, tricks=8)
    record(app, client, match, **BOOM)
    [course], ratings = stored(app)
    assert (course[0], course[-1]) == ([500, 500], [1000, 0])
    assert ratings == 8, "of four people in one game and in all"


def test_where_the_database_cannot_just_then_review_does_it(app, client, match, monkeypatch):
    def refuse(_):
        raise Busy

    record(app, client, match, declarer=0, contract=7, tricks=8)
    with monkeypatch.context() as at_the_end:
        at_the_end.setattr(opened, "work_out_chances", refuse)
        record(app, client, match, **BOOM)
    assert stored(app) == ([None], 0)
    assert client.get("/review").status_code == 200
    [course], ratings = stored(app)
    assert course
    assert ratings


def test_a_page_that_is_far_behind_says_how_many_matches_are_left(app, client, monkeypatch):
    ten_matches(app, client)
    told = main_of(client.get("/review"))
    with app.app_context(), write_transaction() as session:
        session.execute(update(Match).values(reviewed=None))
    monkeypatch.setattr(opened, "catch_up", lambda circle_id: upkeep.catch_up(circle_id, most=4))
    waiting = [client.get("/review?game=boomke_wies") for _ in range(2)]
    assert [LEFT in main_of(page) for page in waiting] == [True, True]
    assert "6 are left" in main_of(waiting[0])
    assert "2 are left" in main_of(waiting[1])
    assert waiting[0].headers["Refresh"] == "1"
    assert "/review?game=boomke_wies" in waiting[0].text
    assert main_of(client.get("/review")) == told
