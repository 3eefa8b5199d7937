"""A deal in words: its row on the sheet and what Undo and the toast call it, for entries of every game."""

from __future__ import annotations

from typing import Any

import pytest

from drawing.locale import Language
from drawing.messages import MessageFormatter
from drawing.node import text_of
from drawing.sheet_rows import row_texts, short_line
from scoring.board import board_line
from scoring.games import games
from scoring.sheet import replay
from scoring.words import Deal

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva")
PLAYERS = 4


def spoken(game: str, players: int, dealer: int, rules: dict[str, Any], *entries: dict[str, Any]) -> tuple[str, str]:
    """The last of these deals: its row on the sheet, and the deal in short."""
    played = games()[game]
    deals = tuple(Deal(str(n), entry.get("kind", "deal"), entry, None) for n, entry in enumerate(entries))
    sheet = replay(played, played.table(NAMES[:players], dealer), rules, deals)
    formatter = MessageFormatter(Language(), game, sheet.standing.table)
    told = board_line(played, sheet.lines[-1])
    assert not told["problems"]
    head, story, _style = row_texts(formatter, told)
    row = [head, " | ", story]
    return " ".join(text_of(row).split()), " ".join(text_of(short_line(formatter, told)).split())


A8 = {"declarer": 1, "contract": 8, "trump": "spades"}
BOOM = {"declarer": 1, "contract": 13}
MEETJE = {"contract": "meetje", "trump": "clubs"}


@pytest.mark.parametrize(
    ("rules", "entries", "row", "short"),
    [
        ({}, [A8 | {"tricks": 9}], "Bob | bid 8, took 9: Bob & Dee +1", "deal 1, Bob: Bob & Dee +1"),
        ({}, [A8 | {"tricks": 13}], "Bob | bid 8, took all thirteen: Bob & Dee +3", "deal 1, Bob: Bob & Dee +3"),
        (
            {},
            [A8 | {"tricks": 5}],
            "Bob | bid 8, took 5: Ann & Cem +1 Bob & Dee −1",
            "deal 1, Bob: Ann & Cem +1 Bob & Dee −1",
        ),
        ({}, [BOOM | {"tricks": 13}], "Bob | Boom, took all thirteen: Bob & Dee +5", "deal 1, Bob: Bob & Dee +5"),
        ({}, [BOOM], "Bob | Boom, lost a trick: Ann & Cem +5 Bob & Dee −5", "deal 1, Bob: Ann & Cem +5 Bob & Dee −5"),
        ({}, [MEETJE | {"tricks": 7}], "Ann | Meetje, took 7: Ann & Cem +1", "deal 1, Ann: Ann & Cem +1"),
        (
            {},
            [MEETJE | {"tricks": 6}],
            "Ann | Meetje, took 6: Ann & Cem −1 Bob & Dee +1",
            "deal 1, Ann: Ann & Cem −1 Bob & Dee +1",
        ),
        (
            {"auction": False},
            [{"tricks": 9}],
            "Ann & Cem | 9 tricks to 4: Ann & Cem +9 Bob & Dee +4",
            "deal 1, Ann & Cem: Ann & Cem +9 Bob & Dee +4",
        ),
        (
            {"auction": False},
            [{"tricks": 4}],
            "Bob & Dee | 9 tricks to 4: Ann & Cem +4 Bob & Dee +9",
            "deal 1, Bob & Dee: Ann & Cem +4 Bob & Dee +9",
        ),
        (
            {},
            [{"kind": "adjust", "points": [0, 2], "note": "revoked"}],
            "A ruling | revoked: Bob & Dee +2",
            "a ruling, Bob & Dee +2",
        ),
        (
            {},
            [{"kind": "adjust", "points": [-1, 2], "note": "revoked"}],
            "A ruling | revoked: Ann & Cem −1 Bob & Dee +2",
            "a ruling, Ann & Cem −1 Bob & Dee +2",
        ),
    ],
)
def test_boomke_wies(rules, entries, row, short):
    assert spoken("boomke_wies", PLAYERS, 0, rules, *entries) == (row, short)


