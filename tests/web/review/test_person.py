"""The pages of a person and of two: what tests/review/ does not count."""

from __future__ import annotations

import re

from sqlalchemy import select

from models.base import db
from models.tables import Player
from tests.support.records import play
from tests.support.review_evenings import one_deal
from tests.support.review_pages import page_of
from tests.support.tables import make_circle, start


def uids_of(app):
    with app.app_context():
        return dict(db.session.execute(select(Player.name, Player.uid)).all())


def test_where_each_plays_alone_the_page_says_what_is_even(app, client):
    make_circle(client)
    match = start(client, "zwanzig_ab", start=5)
    play(app, match, {"trump": "clubs", "tricks": [5, 0, 0, 0]})
    page = page_of(client, f"/review/p/{uids_of(app)['Ann']}")
    assert "Zwanzig ab 1 of 1 When four play alone, one of four is even." in page


def test_what_is_private_is_seen_only_where_somebody_said_who_they_are(app, client):
    """Cem keeps his cards in Zwanzig ab of his own will, and takes a trick each time."""
    make_circle(client)
    play(
        app,
        start(client, "zwanzig_ab", start=10, special_deals="off"),
        *[{"trump": "clubs", "tricks": [1, 2, 1, 1]}] * 5,
    )
    uids = uids_of(app)
    private = "First things to look at"
    assert private not in page_of(client, f"/review/p/{uids['Cem']}")
    with client.session_transaction() as session:
        session["claimed_seats"] = {"an evening": uids["Cem"]}
    own = page_of(client, f"/review/p/{uids['Cem']}")
    assert re.search(r"First things to look at only you see this Stayed by choice, took a trick Zwanzig ab · \d", own)
    assert private not in page_of(client, f"/review/p/{uids['Ann']}")


def test_two_who_never_met_are_told_so(app, client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Eve")
    one_deal(app, client, 0, "Ann", "Bob", "Cem", "Dee")
    uids = uids_of(app)
    assert "These two never played the same match." in page_of(client, f"/review/p/{uids['Ann']}/{uids['Eve']}")
    assert "0 of 0" not in page_of(client, f"/review/p/{uids['Ann']}/{uids['Eve']}")
    assert "No finished match yet." in page_of(client, f"/review/p/{uids['Eve']}")
