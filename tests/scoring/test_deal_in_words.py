"""A deal in words: its row on the sheet, what Undo and the toast call it, and why each side gets its points.

How many points those are is written in the golden files.
"""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board_line
from scoring.game import english
from scoring.games import games
from scoring.sheet import replay
from scoring.words import Deal, Sheet
from table.language import Language, MessageFormatter
from table.node import text_of
from table.sheet import row_texts, short_line

NAMES = ("Ann", "Bob", "Cem", "Dee")
Entry = dict[str, Any]
Case = tuple[Entry, list[Entry], str]


def played(game: str, rules: Entry, entries: list[Entry]) -> Sheet:
    """The sheet of these deals; Ann deals first, or leads where the dealer's left counts."""
    players = 2 if game == "clobyosh" else len(entries[0].get("tricks", NAMES)) if game == "knockout_whist" else 4
    table = games()[game].table(NAMES[:players], (players - 1) * (game in ("knockout_whist", "zwanzig_ab")))
    deals = tuple(Deal(str(n), entry.get("kind", "deal"), entry, None) for n, entry in enumerate(entries))
    return replay(games()[game], table, rules, deals)


def bob(contract: int, tricks: int | None = None) -> Entry:
    """Bob's bid and his tricks in Boomke Wies."""
    return {"declarer": 1, "contract": contract} | ({} if tricks is None else {"tricks": tricks})


def bobs(bid: int, **result: Any) -> Entry:
    """Bob's bid and its result in Texas 42."""
    return {"bidder": 1, "bid": bid} | result


def ruling(*points: int) -> Entry:
    """Points for a revoke."""
    return {"kind": "adjust", "points": list(points), "note": "revoked"}


def took(*tricks: int | None, **more: Any) -> Entry:
    """The tricks of every seat."""
    return {"tricks": list(tricks)} | more