@pytest.mark.parametrize(
    ("rules", "entries", "row", "short"),
    [
        (
            {},
            [{"bidder": 1, "bid": 30, "points": 34}],
            "Bob | bid 30, took 34 of 42: Bob & Dee +1",
            "deal 1, Bob: Bob & Dee +1",
        ),
        ({}, [{"bidder": 1, "bid": 30, "made": True}], "Bob | bid 30, made: Bob & Dee +1", "deal 1, Bob: Bob & Dee +1"),
        (
            {},
            [{"bidder": 1, "bid": 84, "made": True}],
            "Bob | bid 2 marks, took all seven tricks: Bob & Dee +2",
            "deal 1, Bob: Bob & Dee +2",
        ),
        (
            {},
            [{"bidder": 1, "bid": 84, "points": 41}],
            "Bob | bid 2 marks, lost a trick, set: Ann & Cem +2",
            "deal 1, Bob: Ann & Cem +2",
        ),
        (
            {},
            [{"bidder": 1, "bid": 42, "contract": "nello", "made": True}],
            "Bob | Nello for 1 mark, lost every trick: Bob & Dee +1",
            "deal 1, Bob: Bob & Dee +1",
        ),
        (
            {},
            [{"bidder": 1, "bid": 42, "contract": "nello", "made": False}],
            "Bob | Nello for 1 mark, won a trick, set: Ann & Cem +1",
            "deal 1, Bob: Ann & Cem +1",
        ),
        (
            {},
            [{"bidder": 1, "bid": 168, "contract": "plunge", "made": False}],
            "Bob | Plunge for 4 marks, set: Ann & Cem +4",
            "deal 1, Bob: Ann & Cem +4",
        ),
        (
            {},
            [{"bidder": 1, "bid": 42, "contract": "sevens", "made": True}],
            "Bob | Sevens for 1 mark, took all seven tricks: Bob & Dee +1",
            "deal 1, Bob: Bob & Dee +1",
        ),
        (
            {},
            [{"bidder": 1, "bid": 42, "penalty": True}],
            "Bob | bid 1 mark, set by a penalty: Ann & Cem +1",
            "deal 1, Bob: Ann & Cem +1",
        ),
        ({}, [{"bidder": None}], "No bid | everybody passed: thrown in", "deal 1 · No bid"),
        (
            {},
            [{"bidder": None, "calls": ["pass", "pass", "pass", "pass"]}],
            "No bid | everybody passed: thrown in",
            "deal 1 · No bid",
        ),
        (
            {"scoring": "points"},
            [{"bidder": 1, "bid": 32, "points": 35}],
            "Bob | bid 32, took 35 of 42: Ann & Cem +7 Bob & Dee +35",
            "deal 1, Bob: Ann & Cem +7 Bob & Dee +35",
        ),
        (
            {"scoring": "points"},
            [{"bidder": 1, "bid": 32, "points": 31}],
            "Bob | bid 32, took 31 of 42, set: Ann & Cem +43",
            "deal 1, Bob: Ann & Cem +43",
        ),
        (
            {"scoring": "points"},
            [{"bidder": 0, "contract": "low_no", "made": True}],
            "Ann | Low-No, lost every trick: Ann & Cem +42",
            "deal 1, Ann: Ann & Cem +42",
        ),
    ],
)
def test_texas_42(rules, entries, row, short):
    assert spoken("texas_42", PLAYERS, 0, rules, *entries) == (row, short)


MADE = {"maker": 1, "turned": True, "trump": "hearts", "cards": [40, 72], "last_trick": 0}
EQUAL = MADE | {"cards": [62, 72]}
HELD = {"equal_totals": "held"}


