"""What is worked out beside requests: after the end of a match, and of a large circle when a worker starts."""

from __future__ import annotations

import threading
import time

import pytest
from sqlalchemy import select

from models.base import db
from models.review.past import prepare, read
from models.review.ratings import circle as ratings
from models.review.stored import count_cache
from models.review_tables import MatchReview, Story
from models.transaction import Busy
from tests.support.html import main_of
from tests.support.records import sealed
from tests.support.review_evenings import ten_matches
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


PAGES = ("/review", "/review/records", "/review/g/boomke_wies", "/review/deals", "/review/ask")
LEFT = "Past matches are being counted:"


@pytest.fixture
def large(monkeypatch):
    """Ten matches are many here."""
    monkeypatch.setattr(prepare, "AT_ONCE", 3)


def forget(app):
    """As if the process had just started."""
    with app.app_context():
        db.engine.dispose()  # connections remember what they saw
    for cache in (read._pasts, ratings._rated, count_cache._counts):
        cache.clear()


def waited(client, page):
    """The words of a page that may tell first how far it is, and how often it did."""
    for times in range(500):
        words = main_of(client.get(page))
        if LEFT not in words:
            return words, times
        time.sleep(0.02)
    raise AssertionError("it never ends")


@pytest.mark.thorough
def test_the_same_is_told_as_of_a_small_one(app, client, monkeypatch):
    ten_matches(app, client)
    small = {page: main_of(client.get(page)) for page in PAGES}
    monkeypatch.setattr(prepare, "AT_ONCE", 3)
    forget(app)
    told, times = waited(client, PAGES[0])
    assert times > 0
    assert small == {PAGES[0]: told} | {page: main_of(client.get(page)) for page in PAGES[1:]}


@pytest.mark.usefixtures("large")
def test_what_was_prepared_is_carried_on_by_the_requests(app, client):
    ten_matches(app, client)
    forget(app)
    waited(client, "/review")
    ten_matches(app, client)
    assert "20 matches" in waited(client, "/review")[0]


@pytest.mark.usefixtures("large")
def test_a_request_does_it_where_the_thread_failed(app, client, monkeypatch):
    ten_matches(app, client)
    forget(app)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    with monkeypatch.context() as broken:
        broken.setattr(prepare, "stages", lambda _: 1 / 0)
        main_of(client.get("/review"))
        until = time.monotonic() + 60
        while prepare._jobs:
            assert time.monotonic() < until
            time.sleep(0.02)
    assert "10 matches" in main_of(client.get("/review"))


@pytest.mark.usefixtures("large")
def test_a_worker_prepares_large_circles_when_it_starts(app, client):
    ten_matches(app, client)
    waited(client, "/review")  # which also stores how likely each win was
    forget(app)
    prepare.run_large(app)
    assert len(read._pasts) == 1
    assert "10 matches" in main_of(client.get("/review"))
