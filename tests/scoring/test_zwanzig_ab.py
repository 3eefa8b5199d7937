"""Zwanzig ab: who must stay and for which reason, and what the screen says of it."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.game import english
from scoring.games.zwanzig_ab import GAME
from scoring.games.zwanzig_ab.score import must_stay
from scoring.sheet import replay
from scoring.words import Deal, Sheet

NAMES = ("Ann", "Bob", "Cem", "Dee")
CLUBS = {"trump": "clubs", "tricks": [2, 1, 1, 1]}
D_DROPS = {"trump": "clubs", "tricks": [2, 2, 1, None]}


def sheet(rules: dict[str, Any], *entries: dict[str, Any], pending: dict[str, Any] | None = None) -> Sheet:
    """Dee deals first, so Ann is the maker, Bob sits opposite the dealer and Cem at the dealer's right."""
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(entries))
    return replay(GAME, GAME.table(NAMES, 3), rules, deals, pending)


MAKER = (0, "stay_maker")
DEAL_2 = (1, "stay_maker")
TWO = {"two_active": True}
THREE = {"first_packet": "three"}
BLIND = {"trump": "hearts", "tricks": [2, 2, 1, 0], "named": "blind"}
DROPPED = {"drop_twice": False}
LOW = {"drop_twice": False, "low_score_may_drop": False}
STAYS: list[tuple[dict[str, Any], list[dict[str, Any]], str | None, tuple[int, ...], tuple[tuple[int, str], ...]]] = [
    ({}, [], "clubs", (), (MAKER,)),
    ({}, [], None, (), (MAKER,)),
    ({}, [], "diamonds", (), (MAKER, (1, "stay_suit"), (2, "stay_suit"), (3, "stay_suit"))),
    ({"all_stay_suit": "clubs"}, [], "diamonds", (), (MAKER,)),
    (TWO, [], "clubs", (1, 2), (MAKER, (3, "stay_two"))),
    (TWO, [], "clubs", (2,), (MAKER,)),
    ({"start": 60}, [CLUBS] * 8, None, (), (MAKER, (1, "stay_special"), (2, "stay_special"), (3, "stay_special"))),
    (DROPPED, [D_DROPS], "spades", (), (DEAL_2, (3, "stay_twice"))),
    (DROPPED, [D_DROPS], "diamonds", (), (DEAL_2, (2, "stay_suit"), (3, "stay_suit"), (0, "stay_suit"))),
    (LOW | {"start": 7}, [D_DROPS], None, (), (DEAL_2, (3, "stay_twice"), (0, "stay_low"))),
    (LOW | {"start": 6}, [D_DROPS], None, (), (DEAL_2, (2, "stay_low"), (3, "stay_twice"), (0, "stay_low"))),
]


@pytest.mark.parametrize(("rules", "entries", "trump", "dropped", "held"), STAYS)
def test_who_must_stay(rules, entries, trump, dropped, held):
    assert must_stay(sheet(rules, *entries).standing, trump, dropped) == held


