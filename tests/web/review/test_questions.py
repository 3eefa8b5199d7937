"""Every question of tests/models/review/questions.py is answered on its page, in words, on a golden evening."""

from __future__ import annotations

import re

import pytest
from flask import url_for

from tests.models.review.questions import OF_EVENINGS, OF_PEOPLE, QUESTIONS
from tests.support.html import main_of
from tests.support.review_games import golden_games


@pytest.fixture
def golden(app, client):
    return golden_games(app, client)


def address_of(app, page):
    """The address of a page: an endpoint and the values of its address."""
    endpoint, *values = page.split()
    with app.test_request_context():
        return url_for(endpoint, **dict(value.split("=") for value in values))


@pytest.mark.usefixtures("golden")
def test_every_question_has_its_answer(app, client):
    missing = []
    for number, (page, words) in sorted(QUESTIONS.items()):
        answer = client.get(address_of(app, page))
        text = re.sub(r"\s+", " ", main_of(answer))
        if answer.status_code != 200 or words not in text:
            missing.append((number, page, words))
    assert missing == []


def test_all_fifty_questions_have_a_page():
    assert {*QUESTIONS, *OF_PEOPLE, *OF_EVENINGS} == set(range(1, 51))
