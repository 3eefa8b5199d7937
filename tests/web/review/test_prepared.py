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
from models.review.tables import MatchReview
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
    return start(client, "boomke_wies", length="points", length_value=6)


def record(app, client, match, **deal):
    """A recorded deal."""
    assert send(client, f"/m/{match}/say", **sealed(app, match), step="deal", **deal).status_code == 303


def courses(app):
    """The win chances that are stored, by match."""
    with app.app_context():
        return list(db.session.scalars(select(MatchReview.curve)))


def test_win_chances_are_there_before_anybody_opens_review(app, client, match, monkeypatch):
    with monkeypatch.context() as going_on:  # a deal that ends nothing leaves nothing to do
        going_on.setattr(after_match, "work_out_ended", pytest.fail)
        record(app, client, match, declarer=0, contract=7, tricks=8)
    record(app, client, match, **BOOM)
    [course] = courses(app)
    assert (course[0], course[-1]) == (COURSE[0], COURSE[1])


def test_where_the_database_cannot_just_then_review_does_it(app, client, match, monkeypatch):
    def refuse(_):
        raise Busy

    monkeypatch.setattr(after_match, "work_out_ended", refuse)
    record(app, client, match, declarer=0, contract=7, tricks=8)
    record(app, client, match, **BOOM)
    assert courses(app) == [None]
    assert client.get("/review/records").status_code == 200
    assert courses(app) != [None]


PAGES = ("/review/records", "/review", "/review/g/boomke_wies", "/review/deals", "/review/ask")
LEFT = "Past matches are being counted:"


def forget(app):
    """As if the process had just started."""
    with app.app_context():
        db.engine.dispose()  # connections remember what they saw
    for cache in (read._pasts, ratings._rated, count_cache._counts):
        cache.clear()


def waited(client):
    """The words of a page that may tell first how far it is, and how often it did."""
    for times in range(500):
        words = main_of(client.get(PAGES[0]))
        if LEFT not in words:
            return words, times
        time.sleep(0.02)
    raise AssertionError("it never ends")


def test_of_a_large_circle_the_same_is_told_by_a_thread_a_worker_or_a_request(app, client, monkeypatch):
    """Ten matches are many here; ten more are carried on by the requests."""
    ten_matches(app, client)
    small = {page: main_of(client.get(page)) for page in PAGES}
    monkeypatch.setattr(prepare, "AT_ONCE", 3)
    forget(app)
    told, times = waited(client)
    assert times > 0
    assert small == {PAGES[0]: told} | {page: main_of(client.get(page)) for page in PAGES[1:]}
    forget(app)
    prepare.run_large(app)
    assert read._pasts.currsize
    assert main_of(client.get(PAGES[0])) == told
    ten_matches(app, client)
    assert waited(client)[0] != told


def test_a_request_does_it_where_the_thread_failed(app, client, monkeypatch):
    ten_matches(app, client)
    forget(app)
    monkeypatch.setattr(prepare, "AT_ONCE", 3)
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    with monkeypatch.context() as broken:
        broken.setattr(prepare, "stages", lambda _: 1 / 0)
        main_of(client.get(PAGES[0]))
        until = time.monotonic() + 60
        while prepare._jobs:
            assert time.monotonic() < until
            time.sleep(0.02)
    assert LEFT not in main_of(client.get(PAGES[0]))