def said(shown: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The prompt as codes with values."""
    return [(one["code"], one["values"]) for one in shown["prompt"]]


def test_before_trump_the_maker_names_it():
    codes = said(board(sheet({})))
    assert codes == [("names_two", {"maker": 0}), ("deals_two_three", {"dealer": 3})]


def test_with_three_cards_there_is_a_right_to_a_redeal():
    codes = said(board(sheet({"first_packet": "three"})))
    assert [code for code, _values in codes] == ["names_three", "deals_three_two", "redeal_right"]


def test_hearts_double_and_the_first_is_asked():
    codes = said(board(sheet({}, pending={"trump": "hearts"})))
    assert codes[:2] == [("all_double", {}), TURN]
    assert codes[-2] == ("leads", {"maker": 0})


def test_who_is_held_in_is_told_with_the_reason():
    shown = board(sheet({"drop_twice": False}, D_DROPS, pending={"trump": "spades"}))
    assert ("stay_twice", {"seat": 3}) in said(shown)
    assert ("may_drop_in_turn", {"free_seats": [2, 0]}) in said(shown)


def test_a_chip_for_dropping_says_why_not():
    shown = board(sheet({"drop_twice": False}, D_DROPS, pending={"trump": "spades"}))
    tricks = next(field for field in shown["fields"] if field["key"] == "tricks")
    why_not = [row[-1]["why_not"] and row[-1]["why_not"]["code"] for row in tricks["choices"]]
    assert why_not == [None, "stay_maker", None, "stay_twice"]


def test_the_stick_stays_at_hearts_from_the_ninth_on():
    for rules, slots, now in (
        ({}, 9, 8),
        ({"special_deals": "ninth_only"}, 10, 9),
        ({"special_deals": "off"}, 10, 9),
    ):
        stick = board(sheet({"start": 60} | rules, *[CLUBS] * 8, {"trump": "hearts", "tricks": [2, 1, 1, 1]}))["stick"]
        assert (len(stick["slots"]), stick["now"]) == (slots, now)


def test_all_the_others_dropped():
    alone = {"trump": "clubs", "tricks": [5, None, None, None]}
    line = board(sheet({}, alone))["lines"][0]
    assert (line["story"]["code"], line["story"]["values"]["maker"]) == ("story_alone", 0)
    assert board(sheet({}, CLUBS))["lines"][0]["story"]["code"] != "story_alone"


def test_when_cards_are_exchanged():
    for rules, trump, exchange in (
        ({}, "clubs", "exchange_first"),
        ({"decide": "before_exchange"}, "clubs", "exchange_later"),
        ({}, "diamonds", "exchange"),
        ({"start": 5, "low_score_may_drop": False}, "clubs", "exchange"),
    ):
        codes = said(board(sheet(rules, pending={"trump": trump})))
        assert codes[-2:] == [("leads", {"maker": 0}), (exchange, {"maker": 0})]


def test_two_must_play_is_told_while_all_three_may_drop():
    two = ("two_play", {"dealer": 3})
    assert two in said(board(sheet(TWO, pending={"trump": "clubs"})))
    assert two not in said(board(sheet({}, pending={"trump": "clubs"})))
    assert two not in said(board(sheet(TWO, pending={"trump": "diamonds"})))
    assert ("two_play", {"dealer": 0}) not in said(board(sheet(TWO | DROPPED, D_DROPS, pending={"trump": "clubs"})))


TURN = ("may_drop_in_turn", {"free_seats": [1, 2, 3]})
DECIDING: list[tuple[dict[str, Any], list[int | str | None], list[tuple[str, dict[str, Any]]]]] = [
    ({}, ["", "", "", ""], [TURN]),  # a stay is not tapped: whose turn it is of them nobody knows
    ({}, ["", None, "", ""], [("may_drop_in_turn", {"free_seats": [2, 3]})]),
    ({}, ["", "", None, ""], [("may_drop", {"other": 3})]),  # who was asked before stayed
    ({}, ["", "", "", None], []),
    ({}, ["", None, None, ""], [("may_drop", {"other": 3})]),
    ({}, ["", None, None, None], []),
    (TWO, ["", None, "", ""], [("may_drop_in_turn", {"free_seats": [2, 3]}), ("two_play", {"dealer": 3})]),
    (TWO, ["", "", None, ""], [("may_drop", {"other": 3})]),
    (TWO, ["", None, None, ""], [("stay_two", {"seat": 3})]),
]


@pytest.mark.parametrize(("rules", "tricks", "told"), DECIDING)
@pytest.mark.parametrize(
    ("decide", "exchange"), [("after_exchange", "exchange_first"), ("before_exchange", "exchange_later")]
)
def test_who_may_still_drop_out(rules, tricks, told, decide, exchange):
    """Where one decides after the exchange, it is over when somebody has dropped."""
    codes = said(board(sheet(rules | {"decide": decide}, pending={"trump": "clubs"}), {"tricks": tricks}))
    still = decide == "before_exchange" or None not in tricks
    assert codes == [*told, ("leads", {"maker": 0})] + [(exchange, {"maker": 0})] * still


@pytest.mark.parametrize("tricks", [["", 2, "", ""], [3, None, "", ""], [2, 2, "", None]])
def test_once_tricks_are_written_only_the_lead_is_told(tricks):
    low = {"low_score_may_drop": False, "start": 5} if None not in tricks else {}
    codes = said(board(sheet(low | {"decide": "before_exchange"}, pending={"trump": "hearts"}), {"tricks": tricks}))
    assert codes == [("all_double", {}), ("leads", {"maker": 0})]


def test_who_is_held_in_is_passed_over():
    shown = board(sheet(LOW | {"start": 6}, D_DROPS, pending={"trump": "clubs"}), {"tricks": ["", "", "", ""]})
    assert [code for code, _values in said(shown) if code.startswith("may_drop")] == []
    shown = board(sheet(DROPPED, D_DROPS, pending={"trump": "clubs"}), {"tricks": ["", "", None, ""]})
    assert ("may_drop", {"other": 0}) in said(shown)  # Dee, who is asked before Ann, must stay


def test_a_suit_that_holds_everybody_in_is_told_once():
    codes = said(board(sheet({}, pending={"trump": "diamonds"})))
    assert codes[0] == ("all_stay", {"trump": "diamonds"})
    assert [code for code, _values in codes].count("stay_suit") == 0


def test_the_ninth_deal_names_nothing():
    codes = said(board(sheet({"start": 60}, *[CLUBS] * 8)))
    assert [code for code, _values in codes] == ["special", "deals_two_three", "exchange", "leads"]
    assert said(board(sheet({"start": 60, "special_deals": "off"}, *[CLUBS] * 8)))[0][0] == "names_two"


def test_strokes_are_drawn_as_long_as_all_of_them_can_be():
    kinds = [board(sheet({"start": start}))["marks"]["kind"] for start in (120, 121)]
    assert kinds == ["five_bar_gates", "none"]
    rise = {"trump": "clubs", "tricks": [5, 0, 0, 0]}
    assert [board(sheet({"start": start}, rise))["marks"]["kind"] for start in (115, 116)] == ["five_bar_gates", "none"]


def tapped(shown: dict[str, Any], seat: int) -> list[Any]:
    """What each number of tricks, and dropping, would bring a seat; both, where it may be one or the other."""
    row = next(field for field in shown["fields"] if field["key"] == "tricks")["choices"][seat]
    found = [chip["hint"] and tuple(chip["hint"]["values"].values()) for chip in row]
    return [one[0] if one and len(one) == 1 else one for one in found]


def test_what_a_number_of_tricks_is_worth():
    clubs = board(sheet({}, pending={"trump": "clubs"}))
    assert tapped(clubs, 1) == [5, -1, -2, -3, -4, -5, 0]
    assert tapped(clubs, 0) == [5, -1, -2, -3, -4, -5, None]  # the maker cannot drop
    bonus = {"sweep_bonus": 5}
    assert tapped(board(sheet(bonus, pending={"trump": "hearts"})), 1) == [10, -2, -4, -6, -8, -20, 0]
    assert tapped(board(sheet({})), 1) == [None] * 7
    assert tapped(board(sheet({"start": 60}, *[CLUBS] * 8)), 1) == [10, -2, -4, -6, -8, -10, None]


def test_points_that_count_once_are_not_spoken_of():
    assert said(board(sheet({}, pending={"trump": "clubs"})))[0] == TURN
    four = {"first_packet": "three"}
    assert said(board(sheet(four, pending={"trump": "hearts", "named": "blind"})))[0] == ("all_fourfold", {})


def test_chips_of_how_trump_is_made():
    def chips(key: str, **rules: Any) -> dict[Any, tuple[str | None, str | None]]:
        field = next(field for field in board(sheet(rules))["fields"] if field["key"] == key)
        codes = [[chip[word] and chip[word]["code"] for word in ("why_not", "hint")] for chip in field["choices"][0]]
        return {chip["value"]: tuple(pair) for chip, pair in zip(field["choices"][0], codes, strict=True)}

    free = {"named": (None, None), "next": (None, None), "blind": (None, "hint_double")}
    assert chips("named", first_packet="three") == free
    assert set(chips("named").values()) == {("named_two", None)}
    assert chips("redeal", first_packet="three") == {True: (None, None), False: (None, None)}
    assert chips("redeal") == {True: ("redeal_none", None), False: (None, None)}
    assert chips("trump")["diamonds"] == (None, "hint_all_stay")
    assert chips("trump")["hearts"] == (None, "hint_double")
    assert chips("trump")["clubs"] == (None, None)


def test_dropping_where_two_must_play():
    """Who would be the last of three to drop is held in; while another is open, that one may still play."""

    def dropping(*tricks: int | str | None) -> list[str | None]:
        shown = board(sheet(TWO, pending={"trump": "clubs"}), {"tricks": list(tricks)})
        rows = next(field for field in shown["fields"] if field["key"] == "tricks")["choices"]
        return [row[-1]["why_not"] and row[-1]["why_not"]["code"] for row in rows[1:]]

    assert dropping(5, None, None, "") == [None, None, "stay_two"]
    assert dropping(5, "", None, "") == [None] * 3
    assert dropping(5, 0, None, None) == ["stay_two", None, None]
    assert dropping("", None, "", None) == [None, "stay_two", None]


def test_the_last_seat_takes_what_is_left():
    """Of which it is said when the others are known; a number that stands can be lowered, to give it to another."""

    def offered(seat: int, *tricks: int | str | None) -> list[int | None]:
        shown = board(sheet({}, pending={"trump": "clubs"}), {"tricks": list(tricks)})
        rows = next(field for field in shown["fields"] if field["key"] == "tricks")["choices"]
        return [chip["value"] for chip in rows[seat] if chip["why_not"] is None]

    assert offered(3, 2, 1, 0, "") == [2]
    assert offered(3, 2, 3, 0, "") == [0, None]
    assert offered(3, 2, 1, "", "") == [0, 1, 2, None]
    assert offered(0, "", None, None, None) == [5]
    assert offered(1, 2, 1, 0, 2) == [0, 1, None]


def test_what_was_said_of_drops_and_a_redeal_rules_out_the_rest():
    def refused(key: str, draft: dict[str, Any], **rules: Any) -> dict[Any, str]:
        field = next(field for field in board(sheet(rules), draft)["fields"] if field["key"] == key)
        return {chip["value"]: chip["why_not"]["code"] for chip in field["choices"][0] if chip["why_not"]}

    assert refused("trump", {"tricks": ["", None, "", ""]}) == {"diamonds": "stay_suit"}
    assert refused("trump", {"tricks": ["", 0, "", ""]}) == {}
    three = {"first_packet": "three"}
    assert refused("redeal", {"trump": "clubs"}, **three) == {True: "redeal_alone"}
    assert set(refused("trump", {"redeal": True}, **three).values()) == {"redeal_alone"}


def test_how_trump_was_made_is_in_the_ring():
    three = {"first_packet": "three"}
    for named, code in (("named", "made"), ("next", "made_next"), ("blind", "made_blind")):
        spoken = board(sheet(three, pending={"trump": "spades", "named": named}))["spoken"]
        assert (spoken["code"], spoken["values"]["seat"], spoken["values"]["big"]) == (code, 0, "spades")


def test_the_bonus_is_not_promised_to_a_maker_left_alone():
    shown = board(sheet({"sweep_bonus": 5}, pending={"trump": "clubs"}), {"tricks": [None, 0, None, None]})
    alone = board(sheet({"sweep_bonus": 5}, pending={"trump": "clubs"}), {"tricks": [5, None, None, None]})
    nothing_yet = board(sheet({"sweep_bonus": 5}, pending={"trump": "clubs"}))
    assert (tapped(shown, 0)[5], tapped(alone, 0)[5], tapped(nothing_yet, 0)[5]) == (-10, -5, (-5, -10))


@pytest.mark.parametrize(
    ("rules", "entry", "head", "story"),
    [
        ({}, {"trump": "clubs", "tricks": [2, 1, 1, 1]}, "0 -2, 1 -1, 2 -1, 3 -1", "clubs, all stayed"),
        ({}, {"trump": "spades", "tricks": [3, 2, 0, 0]}, "0 -3, 1 -2, 2 5, 3 5", "spades, all stayed"),
        ({}, {"trump": "hearts", "tricks": [2, 2, 1, None]}, "0 -4, 1 -4, 2 -2", "hearts ×2; "),
        ({}, {"trump": "clubs", "tricks": [5, None, None, None]}, "0 -5", "clubs; "),
        (THREE, BLIND, "0 -8, 1 -8, 2 -4, 3 20", "hearts blind ×4,"),
        (THREE, BLIND | {"trump": "spades"}, "0 -4, 1 -4, 2 -2, 3 10", "spades blind ×2,"),
        (THREE | {"blind_hearts": 2}, BLIND | {"tricks": [5, None, None, None]}, "0 -10", "hearts blind ×2;"),
    ],
)
def test_a_line_tells_what_everybody_got_and_why(rules, entry, head, story):
    line = board(sheet(rules, entry))["lines"][0]
    assert english(GAME, line["head"]["code"], line["head"]["values"]) == head
    assert english(GAME, line["story"]["code"], line["story"]["values"]).startswith(story)
