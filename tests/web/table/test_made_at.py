"""When something was tapped is kept beside when it came in: a phone says how long ago that was."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from models.base import db
from models.log.read import read
from models.matches import find_match
from models.tables import Match, StoredRecord
from tests.support.tables import send, sit_down

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("ago", "made"),
    [
        ("0", HOUR),
        ("60000", HOUR - timedelta(minutes=1)),
        ("7200000", timedelta()),  # before the match: the beginning
        ("-5", None),
        ("NaN", None),
        ("9999999999", None),
        (None, None),
    ],
)
def test_it_is_when_the_phone_made_it(app, client, monkeypatch, ago, made):
    uid = sit_down(client, "boomke_wies")
    with app.app_context():
        began = db.session.scalar(select(Match.started_at))
    monkeypatch.setattr("web.auth.guard.now", lambda: began + HOUR)
    said = {"step": "play", "declarer": "1", "contract": "8", "tricks": "9", "uid": "deal", "after": "0"}
    late = {} if ago is None else {"ago": ago}
    assert send(client, f"/m/{uid}/say", **said, **late).status_code == 303
    assert send(client, f"/m/{uid}/say", **said, ago="1").status_code == 303  # the same once more
    with app.app_context():
        assert db.session.scalars(select(StoredRecord.made_at)).all() == [None if made is None else began + made]
        assert read(find_match(uid)).version == 1


def test_a_match_that_begins_later_than_now_has_nothing_of_the_future(app, client, monkeypatch):
    uid = sit_down(client, "boomke_wies")
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    monkeypatch.setattr("web.auth.guard.now", lambda: long_ago)
    said = {"step": "play", "declarer": "1", "contract": "8", "tricks": "9", "uid": "deal", "after": "0"}
    assert send(client, f"/m/{uid}/say", **said, ago="5").status_code == 303
    with app.app_context():
        assert db.session.scalar(select(StoredRecord.made_at)) == long_ago
