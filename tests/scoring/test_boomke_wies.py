"""Boomke Wies at the table: who speaks and leads, what each side needs, and how a deal is told."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.game import english
from scoring.games.boomke_wies import GAME
from scoring.sheet import replay
from scoring.words import Deal

NAMES = ("Ann", "Bob", "Cem", "Dee")
EIGHT = {"declarer": 1, "contract": 8}
BOOM = {"declarer": 1, "contract": 13}
MEETJE = {"contract": "meetje"}


def shown(*entries: dict[str, Any], pending: dict[str, Any] | None = None, **rules: Any) -> dict[str, Any]:
    """The board after these deals, Ann having dealt the first."""
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    return board(replay(GAME, GAME.table(NAMES, 0), rules, deals, pending))


def told(said: list[dict[str, Any]]) -> list[str]:
    """Codes with values as English, seats as numbers."""
    return [english(GAME, one["code"], one["values"]) for one in said]


@pytest.mark.parametrize(
    ("pending", "rules", "prompt"),
    [
        (None, {}, ["1 speaks first", "0 may shuffle, 3 cuts; 0 deals 13 each, as 4-4-5 or 5-4-4"]),
        (EIGHT, {}, ["1 leads; the suit led is trump"]),
        (MEETJE, {}, ["0 leads; the suit led is trump"]),
        (MEETJE, {"meetje_leader": "left_of_dealer"}, ["0 names trump, 1 leads"]),
        (
            None,
            {"auction": False},
            ["The dealer’s last card is trump", "0 may shuffle, 3 cuts; 0 deals 13 each, as 4-4-4-1"],
        ),
    ],
)
def test_what_the_table_does(pending, rules, prompt):
    assert told(shown(pending=pending, **rules)["prompt"]) == prompt


@pytest.mark.parametrize(
    ("pending", "done", "seat", "big"),
    [
        (EIGHT, "play", 1, 8),
        (BOOM, "play", 1, "Boom"),
        (MEETJE, "play", 0, "Meetje"),
        ({"contract": 8}, "bid", None, 8),
        ({"declarer": 3}, "bid", None, None),
        ({"trump": "spades"}, "bid", None, None),
    ],
)
def test_what_the_ring_shows(pending, done, seat, big):
    found = shown(pending=pending)
    assert found["step"] == done
    assert (found["spoken"]["values"]["seat"], found["spoken"]["values"]["big"]) == (seat, big)


@pytest.mark.parametrize(
    ("deals", "length", "words"),
    [(1, 3, []), (2, 3, ["The last deal"]), (2, 2, ["The totals are equal: this deal decides"])],
)
def test_a_match_of_so_many_deals_says_which_one_ends_it(deals, length, words):
    entries = [{"declarer": number, "contract": 8, "tricks": 8} for number in range(deals)]  # each side in turn
    assert told(shown(*entries, length="deals", length_value=length)["prompt"])[2:] == words