POINTS, HELD, NO_AUCTION = {"scoring": "points"}, {"equal_totals": "held"}, {"auction": False}
THREE, MONEY = {"first_packet": "three"}, {"money": True, "stake": 50}
LOW_NO = {"bidder": 0, "contract": "low_no"}
MADE = {"maker": 1, "turned": True, "trump": "hearts", "cards": [40, 72], "last_trick": 0}
EQUAL = MADE | {"cards": [62, 72]}
# rules, deals, and of the last of them: whose row it is | what happened | what each side got
ROWS: dict[str, list[Case]] = {
    "boomke_wies": [
        ({}, [bob(8, 9)], "Bob | bid 8, took 9 | Bob & Dee +1"),
        ({}, [bob(8, 13)], "Bob | bid 8, took all thirteen | Bob & Dee +3"),
        ({}, [bob(8, 5)], "Bob | bid 8, took 5 | Ann & Cem +1 Bob & Dee −1"),
        ({}, [bob(13, 13)], "Bob | Boom, took all thirteen | Bob & Dee +5"),
        ({}, [bob(13)], "Bob | Boom, lost a trick | Ann & Cem +5 Bob & Dee −5"),
        ({}, [{"contract": "meetje", "tricks": 7}], "Ann | Meetje, took 7 | Ann & Cem +1"),
        ({}, [{"contract": "meetje", "tricks": 6}], "Ann | Meetje, took 6 | Ann & Cem −1 Bob & Dee +1"),
        (NO_AUCTION, [{"tricks": 9}], "Ann & Cem | 9 tricks to 4 | Ann & Cem +9 Bob & Dee +4"),
        (NO_AUCTION, [{"tricks": 4}], "Bob & Dee | 9 tricks to 4 | Ann & Cem +4 Bob & Dee +9"),
        ({}, [ruling(0, 2)], "A ruling | revoked | Bob & Dee +2"),
        ({}, [ruling(-1, 2)], "A ruling | revoked | Ann & Cem −1 Bob & Dee +2"),
    ],
    "texas_42": [
        ({}, [bobs(30, points=34)], "Bob | bid 30, took 34 of 42 | Bob & Dee +1"),
        ({}, [bobs(30, made=True)], "Bob | bid 30, made | Bob & Dee +1"),
        ({}, [bobs(30, made=False)], "Bob | bid 30, set | Ann & Cem +1"),
        ({}, [bobs(30, points=42, penalty=True)], "Bob | bid 30, set by a penalty | Ann & Cem +1"),
        ({}, [bobs(84, made=True)], "Bob | bid 2 marks, took all seven tricks | Bob & Dee +2"),
        ({}, [bobs(84, points=41)], "Bob | bid 2 marks, lost a trick, set | Ann & Cem +2"),
        ({}, [bobs(42, penalty=True)], "Bob | bid 1 mark, set by a penalty | Ann & Cem +1"),
        ({}, [bobs(42, contract="nello", made=True)], "Bob | Nello for 1 mark, lost every trick | Bob & Dee +1"),
        ({}, [bobs(42, contract="nello", points=1)], "Bob | Nello for 1 mark, won a trick, set | Ann & Cem +1"),
        ({}, [bobs(168, contract="plunge", made=True)], "Bob | Plunge for 4 marks, made | Bob & Dee +4"),
        ({}, [bobs(168, contract="plunge", points=41)], "Bob | Plunge for 4 marks, set | Ann & Cem +4"),
        (
            {"plunge": "three_marks", "splash": "two_marks"},
            [bobs(84, contract="splash", made=True)],
            "Bob | Splash for 2 marks, made | Bob & Dee +2",
        ),
        ({}, [bobs(42, contract="sevens", made=True)], "Bob | Sevens for 1 mark, took all seven tricks | Bob & Dee +1"),
        ({}, [bobs(42, contract="sevens", made=False)], "Bob | Sevens for 1 mark, lost a trick, set | Ann & Cem +1"),
        ({}, [{"bidder": None}], "No bid | everybody passed: thrown in"),
        ({}, [{"bidder": None, "calls": ["pass", "pass", "pass", "pass"]}], "No bid | everybody passed: thrown in"),
        (POINTS, [bobs(32, points=35)], "Bob | bid 32, took 35 of 42 | Ann & Cem +7 Bob & Dee +35"),
        (POINTS, [bobs(32, points=31)], "Bob | bid 32, took 31 of 42, set | Ann & Cem +43"),
        (POINTS, [bobs(84, made=True)], "Bob | bid 84, took all seven tricks | Bob & Dee +84"),
        (POINTS, [bobs(42, points=41)], "Bob | bid 42, lost a trick, set | Ann & Cem +42"),
        (POINTS, [LOW_NO | {"made": True}], "Ann | Low-No, lost every trick | Ann & Cem +42"),
        (POINTS, [LOW_NO | {"points": 10}], "Ann | Low-No, won a trick, set | Bob & Dee +42"),
        (POINTS, [LOW_NO | {"penalty": True}], "Ann | Low-No, set by a penalty | Bob & Dee +42"),
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
        (HELD, [EQUAL], "Bob made ♥ | 72, Ann 72 with the last trick; 72 held over | Ann +72"),
        (
            HELD,
            [EQUAL, MADE],
            "Bob made ♥ | 72, Ann 50 with the last trick; 72 points held over go to Bob | Ann +50 Bob +144",
        ),
        ({}, [{"maker": None}], "Four passes | Bob deals again"),
    ],
    "knockout_whist": [
        ({}, [took(3, 2, 2, 0)], "Dee on a dog’s life | Ann 3, Bob 2, Cem 2, Dee none"),
        ({}, [took(4, 3)], "Ann names trump | Ann 4, Bob 3"),
        ({}, [took(2, 0, 5, 0)], "Bob and Dee on a dog’s life | Cem 5, Ann 2, Bob and Dee none"),
        (
            {},
            [took(3, 3, 1, 0, chooser=0)],
            "Dee on a dog’s life | Ann 3, Bob 3, Cem 1, Dee none; Ann and Bob cut for trump: Ann",
        ),
        (
            {},
            [took(2, 2, 2, 1, chooser=2)],
            "Cem names trump | Ann 2, Bob 2, Cem 2, Dee 1; Ann, Bob and Cem cut for trump: Cem",
        ),
        (
            {"tie_for_most": "turn_card"},
            [took(2, 2, 2, 1)],
            "Ann, Bob and Cem tie for most | Ann 2, Bob 2, Cem 2, Dee 1",
        ),
        (
            {},
            [took(3, 2, 2, 0), took(3, 3, 0, 0, chooser=1)],
            "Cem and Dee out | Ann 3, Bob 3, Cem and Dee none; Ann and Bob cut for trump: Bob",
        ),
        ({"dogs_life": "off"}, [took(7, 0, 0, 0)], "Bob, Cem and Dee out | Ann 7, Bob, Cem and Dee none"),
        (MONEY, [took(4, 3, 0, 0, buys=[3])], "Dee bought a dog’s life, Cem out | Ann 4, Bob 3, Cem and Dee none"),
        (
            MONEY,
            [took(4, 2, 1, 0, buys=[3]), took(3, 2, 1, 0, buys=[3])],
            "Dee bought back in | Ann 3, Bob 2, Cem 1, Dee none",
        ),
        (
            MONEY,
            [took(4, 2, 1, 0, buys=[3]), took(3, 2, 1, 0, buys=[3]), took(3, 1, 0, 1)],
            "Dee back, Cem out | Ann 3, Bob 1, Dee 1, Cem none",
        ),
        ({"amnesty": True}, [took(4, 3, 0, 0)], "Cem and Dee forgiven | Ann 4, Bob 3, Cem and Dee none"),
        ({"rainbow": True, "first_hand": 4}, [{"rainbow": 0}], "Ann | dealt four cards of four suits"),
    ],
    "zwanzig_ab": [
        (
            {},
            [took(2, 1, 1, 1, trump="clubs")],
            "Ann −2, Bob −1, Cem −1, Dee −1 | ♣, all stayed: Ann 2, Bob 1, Cem 1, Dee 1",
        ),
        (
            {},
            [took(2, 2, 1, 0, trump="hearts")],
            "Ann −4, Bob −4, Cem −2, Dee +10 | ♥ ×2, all stayed: Ann 2, Bob 2, Cem 1, Dee none",
        ),
        (
            THREE,
            [took(2, 2, 1, 0, trump="hearts", named="blind")],
            "Ann −8, Bob −8, Cem −4, Dee +20 | ♥ blind ×4, all stayed: Ann 2, Bob 2, Cem 1, Dee none",
        ),
        ({}, [took(5, None, None, None, trump="clubs")], "Ann −5 | ♣; Bob, Cem and Dee dropped, Ann takes all five"),
        (
            THREE | {"blind_hearts": 2},
            [took(5, None, None, None, trump="hearts", named="blind")],
            "Ann −10 | ♥ blind ×2; Bob, Cem and Dee dropped, Ann takes all five",
        ),
        ({}, [took(0, 3, 2, None, trump="clubs")], "Bob −3, Cem −2, Ann +5 | ♣; Bob 3, Cem 2, Ann none; Dee dropped"),
        (THREE, [{"redeal": True}], "Redeal | three sevens and eights: Dee deals again"),
        ({}, [ruling(0, 2, 0, -1)], "A ruling | revoked | Bob +2 Dee −1"),
    ],
}


