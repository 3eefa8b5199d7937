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


MADE = {"maker": 1, "turned": True, "trump": "hearts", "cards": [40, 72], "last_trick": 0}
EQUAL = MADE | {"cards": [62, 72]}
# rules, deals, and of the last of them: whose row it is | what happened | what each side got
CASES: dict[str, list[tuple[dict[str, Any], list[dict[str, Any]], str]]] = {
    "boomke_wies": [
        ({}, [{"declarer": 1, "contract": 8, "tricks": 9}], "Bob | bid 8, took 9 | Bob & Dee +1"),
        ({}, [{"declarer": 1, "contract": 8, "tricks": 13}], "Bob | bid 8, took all thirteen | Bob & Dee +3"),
        ({}, [{"declarer": 1, "contract": 8, "tricks": 5}], "Bob | bid 8, took 5 | Ann & Cem +1 Bob & Dee −1"),
        ({}, [{"declarer": 1, "contract": 13, "tricks": 13}], "Bob | Boom, took all thirteen | Bob & Dee +5"),
        ({}, [{"declarer": 1, "contract": 13}], "Bob | Boom, lost a trick | Ann & Cem +5 Bob & Dee −5"),
        ({}, [{"contract": "meetje", "trump": "clubs", "tricks": 7}], "Ann | Meetje, took 7 | Ann & Cem +1"),
        (
            {},
            [{"contract": "meetje", "trump": "clubs", "tricks": 6}],
            "Ann | Meetje, took 6 | Ann & Cem −1 Bob & Dee +1",
        ),
        ({"auction": False}, [{"tricks": 9}], "Ann & Cem | 9 tricks to 4 | Ann & Cem +9 Bob & Dee +4"),
        ({"auction": False}, [{"tricks": 4}], "Bob & Dee | 9 tricks to 4 | Ann & Cem +4 Bob & Dee +9"),
        ({}, [{"kind": "adjust", "points": [0, 2], "note": "revoked"}], "A ruling | revoked | Bob & Dee +2"),
        (
            {},
            [{"kind": "adjust", "points": [-1, 2], "note": "revoked"}],
            "A ruling | revoked | Ann & Cem −1 Bob & Dee +2",
        ),
    ],
    "texas_42": [
        ({}, [{"bidder": 1, "bid": 30, "points": 34}], "Bob | bid 30, took 34 of 42 | Bob & Dee +1"),
        ({}, [{"bidder": 1, "bid": 30, "made": True}], "Bob | bid 30, made | Bob & Dee +1"),
        ({}, [{"bidder": 1, "bid": 84, "made": True}], "Bob | bid 2 marks, took all seven tricks | Bob & Dee +2"),
        ({}, [{"bidder": 1, "bid": 84, "points": 41}], "Bob | bid 2 marks, lost a trick, set | Ann & Cem +2"),
        (
            {},
            [{"bidder": 1, "bid": 42, "contract": "nello", "made": True}],
            "Bob | Nello for 1 mark, lost every trick | Bob & Dee +1",
        ),
        (
            {},
            [{"bidder": 1, "bid": 42, "contract": "nello", "made": False}],
            "Bob | Nello for 1 mark, won a trick, set | Ann & Cem +1",
        ),
        (
            {},
            [{"bidder": 1, "bid": 168, "contract": "plunge", "made": False}],
            "Bob | Plunge for 4 marks, set | Ann & Cem +4",
        ),
        (
            {},
            [{"bidder": 1, "bid": 42, "contract": "sevens", "made": True}],
            "Bob | Sevens for 1 mark, took all seven tricks | Bob & Dee +1",
        ),
        ({}, [{"bidder": 1, "bid": 42, "penalty": True}], "Bob | bid 1 mark, set by a penalty | Ann & Cem +1"),
        ({}, [{"bidder": None}], "No bid | everybody passed: thrown in"),
        ({}, [{"bidder": None, "calls": ["pass", "pass", "pass", "pass"]}], "No bid | everybody passed: thrown in"),
        (
            {"scoring": "points"},
            [{"bidder": 1, "bid": 32, "points": 35}],
            "Bob | bid 32, took 35 of 42 | Ann & Cem +7 Bob & Dee +35",
        ),
        (
            {"scoring": "points"},
            [{"bidder": 1, "bid": 32, "points": 31}],
            "Bob | bid 32, took 31 of 42, set | Ann & Cem +43",
        ),
        (
            {"scoring": "points"},
            [{"bidder": 0, "contract": "low_no", "made": True}],
            "Ann | Low-No, lost every trick | Ann & Cem +42",
        ),
    ],
    "clobyosh": [
        ({}, [MADE], "Bob made ♥ | 72, Ann 50 with the last trick | Ann +50 Bob +72"),
        (
            {},
            [MADE | {"cards": [30, 75], "bela": 1, "sequence_points": [50, 0]}],
            "Bob made ♥ | 95 with Bela, Ann 90 with 50 points in sequences and the last trick | Ann +90 Bob +95",
        ),
        (
            {},
            [MADE | {"cards": [62, 71]}],
            "Bob made ♥ | 71 against Ann’s 72 with the last trick, all to Ann | Ann +143",
        ),
        ({"equal_totals": "held"}, [EQUAL], "Bob made ♥ | 72, Ann 72 with the last trick; 72 held over | Ann +72"),
        (
            {"equal_totals": "held"},
            [EQUAL, MADE],
            "Bob made ♥ | 72, Ann 50 with the last trick; 72 points held over go to Bob | Ann +50 Bob +144",
        ),
        ({}, [{"maker": None}], "Four passes | Bob deals again"),
    ],
    "knockout_whist": [
        ({}, [{"tricks": [3, 2, 2, 0]}], "Dee on a dog’s life | Ann 3, Bob 2, Cem 2, Dee none"),
        ({}, [{"tricks": [3, 2, 1, 1]}], "Ann names trump | Ann 3, Bob 2, Cem 1, Dee 1"),
        (
            {},
            [{"tricks": [3, 3, 1, 0], "chooser": 0}],
            "Dee on a dog’s life | Ann 3, Bob 3, Cem 1, Dee none; Ann and Bob cut for trump: Ann",
        ),
        (
            {},
            [{"tricks": [2, 2, 2, 1], "chooser": 2}],
            "Cem names trump | Ann 2, Bob 2, Cem 2, Dee 1; Ann, Bob and Cem cut for trump: Cem",
        ),
        (
            {"tie_for_most": "turn_card"},
            [{"tricks": [2, 2, 2, 1]}],
            "Ann, Bob and Cem tie for most | Ann 2, Bob 2, Cem 2, Dee 1",
        ),
        ({}, [{"tricks": [3, 2, 2, 0]}, {"tricks": [4, 2, 0, 0]}], "Cem and Dee out | Ann 4, Bob 2, Cem and Dee none"),
        (
            {},
            [{"tricks": [3, 2, 2, 0]}, {"tricks": [3, 3, 0, 0], "chooser": 1}],
            "Cem and Dee out | Ann 3, Bob 3, Cem and Dee none; Ann and Bob cut for trump: Bob",
        ),
        ({"dogs_life": "off"}, [{"tricks": [7, 0, 0, 0]}], "Bob, Cem and Dee out | Ann 7, Bob, Cem and Dee none"),
        (
            {"money": True},
            [{"tricks": [4, 3, 0, 0], "buys": [3]}],
            "Dee bought a dog’s life, Cem out | Ann 4, Bob 3, Cem and Dee none",
        ),
        ({"amnesty": True}, [{"tricks": [4, 3, 0, 0]}], "Cem and Dee forgiven | Ann 4, Bob 3, Cem and Dee none"),
        ({"rainbow": True, "first_hand": 4}, [{"rainbow": 0}], "Ann | dealt four cards of four suits"),
    ],
    "zwanzig_ab": [
        (
            {},
            [{"trump": "clubs", "tricks": [2, 1, 1, 1]}],
            "Ann −2, Bob −1, Cem −1, Dee −1 | ♣, all stayed: Ann 2, Bob 1, Cem 1, Dee 1",
        ),
        (
            {},
            [{"trump": "spades", "tricks": [3, 2, 0, 0]}],
            "Ann −3, Bob −2, Cem +5, Dee +5 | ♠, all stayed: Ann 3, Bob 2, Cem and Dee none",
        ),
        (
            {},
            [{"trump": "hearts", "tricks": [2, 2, 1, 0]}],
            "Ann −4, Bob −4, Cem −2, Dee +10 | ♥ ×2, all stayed: Ann 2, Bob 2, Cem 1, Dee none",
        ),
        (
            {"first_packet": "three", "blind_hearts": 4},
            [{"trump": "hearts", "tricks": [2, 2, 1, 0], "named": "blind"}],
            "Ann −8, Bob −8, Cem −4, Dee +20 | ♥ blind ×4, all stayed: Ann 2, Bob 2, Cem 1, Dee none",
        ),
        (
            {},
            [{"trump": "clubs", "tricks": [5, None, None, None]}],
            "Ann −5 | ♣; Bob, Cem and Dee dropped, Ann takes all five",
        ),
        (
            {},
            [{"trump": "clubs", "tricks": [0, 3, 2, None]}],
            "Bob −3, Cem −2, Ann +5 | ♣; Bob 3, Cem 2, Ann none; Dee dropped",
        ),
        ({"first_packet": "three"}, [{"redeal": True}], "Redeal | three sevens and eights: Dee deals again"),
        ({}, [{"kind": "adjust", "points": [0, 2, 0, -1], "note": "revoked"}], "A ruling | revoked | Bob +2 Dee −1"),
    ],
}


