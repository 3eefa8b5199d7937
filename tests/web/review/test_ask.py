"""Questions: golden answers, and what cannot be asked; where their rows lead is in test_links.py."""

from __future__ import annotations

import pytest

from tests.support.html import main_of
from tests.support.review_evenings import two_years
from tests.support.review_pages import rows_of
from tests.support.tables import make_circle
from web.review.ask import QUESTIONS


@pytest.fixture
def people(app, client):
    """The uids of those who played, by name."""
    return two_years(app, client)


def answer(client, address):
    """The words of an answer."""
    found = client.get(f"/review/ask/{address}")
    assert found.status_code == 200, address
    return main_of(found)


def test_questions_lead_to_answers_and_wrong_values_to_none(client, people):
    questions = rows_of(client, "/review/ask")
    assert len(questions) == len(QUESTIONS)
    assert {client.get(address).status_code for address, _ in questions} == {200}
    wrong = ["nothing", "with?who=nobody", "with?who=", "with?game=zwanzig_ab", "bids?game=knockout_whist"]
    wrong += [f"winners?{value}" for value in ("game=poker", "game=", "year=20x6", "last=3", "year=2020&last=10")]
    assert {address: client.get(f"/review/ask/{address}").status_code for address in wrong} == dict.fromkeys(wrong, 404)


def test_before_the_first_match_nothing_is_asked(client):
    make_circle(client)
    assert "No finished match yet" in main_of(client.get("/review/ask"))
    for question in QUESTIONS:
        assert "Nothing was recorded that answers this." in answer(client, question), question
