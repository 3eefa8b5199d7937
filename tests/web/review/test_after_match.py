"""What is worked out after the answer to who ended a match."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.review_tables import MatchReview, Story
from models.transaction import Busy
from tests.support.records import sealed
from tests.support.tables import make_circle, send, start
from web.review import after_match

BOOM = {"declarer": 0, "contract": 13, "tricks": 13}
COURSE = [[500, 500], [1000, 0]]


@pytest.fixture
def match(client):
    make_circle(client)
    return start(client, "boomke_wies", length="points", length_value=5)


def record(app, client, match, **deal):
    """The status of a recorded deal."""
    return send(client, f"/m/{match}/say", **sealed(app, match), step="deal", **deal).status_code


def courses(app):
    """The win chances that are stored, by match."""
    with app.app_context():
        return list(db.session.scalars(select(MatchReview.curve)))


def test_win_chances_are_there_before_anybody_opens_review(app, client, match):
    assert record(app, client, match, **BOOM) == 303
    assert courses(app) == [COURSE]


def test_the_evening_is_told_before_anybody_opens_review(app, client, match):
    assert record(app, client, match, **BOOM) == 303
    with app.app_context():
        [told] = db.session.scalars(select(Story.body))
    assert [len(told[scope]) > 1 for scope in ("wide", "narrow")] == [True, True]


def test_a_deal_that_ends_nothing_leaves_nothing_to_do(app, client, match, monkeypatch):
    monkeypatch.setattr(after_match, "work_out_ended", pytest.fail)
    assert record(app, client, match, declarer=0, contract=7, tricks=6) == 303


def test_where_the_database_cannot_just_then_review_does_it(app, client, match, monkeypatch):
    def refuse(_):
        raise Busy

    monkeypatch.setattr(after_match, "work_out_ended", refuse)
    assert record(app, client, match, **BOOM) == 303
    assert courses(app) == [None]
    assert client.get("/review").status_code == 200
    assert courses(app) == [COURSE]
