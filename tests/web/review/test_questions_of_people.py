"""Every question about people, years and seasons is answered on its page, on two evenings of ten matches."""

from __future__ import annotations

from datetime import date
from urllib.parse import unquote

import pytest
from flask import url_for
from sqlalchemy import select

from models.base import db
from models.tables import Player
from tests.models.review.questions import OF_PEOPLE
from tests.support.html import main_of
from tests.support.review_evenings import evening_on
from tests.support.tables import make_circle, send

ANN_CEM, BOB_DEE = ("Ann", "Bob", "Cem", "Dee"), ("Bob", "Ann", "Dee", "Cem")
SEASON = {"name": "Cup", "first": "2020-01-01", "last": "2020-12-31", "counts": "matches"}


@pytest.fixture
def names(app, client):
    """What addresses name: Ann and Cem won eight of ten on two evenings of a season."""
    make_circle(client)
    evening_on(app, date(2020, 3, 6), ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM)
    evening_on(app, date(2020, 3, 13), BOB_DEE, ANN_CEM, ANN_CEM, ANN_CEM, BOB_DEE)
    season = send(client, "/review/seasons", **SEASON).headers["Location"].rpartition("/")[2]
    with app.app_context():
        return {player.name.lower(): player.uid for player in db.session.scalars(select(Player))} | {"season": season}


@pytest.mark.parametrize("number", OF_PEOPLE)
def test_a_question_has_its_answer(app, client, names, number):
    page, words = OF_PEOPLE[number]
    endpoint, *values = page.format(**names).split()
    with app.test_request_context():
        address = url_for(endpoint, **{key: unquote(value) for key, value in (one.split("=") for one in values)})
    answer = client.get(address)
    assert answer.status_code == 200
    assert words in main_of(answer)
