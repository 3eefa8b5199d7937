"""Every question about evenings has its answer on its page, in words, on two golden evenings."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import url_for
from sqlalchemy import select, update

from models.base import db, now
from models.review_tables import MatchReview
from models.tables import Evening, Player
from models.transaction import write_transaction
from tests.models.review.questions import OF_EVENINGS
from tests.support.html import main_of
from tests.support.records import play, say
from tests.support.review_evenings import turned, two_matches
from tests.support.tables import start

ONE_MARK = {"bidder": 1, "bid": 30, "points": 42}
"""Bob bids 30 and takes everything: a mark for him and Dee."""


@pytest.fixture
def places(app, client):
    """What addresses are made of: the evening of 2026 with money, the one of a single match after it, Ann."""
    two_matches(app, client)
    money = start(client, "texas_42", target_marks="1", stake_per_mark="4.00")
    play(app, money, ONE_MARK)

    with app.app_context(), write_transaction() as session:
        begin = datetime(2026, 3, 5, 19).astimezone(UTC)
        first, end = begin + timedelta(hours=1), begin + timedelta(hours=3, minutes=10)
        session.execute(update(Evening).values(date=date(2026, 3, 5), place="Cellar", closed_at=now()))
        session.execute(update(MatchReview).values(started_at=begin, last_at=first))
        session.execute(update(MatchReview).where(MatchReview.game == "texas_42").values(started_at=first, last_at=end))
    close = turned(app, client)
    say(app, close, "dispute", of=uid_of_last(app, close), seat=1, note="a trick more")
    with app.app_context():
        older, newer = db.session.scalars(select(Evening.uid).order_by(Evening.date)).all()
        ann = db.session.scalar(select(Player.uid).where(Player.name == "Ann"))
    return {"evening": older, "close": newer, "ann": ann}


@pytest.mark.parametrize("number", OF_EVENINGS)
def test_it_is_answered(app, client, places, number):
    page, words = OF_EVENINGS[number]
    endpoint, *values = page.format(**places).split()
    with app.test_request_context():
        address = url_for(endpoint, **dict(value.split("=") for value in values))
    answer = client.get(address)
    assert answer.status_code == 200
    assert words in re.sub(r"\s+", " ", answer.text if number == 13 else main_of(answer))


def uid_of_last(app, match):
    """The uid of the last deal of a match."""
    from models.log.read import read
    from models.matches import find_match

    with app.app_context():
        return read(find_match(match)).live.deals[-1].uid
