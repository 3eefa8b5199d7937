"""Boomke Wies at the table: who speaks and leads, what each side needs, and how a deal is told."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games.boomke_wies import GAME
from scoring.sheet import replay
from scoring.wording import english
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
    ("pending", "needs"),
    [
        (None, []),
        ({"contract": 8}, []),
        (EIGHT, [(1, "8 tricks make it"), (0, "6 tricks beat it")]),
        ({"declarer": 2, "contract": 12}, [(0, "12 tricks make it"), (1, "2 tricks beat it")]),
        (BOOM, [(1, "all 13 tricks make it"), (0, "any trick beats the Boom")]),
        (MEETJE, [(0, "7 tricks score in the Meetje"), (1, "7 tricks score in the Meetje")]),
    ],
)
def test_what_both_sides_need(pending, needs):
    found = shown(pending=pending)["needs"]
    assert list(zip([need["side"] for need in found], told(found), strict=True)) == needs


@pytest.mark.parametrize(
    ("entries", "needs"),
    [
        ([], ["3 points to win", "3 points to win"]),
        ([{"declarer": 1, "contract": 10, "tricks": 9}], ["1 point to win", "5 points to win"]),
        (
            [{"declarer": 0, "contract": 9, "tricks": 13}, {"declarer": 1, "contract": 8, "tricks": 13}],
            None,  # the first is there at once
        ),
    ],
)
def test_what_is_lacking_to_the_total(entries, needs):
    board_now = shown(*entries, length="points", length_value=3)
    assert (told(board_now["needs"]) if board_now["step"] != "over" else None) == needs


def test_equal_totals_past_the_target_play_on():
    """A ruling makes them equal: whoever is ahead after the next deal wins."""
    rules = {"length": "points", "length_value": 3}
    deals = (
        Deal("1", "deal", {"declarer": 0, "contract": 9, "tricks": 13}, None),
        Deal("2", "adjust", {"points": [0, 3]}, None),
    )
    sheet = replay(GAME, GAME.table(NAMES, 0), rules, deals)
    assert sheet.outcome is None
    assert told(board(sheet)["needs"]) == ["ahead of the other side"] * 2


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
    ("entry", "head", "story", "awards"),
    [
        (EIGHT | {"tricks": 9}, "1", "bid 8, took 9", ["bid 8, took 9"]),
        (EIGHT | {"tricks": 13}, "1", "bid 8, took all thirteen", ["bid 8, took all thirteen"]),
        (EIGHT | {"tricks": 5}, "1", "bid 8, took 5", ["bid 8, took 5", "beat the bid of 8 with 8 tricks"]),
        (BOOM | {"tricks": 13}, "1", "Boom, took all thirteen", ["Boom made"]),
        (BOOM, "1", "Boom, lost a trick", ["Boom lost", "beat a Boom"]),
        (
            MEETJE | {"tricks": 6},
            "0",
            "Meetje, took 6",
            ["1 trick short in a Meetje", "the majority in a Meetje: 7"],
        ),
        (MEETJE | {"tricks": 7}, "0", "Meetje, took 7", ["the majority in a Meetje: 7"]),
    ],
)
def test_how_a_deal_is_told(entry, head, story, awards):
    line = shown(entry)["lines"][0]
    assert told([line["head"], line["story"]]) == [head, story]
    assert [english(GAME, award["why"], award["values"]) for award in line["awards"]] == awards


@pytest.mark.parametrize(("tricks", "side"), [(13, 0), (7, 0), (6, 1), (0, 1)])
def test_how_a_deal_without_an_auction_is_told(tricks, side):
    line = shown({"tricks": tricks}, auction=False)["lines"][0]
    assert told([line["head"], line["story"]]) == [
        str(side),
        f"{max(tricks, 13 - tricks)} tricks to {min(tricks, 13 - tricks)}",
    ]


@pytest.mark.parametrize(
    ("deals", "length", "words"),
    [(1, 3, []), (2, 3, ["The last deal"]), (2, 2, ["The totals are equal: this deal decides"])],
)
def test_a_match_of_so_many_deals_says_which_one_ends_it(deals, length, words):
    entries = [{"declarer": number, "contract": 8, "tricks": 8} for number in range(deals)]  # each side in turn
    assert told(shown(*entries, length="deals", length_value=length)["prompt"])[2:] == words


def stakes(**rules: Any) -> dict[Any, tuple[int, ...]]:
    """What each bid would gain or lose, and the most it would lose where that differs."""
    choices = next(field for field in shown(**rules)["fields"] if field["key"] == "contract")["choices"][0]
    hints = {choice["value"]: choice["hint"]["values"] for choice in choices}
    return {bid: tuple(values.values()) for bid, values in hints.items()}


def test_what_a_bid_is_worth():
    low, high = (1, -1), (2, -2)
    worth = {7: low, 8: low, 9: low, 10: high, 11: high, 12: high, 13: (5, -5)}
    assert stakes() == worth | {"meetje": (1, -1, -7)}
    assert stakes(meetje_fine="none") == worth | {"meetje": (1, 0)}


@pytest.mark.parametrize("length", ["deals", "points"])
def test_a_match_may_be_as_short_as_one(length):
    over = shown(EIGHT | {"tricks": 8}, length=length, length_value=1)
    assert over["outcome"]["winners"] == [1]


def test_no_auction_is_tapped_where_there_is_none():
    begun = replay(GAME, GAME.table(NAMES, 0), {"auction": False}, ()).standing
    assert GAME.auction(begun, []) is None
    assert GAME.auction(begun._replace(rules=begun.rules | {"auction": True}), []) is not None
