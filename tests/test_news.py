"""News of other phones: what they wrote in words, and what can be done with an entry that came too late."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.access import Grant
from models.base import db
from models.writing import writing
from tests.html import parsed, text
from tests.sayings import play, reading_of, say, sealed
from tests.tables import send, sit_down

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}
TYPED = {"step": "play", "declarer": "1", "contract": "8", "tricks": "9"}


@pytest.fixture
def match(client):
    """The uid of a match of Boomke Wies."""
    return sit_down(client, "boomke_wies")


@pytest.fixture
def late(app, client, match):
    """What comes of an entry that was made before others wrote: the notice, and what can be tapped in it."""

    def sent(before, typed):
        form = sealed(app, match)
        before()
        answer = send(client, f"/m/{match}/say", **form, **typed)
        assert answer.status_code == 409
        notice = next(part for part in parsed(answer).iter("section") if part.get("class") == "notice")
        return notice, [text(way) for way in notice.iter() if "go" in way.get("class", "").split()]

    return sent


def rest_of(notice):
    """What the form in a notice would send."""
    return {field.get("name"): field.get("value") for field in notice.iter("input")}


def test_another_deal_can_be_the_next_or_take_its_place(app, match, late):
    notice, ways = late(lambda: play(app, match, DEAL), TYPED | {"tricks": "8"})
    assert "Another phone wrote: Deal 1, Bob: bid 8, took 9: +1" in text(notice)
    assert ways == ["Write mine down too", "Deal 1 was as mine says", "Drop mine"]
    sent = {name: value for name, value in rest_of(notice).items() if name not in ("csrf_token", "uid")}
    assert sent == {"after": "1", "step": "play", "declarer": "1", "contract": "8", "tricks": "8"}


def test_the_same_deal_is_written_already(app, match, late):
    notice, ways = late(lambda: play(app, match, DEAL), TYPED)
    assert "That deal is written already." in text(notice)
    assert ways == ["Drop mine", "It is the next one: write it down too"]


def test_a_deal_keeps_the_bid_that_stood_when_it_was_tapped(app, match, late):
    say(app, match, "bid", declarer=1, contract=8, trump="hearts")

    def others():
        play(app, match, DEAL)
        say(app, match, "bid", declarer=2, contract=9)

    notice, _ = late(others, {"step": "play", "tricks": "7"})
    sent = rest_of(notice)
    assert (sent["declarer"], sent["contract"], sent["trump"], sent["tricks"]) == ("1", "8", "hearts", "7")


def test_the_same_bid_is_written_already(app, match, late):
    bid = {"declarer": 1, "contract": 8}
    notice, ways = late(lambda: say(app, match, "bid", **bid), {"step": "bid", "declarer": "1", "contract": "8"})
    assert "Another phone wrote: Bob said 8" in text(notice)
    assert "That bid is written already." in text(notice)
    assert ways[0] == "Drop mine"


def test_the_link_that_wrote_is_named_and_can_do_no_harm(app, client, match, late):
    with app.app_context(), writing() as session:
        session.scalars(select(Grant)).one().name = "<b>Bob’s phone"
        db.session.flush()

    def others():
        send(client, f"/m/{match}/say", **sealed(app, match), **TYPED)

    notice, _ = late(others, TYPED | {"tricks": "8"})
    assert "<b>Bob’s phone wrote: Deal 1" in text(notice)


def test_only_the_newest_are_told_one_by_one(app, match, late):
    notice, _ = late(lambda: play(app, match, *[DEAL] * 7), TYPED | {"tricks": "8"})
    assert "2 more sayings" in text(notice)
    assert text(notice).count("Another phone wrote") == 5


def test_after_the_end_nothing_more_is_written_down(app, client, late, match):
    say(app, match, "rules", rules={"length": "points", "length_value": 1})
    _, ways = late(lambda: play(app, match, DEAL), TYPED | {"tricks": "8"})
    assert ways == ["Deal 1 was as mine says", "Drop mine"]


def test_an_undo_has_nothing_of_its_own(app, client, match):
    play(app, match, DEAL)
    form = sealed(app, match)
    play(app, match, DEAL)
    answer = send(client, f"/m/{match}/undo", **form)
    assert answer.status_code == 409
    notice = next(part for part in parsed(answer).iter("section") if part.get("class") == "notice")
    assert "Another phone wrote: Deal 2" in text(notice)
    assert not list(notice.iter("a"))
    assert reading_of(app, match).version == 2
