"""The demonstration: a circle with two years of evenings, only where there is none yet."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from commands import demo
from models.base import db, today
from models.log.read import read
from models.log.state import OVER
from models.review_tables import MatchReview
from models.tables import Circle, Match


@pytest.mark.alone
def test_it_fills_an_empty_installation_once_with_matches_of_every_game_up_to_today(app, monkeypatch):
    monkeypatch.setattr(demo, "YEARS", 0.25)
    runner = app.test_cli_runner()
    first = runner.invoke(args=["demo"])
    assert first.exit_code == 0, first.output
    assert "/join/" in first.output
    with app.app_context():
        matches = db.session.scalars(select(Match)).all()
        assert db.session.scalar(select(func.count()).select_from(MatchReview)) == len(matches) > 20
        assert {read(match).status for match in matches} == {OVER}
        assert {match.game for match in matches} == set(demo.GAMES)
        assert (today() - max(match.evening.date for match in matches)).days in (0, 1)
    again = runner.invoke(args=["demo"])
    assert (again.exit_code, "only" in again.output or "empty" in again.output) == (1, True)
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Circle)) == 1
        assert db.session.scalar(select(func.count()).select_from(Match)) == len(matches)
