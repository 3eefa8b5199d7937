"""The pages of games, of records, and of the deals behind their numbers on a golden evening, worked out by hand.

Of eights of Boomke Wies 7 of 8 were made, which is too few to say what they bring.
"""

from __future__ import annotations

import re

import pytest

from scoring.games.texas_42.rules import MARK_CONTRACTS, TRUMP
from scoring.review import KEYS, review_of
from scoring.words import SUITS
from tests.support.html import main_of
from tests.support.records import play
from tests.support.review_games import EIGHT, golden_games
from tests.support.review_pages import rows_of
from tests.support.tables import make_circle, start


@pytest.fixture
def golden(app, client):
    return golden_games(app, client)


def page_of(client, address):
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return main_of(answer)


WORDS = {
    "boomke_wies": (
        *("8: made 7 of 8", "Bids made 8 7 of 8 9 0 of 1 Boom 1 of 2", "A Meetje brings 1 deal −3"),
        "Who bids high bids made Ann 1 of them over 8; highest made: 8 1 of 3 Bob 0 of them over 8; highest made: 8",
        *("Took all thirteen without Boom 1 deal Boom made 1 deal", "The first to speak has the bid 1 of 3"),
        *("A match takes 1 match 12 deals", "A match is won by 1 match 25 The closest match Bob & Dee; "),
    ),
    "texas_42": (
        *("30 1 of 1 31 0 of 1 2 marks 0 of 1 Nello 1 of 1", "Set 2 deals Set by one 1 deal", "Threes 0 of 1"),
        *("The dealer’s 30 after three passes 1 of 1", "Bob 1 of them over 30; highest made: 30 1 of 2"),
    ),
    "clobyosh": (
        *("The maker made Named a suit 1 of 1 Took the turned suit 1 of 1", "Claims that were right 1 of 1"),
        *("Sequences and Bela points a deal The maker, made 2 deals 10", "Hearts 2 of 2", "matches won Bob 1 of 1"),
    ),
    "knockout_whist": (  # two matches; in the first Cem and Dee, then Bob had a dog's life, and only Cem came through
        *("Ann won 2 of 2", "Came through on a dog’s life 1 of 3", "Hearts 2 deals Spades 1 deal"),
        *("Who comes through deals Ann 5 of 5 Cem 2 of 3 Bob 3 of 5 Dee 1 of 2", "2 matches; half are shorter 2 deals"),
        "Who names trump tricks a deal Ann 3 deals 4.3",
    ),
    "zwanzig_ab": (  # by choice stayed Ann and Cem in the first deal, Dee in the second, Cem in the third
        *("Stayed by choice, took a trick 2 of 4", "Made trump, took a trick 3 of 3", "Could drop out and did 5 of 9"),
        *("where they could Bob 2 of 2 Ann 2 of 3 Dee 1 of 2 Cem 0 of 2", "Clubs 1 deal Hearts 2 deals"),
        *("the maker 3 deals 4.3 the maker, doubled 2 deals 4 the others 9 deals −0.3", "Took all five 1 deal"),
    ),
}
NO_GAMES = ("poker", "boomke_wies?year=x", "boomke_wies?last=3", "boomke_wies?year=2020&last=10")


def test_each_game_and_the_deals_behind_its_numbers(client, golden):
    pages = {key: page_of(client, f"/review/g/{key}") for key in WORDS}
    assert [(key, words) for key in WORDS for words in WORDS[key] if words not in pages[key]] == []
    assert "Plunge" not in pages["texas_42"]
    [(booms, _)] = [row for row in rows_of(client, "/review/g/boomke_wies") if row[1] == "Boom 1 of 2"]
    match, *deals = golden["boomke_wies"]
    assert re.findall(rf"/m/{match}/deal/(\w+)", client.get(booms).text) == [deals[6], deals[5]]
    assert {wrong: client.get(f"/review/g/{wrong}").status_code for wrong in NO_GAMES} == dict.fromkeys(NO_GAMES, 404)


def test_what_a_bid_brings_stands_below_it_and_one_mark_has_one_name(app, client):
    """Eleven eights of which nine are made bring (9 - 4) / 11; of 1 to win and 2 to lose two in three are even."""
    make_circle(client)
    lost = {"declarer": 0, "contract": 8, "tricks": 6}
    play(app, start(client, "boomke_wies", length="deals", length_value=11), *[EIGHT] * 9, *[lost] * 2)
    page = page_of(client, "/review/g/boomke_wies")
    assert "8: made 9 of 11 brings 0.5 points a deal" in page
    assert "The notch: made that often, a bid brings nothing and costs nothing." in page
    assert "8 brings 0.5 points a deal 9 of 11" in page_of(client, "/review/ask/bids")
    mark = {"bidder": 0, "bid": 42, "trump": 3, "points": 42}
    play(app, start(client, "texas_42", target_marks=2), mark, mark)
    assert "1 mark: made 2 of 2" in page_of(client, "/review/g/texas_42")
    assert "Ann 0 of them over 1 mark; highest made: 1 mark 2 of 2" in page_of(client, "/review/g/texas_42")


def test_a_game_or_a_time_without_a_match_says_so(client, golden):
    for game in KEYS:
        assert "No match of this game was finished then." in page_of(client, f"/review/g/{game}?year=1990")
    fresh = client.application.test_client()
    make_circle(fresh)
    assert "No finished match yet." in page_of(fresh, "/review/g/texas_42")
    play(client.application, start(fresh, "boomke_wies"), EIGHT)
    assert "No finished match yet." in page_of(fresh, "/review/g/boomke_wies")


def test_each_trump_and_each_kind_of_deal_has_its_list(client, golden):
    """Trumps of Texas 42 are contracts too."""
    contracts = [choice.value for choice in (*TRUMP.choices, *MARK_CONTRACTS[1:])] + ["low_no"]
    asked = [f"game=texas_42&trump={contract}" for contract in contracts]
    asked += [f"game={key}&trump={suit.value}" for key in KEYS for suit in SUITS]
    asked += [f"game={key}&kind={kind}" for key in KEYS for kind in review_of(key).wordings]
    assert [one for one in asked if client.get(f"/review/deals?{one}").status_code != 200] == []
