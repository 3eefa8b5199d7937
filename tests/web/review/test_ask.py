"""Questions: golden answers, and what cannot be asked; where their rows lead is in test_links.py."""

from __future__ import annotations

import pytest

from tests.support.html import main_of
from tests.support.records import play
from tests.support.review_evenings import LOST, MEETING, boom, two_years
from tests.support.review_pages import rows_of
from tests.support.tables import make_circle, start
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


GOLDEN = {
    "winners?year=2020": "Ann 8 of 10 Cem 8 of 10 Bob 2 of 10 Dee 2 of 10",
    "with?who={Ann}": "Bob 1 of 1 Cem 8 of 10",
    "against?who={Ann}": "Cem 1 of 1 Dee 9 of 11 Bob 8 of 10",
    "bidders?year=2020": "bids made Ann 8 of 8 Bob 2 of 2",
    "bids": "bids made Boom brings 5 a deal 11 of 11",
    "seats": "bids made The dealer 11 of 11",
    "dealers": "deals with more points The dealer’s side Boomke Wies 11 of 11 The others Boomke Wies 0 of 11",
    "lengths": "Boomke Wies 11 matches 1 deal",
    "lengths?game=boomke_wies": "1 deal 11 matches",
    "attendance?last=10": "Ann 11 matches 3 evenings",
    "weekdays": "Friday 2 evenings; Ann won 8 of 10 10 matches Saturday 1 evening; Ann won 1 of 1 1 match",
    "places": "Nothing was recorded that answers this.",
    "trumps": "Nothing was recorded that answers this.",
}


@pytest.mark.databases
def test_what_is_asked_is_answered_as_one_counts_on_paper(client, people):
    said = {address: answer(client, address.format(**people)) for address in GOLDEN}
    assert {address: words for address, words in GOLDEN.items() if words not in said[address]} == {}
    closest = rows_of(client, "/review/ask/closest")
    assert len(closest) == 10
    assert closest[0][1] == "Ann & Bob 6 Mar 2021 5"
    assert "With whom does Ann win?" in client.get("/review/ask/with").text


def test_bids_by_number_and_trump(app, client):
    make_circle(client)
    match = start(client, "boomke_wies", length="points", length_value=6)
    play(app, match, LOST | {"trump": "hearts"}, MEETING, boom(0))
    assert "bids made 8 1 of 1 9 0 of 1 Boom 1 of 1" in answer(client, "bids")
    assert "bids made Hearts 0 of 1" in answer(client, "trumps")
    [(hearts, _)] = rows_of(client, "/review/ask/trumps")
    assert "Hearts" in main_of(client.get(hearts))


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