@pytest.mark.parametrize(
    ("rules", "entries", "row", "short"),
    [
        (
            {},
            [MADE],
            "Bob made ♥ | 72, Ann 50 with the last trick: Ann +50 Bob +72",
            "deal 1, Bob made ♥: Ann +50 Bob +72",
        ),
        (
            {},
            [MADE | {"bela": 1, "sequence_points": [50, 0], "cards": [30, 75]}],
            "Bob made ♥ | 95 with Bela, Ann 90 with 50 points in sequences and the last trick: Ann +90 Bob +95",
            "deal 1, Bob made ♥: Ann +90 Bob +95",
        ),
        (
            {},
            [MADE | {"cards": [62, 71]}],
            "Bob made ♥ | 71 against Ann’s 72 with the last trick, all to Ann: Ann +143",
            "deal 1, Bob made ♥: Ann +143",
        ),
        (
            HELD,
            [EQUAL],
            "Bob made ♥ | 72, Ann 72 with the last trick; 72 held over: Ann +72",
            "deal 1, Bob made ♥: Ann +72",
        ),
        (
            HELD,
            [EQUAL, MADE],
            "Bob made ♥ | 72, Ann 50 with the last trick; 72 points held over go to Bob: Ann +50 Bob +144",
            "deal 2, Bob made ♥: Ann +50 Bob +144",
        ),
        ({}, [{"maker": None}], "Four passes | Bob deals again", "deal 1 · Four passes"),
    ],
)
def test_clobyosh(rules, entries, row, short):
    assert spoken("clobyosh", 2, 0, rules, *entries) == (row, short)


ON_A_DOGS_LIFE = {"tricks": [3, 2, 2, 0]}
MONEY = {"money": True}


@pytest.mark.parametrize(
    ("rules", "entries", "row", "short"),
    [
        ({}, [ON_A_DOGS_LIFE], "Dee on a dog’s life | Ann 3, Bob 2, Cem 2, Dee none", "deal 1, Dee on a dog’s life"),
        ({}, [{"tricks": [3, 2, 1, 1]}], "Ann names trump | Ann 3, Bob 2, Cem 1, Dee 1", "deal 1, Ann names trump"),
        (
            {},
            [{"tricks": [3, 3, 1, 0], "chooser": 0}],
            "Dee on a dog’s life | Ann 3, Bob 3, Cem 1, Dee none; Ann and Bob cut for trump: Ann",
            "deal 1, Dee on a dog’s life",
        ),
        (
            {},
            [{"tricks": [2, 2, 2, 1], "chooser": 2}],
            "Cem names trump | Ann 2, Bob 2, Cem 2, Dee 1; Ann, Bob and Cem cut for trump: Cem",
            "deal 1, Cem names trump",
        ),
        (
            {"tie_for_most": "turn_card"},
            [{"tricks": [2, 2, 2, 1]}],
            "Ann, Bob and Cem tie for most | Ann 2, Bob 2, Cem 2, Dee 1",
            "deal 1, Ann, Bob and Cem tie for most",
        ),
        (
            {},
            [ON_A_DOGS_LIFE, {"tricks": [4, 2, 0, 0]}],
            "Cem and Dee out | Ann 4, Bob 2, Cem and Dee none",
            "deal 2, Cem and Dee out",
        ),
        (
            {},
            [ON_A_DOGS_LIFE, {"tricks": [3, 3, 0, 0], "chooser": 1}],
            "Cem and Dee out | Ann 3, Bob 3, Cem and Dee none; Ann and Bob cut for trump: Bob",
            "deal 2, Cem and Dee out",
        ),
        (
            {"dogs_life": "off"},
            [{"tricks": [7, 0, 0, 0]}],
            "Bob, Cem and Dee out | Ann 7, Bob, Cem and Dee none",
            "deal 1, Bob, Cem and Dee out",
        ),
        (
            MONEY,
            [{"tricks": [4, 3, 0, 0], "buys": [3]}],
            "Dee bought a dog’s life, Cem out | Ann 4, Bob 3, Cem and Dee none",
            "deal 1, Dee bought a dog’s life, Cem out",
        ),
        (
            {"amnesty": True},
            [{"tricks": [4, 3, 0, 0]}],
            "Cem and Dee forgiven | Ann 4, Bob 3, Cem and Dee none",
            "deal 1, Cem and Dee forgiven",
        ),
        ({"rainbow": True, "first_hand": 4}, [{"rainbow": 0}], "Ann | dealt four cards of four suits", "deal 1, Ann"),
    ],
)
def test_knockout_whist(rules, entries, row, short):
    assert spoken("knockout_whist", PLAYERS, 3, rules, *entries) == (row, short)


