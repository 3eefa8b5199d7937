"""The demonstration: a circle with two years of evenings, only where there is none yet."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import func, select

from commands import demo
from models.base import db
from models.log.read import read
from models.log.state import OVER
from models.review_tables import MatchReview
from models.tables import Circle, Match
from tests.support.databases import app_on

TODAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """A quarter of a year is enough to try it."""
    monkeypatch.setattr(demo, "YEARS", 0.25)


@pytest.mark.alone
def test_it_fills_an_empty_installation_once(app):
    runner = app.test_cli_runner()
    first = runner.invoke(args=["demo"])
    assert first.exit_code == 0, first.output
    assert "/join/" in first.output
    with app.app_context():
        matches = db.session.scalar(select(func.count()).select_from(Match))
        assert db.session.scalar(select(func.count()).select_from(MatchReview)) == matches > 20
    again = runner.invoke(args=["demo"])
    assert (again.exit_code, "only" in again.output or "empty" in again.output) == (1, True)
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Circle)) == 1
        assert db.session.scalar(select(func.count()).select_from(Match)) == matches


def played(app) -> list[tuple]:
    """What is played: game, day and total of each match, in the order in which they began."""
    with app.app_context():
        demo.play_demo(TODAY, 42)
        matches = db.session.scalars(select(Match).order_by(Match.id)).all()
        states = [(match, read(match)) for match in matches]
        assert {state.status for _, state in states} == {OVER}
        assert max(match.evening.date for match in matches) == TODAY
        assert {match.game for match in matches} == set(demo.GAMES)
        return [
            (match.started_at, match.ended_at, match.players, state.sheet.standing.totals) for match, state in states
        ]


def test_it_is_the_same_every_time_and_holds_every_game(new_database):
    first, again = (played(app_on(new_database("sqlite"))) for _ in range(2))
    assert first == again