@pytest.mark.parametrize("game", ROWS)
def test_how_a_deal_is_told(game: str) -> None:
    """A row of the sheet, and in short where Undo or a toast names it; a deal without points by its heading alone."""
    for rules, entries, words in ROWS[game]:
        sheet = played(game, rules, entries)
        formatter = MessageFormatter(Language(), game, sheet.standing.table)
        told = board_line(games()[game], sheet.lines[-1])
        assert not told["problems"]
        head, story, *gains = words.split(" | ")
        got = f": {gains[0]}" if gains else ""
        if head == "A ruling":
            short = f"a ruling, {gains[0]}"
        elif head in ("No bid", "Four passes", "Redeal"):
            short = f"deal {len(entries)} · {head}"
        else:
            short = f"deal {len(entries)}, {head}{got}"
        row = [text_of(piece) for piece in row_texts(formatter, told)[:2]]
        assert " | ".join(" ".join(piece.split()) for piece in row) == f"{head} | {story}{got}"
        assert " ".join(text_of(short_line(formatter, told)).split()) == short


def test_a_deal_that_does_not_count_is_told_in_a_sentence_of_its_own() -> None:
    sheet = played("boomke_wies", {}, [{"declarer": 9, "contract": 8, "tricks": 9}])
    told = board_line(games()["boomke_wies"], sheet.lines[-1])
    formatter = MessageFormatter(Language(), "boomke_wies", sheet.standing.table)
    assert told["problems"]
    assert " ".join(text_of(short_line(formatter, told)).split()) == f"deal {told['number']} · Not counted"


def run(length: int, top: str, trump: bool = False) -> Entry:
    """A declared run."""
    return {"length": length, "top": top, "trump": trump}


def runs(ann: list[Entry], bobs: list[Entry], **more: Any) -> Entry:
    """Bob's trump with 62 in cards against 51 and the last trick, both having declared."""
    return MADE | {"cards": [51, 62], "sequences": [ann, bobs]} | more