@pytest.mark.parametrize(("game", "case"), [(game, case) for game, cases in CASES.items() for case in cases])
def test_how_a_deal_is_told(game, case):
    """A row of the sheet, and in short where Undo or a toast names it; a deal without points by its heading alone."""
    rules, entries, words = case
    head, story, *gains = words.split(" | ")
    players, dealer = (2 if game == "clobyosh" else 4), (3 if game in ("knockout_whist", "zwanzig_ab") else 0)
    told = f": {gains[0]}" if gains else ""
    if head == "A ruling":
        short = f"a ruling, {gains[0]}"
    elif head in ("No bid", "Four passes", "Redeal"):
        short = f"deal {len(entries)} · {head}"
    else:
        short = f"deal {len(entries)}, {head}{told}"
    assert spoken(game, players, dealer, rules, *entries) == (f"{head} | {story}{told}", short)


def test_a_deal_that_does_not_count_is_told_in_a_sentence_of_its_own():
    game = games()["boomke_wies"]
    deals = (Deal("0", "deal", {"declarer": 9, "contract": 8, "tricks": 9}, None),)
    sheet = replay(game, game.table(NAMES[:4], 0), {}, deals)
    formatter = MessageFormatter(Language(), "boomke_wies", sheet.standing.table)
    told = board_line(game, sheet.lines[-1])
    assert told["problems"]
    assert " ".join(text_of(short_line(formatter, told)).split()) == f"deal {told['number']} · Not counted"