@pytest.mark.parametrize(
    ("rules", "entries", "row", "short"),
    [
        (
            {},
            [{"trump": "clubs", "tricks": [2, 1, 1, 1]}],
            "Ann −2, Bob −1, Cem −1, Dee −1 | ♣, all stayed: Ann 2, Bob 1, Cem 1, Dee 1",
            "deal 1, Ann −2, Bob −1, Cem −1, Dee −1",
        ),
        (
            {},
            [{"trump": "spades", "tricks": [3, 2, 0, 0]}],
            "Ann −3, Bob −2, Cem +5, Dee +5 | ♠, all stayed: Ann 3, Bob 2, Cem and Dee none",
            "deal 1, Ann −3, Bob −2, Cem +5, Dee +5",
        ),
        (
            {},
            [{"trump": "hearts", "tricks": [2, 2, 1, 0]}],
            "Ann −4, Bob −4, Cem −2, Dee +10 | ♥ ×2, all stayed: Ann 2, Bob 2, Cem 1, Dee none",
            "deal 1, Ann −4, Bob −4, Cem −2, Dee +10",
        ),
        (
            {"first_packet": "three", "blind_hearts": 4},
            [{"trump": "hearts", "tricks": [2, 2, 1, 0], "named": "blind"}],
            "Ann −8, Bob −8, Cem −4, Dee +20 | ♥ blind ×4, all stayed: Ann 2, Bob 2, Cem 1, Dee none",
            "deal 1, Ann −8, Bob −8, Cem −4, Dee +20",
        ),
        (
            {},
            [{"trump": "clubs", "tricks": [5, None, None, None]}],
            "Ann −5 | ♣; Bob, Cem and Dee dropped, Ann takes all five",
            "deal 1, Ann −5",
        ),
        (
            {},
            [{"trump": "clubs", "tricks": [0, 3, 2, None]}],
            "Bob −3, Cem −2, Ann +5 | ♣; Bob 3, Cem 2, Ann none; Dee dropped",
            "deal 1, Bob −3, Cem −2, Ann +5",
        ),
        (
            {"first_packet": "three"},
            [{"redeal": True}],
            "Redeal | three sevens and eights: Dee deals again",
            "deal 1 · Redeal",
        ),
        (
            {},
            [{"kind": "adjust", "points": [0, 2, 0, -1], "note": "revoked"}],
            "A ruling | revoked: Bob +2 Dee −1",
            "a ruling, Bob +2 Dee −1",
        ),
    ],
)
def test_zwanzig_ab(rules, entries, row, short):
    assert spoken("zwanzig_ab", PLAYERS, 3, rules, *entries) == (row, short)


def test_a_deal_that_does_not_count_is_told_in_a_sentence_of_its_own():
    game = games()["boomke_wies"]
    deals = (Deal("0", "deal", A8 | {"tricks": 9, "declarer": 9}, None),)
    sheet = replay(game, game.table(NAMES[:PLAYERS], 0), {}, deals)
    formatter = MessageFormatter(Language(), "boomke_wies", sheet.standing.table)
    told = board_line(game, sheet.lines[-1])
    assert told["problems"]
    assert " ".join(text_of(short_line(formatter, told)).split()) == f"deal {told['number']} · Not counted"
