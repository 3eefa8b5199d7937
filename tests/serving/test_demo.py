"""The demonstration: a circle with two years of evenings, only where there is none yet."""

from __future__ import annotations

from datetime import date

import pytest
from sqlalchemy import func, select

from commands.demo import circle_file
from models.base import db
from models.circle_file.importer import parse_file
from models.tables.circle import Circle
from models.tables.match import Match
from models.tables.review import MatchReview

TODAY = date(2026, 11, 20)


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """A quarter of a year is enough to try it."""
    monkeypatch.setattr(circle_file, "YEARS", 0.25)


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


def test_it_is_the_same_every_time_and_holds_every_game(app):
    text = circle_file.demo_file(TODAY)
    assert circle_file.demo_file(TODAY) == text
    with app.app_context():
        parsed = parse_file(text.encode())
    assert {match.opening.game for _, match in parsed.matches} == set(circle_file.DEALS)
    assert max(row["date"] for row in parsed.evenings) == TODAY
