"""Review looks for what is behind only when something was written, by this connection or another."""

from __future__ import annotations

import pytest
from sqlalchemy import text

from models.base import db
from models.review.past import up_to_date as module
from models.review.past.up_to_date import up_to_date
from models.transaction import data_version, write_connection, write_transaction
from tests.models.tables import BOOM, new_match, say

pytestmark = pytest.mark.usefixtures("store")


@pytest.fixture
def looked(monkeypatch):
    """How often review looked for matches that are behind."""
    times, real = [], module.catch_up
    monkeypatch.setattr(module, "catch_up", lambda circle: times.append(circle) or real(circle))
    return times


def test_it_looks_again_only_when_something_was_written(looked):
    match = new_match(length="points", length_value=5)
    circle = match.evening.circle_id
    say(match, "deal", BOOM)
    for _ in range(3):  # the first writes, and another connection may be given back to the session
        up_to_date(circle)
    before = len(looked)
    found = [up_to_date(circle) for _ in range(3)]
    assert len({id(one.past) for one in found}) == 1
    if db.engine.dialect.name == "sqlite":  # of PostgreSQL other databases change the mark too
        assert len(looked) == before
    other = new_match(evening=match.evening, length="points", length_value=5)
    say(other, "deal", BOOM)
    assert len(up_to_date(circle).past.matches) == 2
    assert len(looked) > before


def test_a_mark_changes_with_every_commit_of_this_and_of_another_connection():
    circle = new_match().evening.circle_id
    rename = text("UPDATE circles SET name = name || 'x' WHERE id = :id")
    marks = []
    with db.engine.connect() as watching:
        for write in (None, write_transaction, write_connection, None):
            if write:
                with write() as connection:
                    connection.execute(rename, {"id": circle})
            marks.append(data_version(watching))
            watching.rollback()
    assert len(set(marks)) == 3
    assert marks[2] == marks[3]
    own = []
    for _ in range(2):
        own.append(data_version(db.session.connection()))
        with write_transaction() as session:
            session.execute(rename, {"id": circle})
    assert own[0] != own[1]