QUEENS = [run(3, "Q")]
TIE = MADE | {"turned": False, "cards": [66, 56], "last_trick": 1}
NO_TRICK = MADE | {"cards": [0, 60], "last_trick": 1, "no_trick": 0}
CLAIM = {"maker": 1, "turned": True, "cards": [11, 90], "claim": 0}
# rules, deal, and every award: seat (Ann 0), points and why, who does not make trump first
WHY: dict[str, list[tuple[Entry, Entry, str]]] = {
    "boomke_wies": [
        ({}, bob(9, 3), "1 -1 bid 9, took 3 | 0 2 beat the bid of 9 with 10 tricks"),
        ({}, bob(13, 12), "1 -5 Boom lost | 0 5 beat a Boom"),
        ({}, bob(13, 13), "1 5 Boom made"),
        ({}, {"contract": "meetje", "tricks": 5}, "0 -2 2 tricks short in a Meetje | 1 1 the majority in a Meetje: 8"),
        (NO_AUCTION, {"tricks": 8}, "0 8 8 tricks | 1 5 5 tricks"),
        (NO_AUCTION | {"simple_score": "over_six"}, {"tricks": 6}, "1 1 7 tricks"),
    ],
    "texas_42": [(POINTS, bobs(32, points=35, penalty=True), "0 32 bid 32, set by a penalty | 0 7 took 7 points")],
    "clobyosh": [
        (
            {},
            MADE | {"cards": [11, 62], "bela": 0, "sequence_points": [20, 0]},
            "0 20 sequences | 0 20 Bela | 0 10 the last trick | 0 11 11 points in cards | 1 62 62 points in cards",
        ),
        (
            {},
            runs([run(4, "Q")], QUEENS, bela=1, last_trick=1),
            (
                "1 0 92 with Bela, the last trick against 0’s 101 with 50 points in sequences | "
                "0 50 a fifty against a twenty | 0 51 51 points in cards | 0 92 all that 1 made"
            ),
        ),
        ({}, NO_TRICK, "1 10 the last trick | 1 60 60 points in cards"),
        (
            {},
            NO_TRICK | {"maker": 0, "bela": 0, "sequences": [[run(3, "A")], [run(3, "9")]]},
            (
                "0 0 20 with Bela against 1’s 70 with the last trick | 1 10 the last trick | 1 60 60 points in cards | "
                "1 20 all that 0 made"
            ),
        ),
        ({}, TIE, "1 0 66 with the last trick, 0 66: the maker scores nothing | 0 66 66 points in cards"),
        (HELD, TIE, "1 0 66 with the last trick, 0 66: the maker’s are held over | 0 66 66 points in cards"),
        (
            {"equal_totals": "all_to_opponent"},
            TIE,
            "1 0 66 with the last trick, 0 66: all to 0 | 0 66 66 points in cards | 0 66 all that 1 made",
        ),
        (
            {"equal_totals": "both_keep"},
            TIE,
            "1 0 66 each | 0 66 66 points in cards | 1 10 the last trick | 1 56 56 points in cards",
        ),
        ({"target": 11}, CLAIM, "0 0 claimed with 11 | 0 11 11 points in cards"),
        (
            {"false_claim": "loses_deal"},
            CLAIM | {"cards": [30, 20], "bela": 0},
            "0 0 50 with Bela, a false claim of 501 | 1 20 20 points in cards | 1 50 all that 0 made",
        ),
    ],
    "zwanzig_ab": [
        (
            {},
            took(5, 0, None, None, trump="hearts"),
            "0 -10 5 tricks, times 2 | 1 10 stayed in without a trick, times 2 | 2 0 dropped out | 3 0 dropped out",
        ),
        (
            THREE | {"sweep_bonus": 5},
            took(5, 0, None, None, trump="clubs", named="blind"),
            (
                "0 -10 5 tricks, named blind, times 2 | 0 -10 all five tricks, named blind, times 2 | "
                "1 10 stayed in without a trick, named blind, times 2 | 2 0 dropped out | 3 0 dropped out"
            ),
        ),
        (
            {"sweep_bonus": 5},
            took(None, None, None, None, trump="hearts"),
            "0 -10 all the others dropped out, times 2 | 1 0 dropped out | 2 0 dropped out | 3 0 dropped out",
        ),
    ],
}


@pytest.mark.parametrize("game", WHY)
def test_why_each_gets_its_points(game: str) -> None:
    for rules, entry, words in WHY[game]:
        line = played(game, rules, [entry]).lines[0]
        assert not line.problems
        assert (
            " | ".join(f"{a.side} {a.points} {english(games()[game], a.why, a.values)}" for a in line.awards) == words
        )


@pytest.mark.parametrize(
    ("ann", "bobs", "points", "why"),
    [  # CB-X1 to X5
        ([], [run(7, "A")], 70, "sequences, unanswered"),
        ([], [run(8, "A")], 100, "sequences, unanswered"),
        ([run(3, "A")], [run(4, "K"), run(3, "9")], 70, "a fifty against a twenty"),
        ([run(4, "Q"), run(3, "A")], [run(4, "K")], 50, "the higher sequence"),
        (QUEENS, QUEENS, 20, "the best sequence, declared first"),
        (QUEENS, [run(3, "Q", trump=True)], 20, "the best sequence, in trumps"),
    ],
)
def test_why_a_sequence_of_clobyosh_is_the_better_one(ann, bobs, points, why):
    line = played("clobyosh", {}, [runs(ann, bobs)]).lines[0]
    told = [(one.side, one.points, english(games()["clobyosh"], one.why, one.values)) for one in line.awards]
    assert (1, points, why) in told
    assert len(told) == 4
