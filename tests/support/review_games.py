"""A golden evening with a match of each game, made so that every panel of review can be worked out by hand.

Ann deals the first deal of each match; Ann and Cem play against Bob and Dee.
"""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.support.records import play
from tests.support.tables import make_circle, start

PASS = "pass"
EIGHT = {"declarer": 1, "contract": 8, "tricks": 9}
BOOMKE: tuple[dict[str, Any], ...] = (
    EIGHT | {"calls": [8, PASS, PASS, PASS]},  # Bob, first to speak: +1
    {"declarer": 0, "contract": 8, "tricks": 6, "calls": [7, PASS, 8, PASS, PASS]},  # Ann over Cem: -2
    {"declarer": 0, "contract": 9, "tricks": 5, "calls": [8, 9, PASS, PASS, PASS]},  # Dee had her eight: Ann -2
    {"declarer": 0, "contract": 8, "tricks": 13},  # all thirteen without Boom: +3
    {"contract": "meetje", "tricks": 5},  # the dealer is Ann: -3
    {"declarer": 1, "contract": 13, "tricks": 13},  # Bob's Boom
    {"declarer": 0, "contract": 13, "tricks": 12},  # Ann's Boom is lost: -10
    *[EIGHT] * 5,
)
"""Twelve deals: eight is made 7 of 8 times, nine 0 of 1, Boom 1 of 2. Bob and Dee win 19 to -6."""
TEXAS: tuple[dict[str, Any], ...] = (
    {"bidder": 1, "bid": 31, "trump": 3, "points": 30},  # Bob is set by one
    {"bidder": 1, "bid": 30, "points": 35},  # Bob deals and has 30
    {"bidder": 0, "bid": 42, "contract": "nello", "made": True},
    {"bidder": 0, "bid": 84, "made": False},
)
"""Marks 1-0, 1-1, 2-1, 2-3: Bob and Dee win a match to three."""
HEARTS = {"maker": 1, "turned": True, "trump": "hearts", "last_trick": 1}
CLOBYOSH: tuple[dict[str, Any], ...] = (
    HEARTS | {"cards": [45, 80]},  # Bob has 90 with the last trick, Ann 45
    HEARTS | {"turned": False, "cards": [45, 80], "bela": 1},  # 110, of which 20 came with the cards; 65 in all for Ann
    HEARTS | {"cards": [10, 50], "claim": 1},  # Bob had 200 and claims 250, rightly
)
KNOCKOUT: tuple[dict[str, Any], ...] = (
    {"tricks": [4, 3, 0, 0], "chooser": 0},  # Cem and Dee are on a dog's life
    {"trump": "spades", "tricks": [4, 1, 1, 0]},  # Ann named trump: 4 of 6 among four; Cem came through, Dee is out
    {"trump": "hearts", "tricks": [5, 0, 0, None]},  # Cem is out, Bob on a dog's life
    {"trump": "hearts", "tricks": [4, 0, None, None]},  # Bob is out: Ann wins
)
ZWANZIG: tuple[dict[str, Any], ...] = (
    {"trump": "hearts", "tricks": [0, 3, 2, None]},  # doubled: Bob the maker +6, Ann took none -10, Dee dropped out
    {"trump": "clubs", "tricks": [None, None, 5, 0]},  # Cem made trump and swept
    {"trump": "hearts", "tricks": [None, None, 4, 1]},  # doubled: Dee the maker -2, Cem -8 and out at -1
)


def golden_games(app: Flask, client: FlaskClient) -> dict[str, list[str]]:
    """A new circle after an evening of all five games; the uids of deals by game, first that of the match."""
    make_circle(client)
    rules: dict[str, dict[str, Any]] = {
        "boomke_wies": {"length": "deals", "length_value": 12},
        "texas_42": {"target_marks": 3},
        "clobyosh": {"target": 250},
        "knockout_whist": {"dogs_life": "one_per_player"},
        "zwanzig_ab": {"start": 16},
    }
    deals = {"boomke_wies": BOOMKE, "texas_42": TEXAS, "clobyosh": CLOBYOSH}
    deals |= {"knockout_whist": KNOCKOUT, "zwanzig_ab": ZWANZIG}
    found = {}
    for game, entries in deals.items():
        uid = start(client, game, *(("Ann", "Bob") if game == "clobyosh" else ()), **rules[game])
        found[game] = [uid, *play(app, uid, *entries)]
    pot = start(client, "knockout_whist", "Ann", "Bob", money="yes", stake="1.00")
    play(app, pot, {"tricks": [7, 0], "buys": []})  # Bob does not buy in: Ann has the pot
    return found
