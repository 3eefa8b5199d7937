"""Knock-Out Whist: what the screen says before, during and after a deal, the pot, and the cards that are drawn."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.board import board
from scoring.games.knockout_whist import GAME
from scoring.words import Sheet
from table.board import wordy
from table.language import Language, MessageFormatter
from table.node import text_of
from table.screen import Place, Table
from tests.laws.knockout_whist_recount import sheet, took

THREE_DEALS = (took(2, 1, 2, 2, 0, chooser=0), took(2, 2, 1, 1, 0, chooser=1), took(1, 1, 0, 3, None))


def fourth_deal(draft: dict[str, Any] | None = None) -> dict[str, Any]:
    """Eva is out, Cem on a dog's life, Ann deals four cards, Dee named spades."""
    rules = {"dogs_life": "one_per_player"}
    return board(sheet(5, rules, *THREE_DEALS, dealer=2, pending={"trump": "spades"}), draft)


def table(told: Sheet) -> Table:
    """The table screen of a match."""
    return Table(Place("", ""), GAME, told, Language())


def said(shown: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The prompt as codes with values."""
    return [(one["code"], one["values"]) for one in shown["prompt"]]


def test_cards_lead_and_knocking():
    assert said(fourth_deal()) == [
        ("cards_each_but", {"n": 4, "seats": [2]}),
        ("dealt", {"dealer": 0}),
        ("leads", {"leader": 1}),
        ("may_knock", {"seats": [2]}),
    ]


def test_who_is_left_at_least_one_trick_needs_none():
    """Of four tricks Ann and Bob have one each, Cem on a dog's life has one card: at least one is Dee's."""
    standing = sheet(5, {"dogs_life": "one_per_player"}, *THREE_DEALS, dealer=2).standing
    needs = GAME.needs(standing, {"trump": "spades", "tricks": [1, 1, "", "", None]})
    assert [(need.values["seat"], need.code) for need in needs] == [(2, "need_trick")]


def test_the_pot_is_told():
    now = sheet(3, {"money": True, "stake": 50}, took(4, 3, 0, buys=[2]))
    assert ("pot", {"pot_money": 200}) in said(board(now))
    assert board(now)["marks"]["pot"] == 200
    assert "pot" not in [code for code, _values in said(board(sheet(3, {})))]


def test_the_stick_runs_from_the_first_hand_to_one():
    stick = fourth_deal()["stick"]
    assert (stick["slots"], stick["now"]) == (["7", "6", "5", "4", "3", "2", "1"], 3)


def test_how_many_cards_may_be_exchanged():
    """Up to three, at most the hand; the card turned for trump counts as one of the pack."""
    full = ("exchange", {"n": 3, "leader": 1})
    assert full in said(board(sheet(4, {"exchange": True})))
    assert ("exchange", {"n": 2, "leader": 1}) in said(board(sheet(4, {"exchange": True, "first_hand": 2})))
    turned = board(sheet(4, {"exchange": True, "first_hand": 10}))  # 4 x 13 and one more
    named = board(sheet(6, {"exchange": True, "first_hand": 6}, took(2, 1, 1, 1, 1, 0)))  # 5 x 8 and 4
    assert ("exchange_short", {}) in said(turned)
    assert ("exchange_short", {}) not in said(named)


def test_what_is_done_before_the_first_trick_is_said_until_that_is_won():
    """Nobody exchanges, leads, names trump or shows a rainbow any more; who may knock still may."""
    rules = {"exchange": True, "rainbow": True, "two_of_diamonds": True, "first_hand": 5}
    now = sheet(4, rules, took(3, 1, 1, 0))
    before, begun = (
        [code for code, _values in said(board(now, draft))] for draft in ({}, {"tricks": [1, None, None, None]})
    )
    assert before[:4] == ["names_suit", "deals_but", "leads", "may_knock"]
    assert before[4:] == ["rainbow_counts", "exchange", "two_of_diamonds"]
    assert begun == ["cards_each_but", "dealt", "may_knock", "two_of_diamonds"]


def test_hints_are_right_of_one_and_of_several():
    formatter = MessageFormatter(Language(), "knockout_whist", sheet(4, {}).standing.table)

    def words(*tricks: int) -> str:
        hint = GAME.hint(sheet(4, {}).standing, {"tricks": ["", *tricks]}, "tricks", 7 - sum(tricks), 0)
        assert hint is not None
        return text_of(formatter.format({"code": hint.code, "values": hint.values}))

    assert words(2, 1, 0) == "Ann names trump; Dee on a dog’s life"
    assert words(2, 0, 0) == "Ann names trump; Cem and Dee on a dog’s life"


def test_what_the_table_s_rules_add():
    assert ("amnesty", {}) in said(board(sheet(3, {"amnesty": True})))
    assert ("amnesty", {}) not in said(board(sheet(3, {"amnesty": True}, took(3, 2, 2))))
    assert ("amnesty", {}) not in said(board(sheet(3, {"amnesty": True, "money": True})))
    rainbow = [("rainbow_counts", {}) in said(board(sheet(3, {"rainbow": True, "first_hand": n}))) for n in (5, 4)]
    assert rainbow == [False, True]
    assert ("two_of_diamonds", {}) in said(board(sheet(3, {"two_of_diamonds": True})))


def test_the_ring_says_who_named_trump():
    spades = {"trump": "spades"}
    assert board(sheet(3, {}, pending=spades))["spoken"]["code"] == "turned"
    named = board(sheet(3, {}, took(3, 2, 2), pending=spades))["spoken"]
    assert (named["code"], named["values"]["seat"], named["values"]["big"]) == ("named", 0, "spades")


def chips(shown: dict[str, Any], key: str, seat: int = 0) -> list[str | None]:
    """The codes of why a field's chips cannot be."""
    field = next(field for field in shown["fields"] if field["key"] == key)
    return [chip["why_not"] and chip["why_not"]["code"] for chip in field["choices"][seat]]


def test_who_can_have_won_a_cut_or_buy():
    written = {"tricks": [3, 4, 0, 0]}
    one = {"several_first": "one_by_cut"}
    assert chips(board(sheet(4, one), written), "dog") == ["dog_not_failed", "dog_not_failed", None, None]
    assert chips(board(sheet(4, {}), written), "dog") == ["dog_needless"] * 4
    assert chips(board(sheet(4, one), {"tricks": [3, 2, 2, 0]}), "dog") == ["dog_needless"] * 4
    assert chips(board(sheet(4, {"money": True}), written), "buys") == ["buys_refused", "buys_refused", None, None]
    assert chips(board(sheet(4, {}), written), "buys") == ["buys_none"] * 4
    assert chips(board(sheet(4, {}), written), "chooser") == ["chooser_not_most", None] + ["chooser_not_most"] * 2
    assert chips(board(sheet(4, {}), {"tricks": [3, None, None, 0]}), "chooser") == ["tricks_first"] * 4


def columns(now: Sheet, form: dict[str, list[str]] | None = None) -> list[str]:
    """The columns of the board in words: who, the large number, and what stands below it."""
    drawn = Table(Place("/m/1", "/e/1"), GAME, now, Language(), form).totals_board()
    return [" ".join(leaves(side)) for side in drawn[2]]


def leaves(piece: Any) -> list[str]:
    """The words of a tree, those of the dealer's mark apart."""
    if type(piece) is not tuple:
        return [str(piece)]
    return [] if piece[1].get("class") == "dealer" else [words for child in piece[2] for words in leaves(child)]


@pytest.mark.parametrize(
    ("rules", "deals", "form", "shown"),
    [
        ({}, (), {}, ["Ann 7 cards", "Bob 7 cards", "Cem 7 cards"]),
        ({}, (took(4, 3, 0),), {}, ["Ann 6 cards", "Bob 6 cards", "Cem 1 dog’s life"]),
        ({}, (took(4, 3, 0),), {"won": ["0", "2", "0"]}, ["Ann 6 2 tricks", "Bob 6 0 tricks", "Cem 1 1 trick"]),
        ({}, (took(4, 3, 0),), {"won": ["0"]}, ["Ann 6 1 trick", "Bob 6 0 tricks", "Cem 1 dog’s life"]),
        ({}, (took(4, 3, 0),), {"tricks.0": ["3"]}, ["Ann 6 cards", "Bob 6 cards", "Cem 1 dog’s life"]),
        ({}, (took(4, 3, 0), took(5, 1, 0)), {}, ["Ann 5 cards", "Bob 5 cards", "Cem – out"]),
        ({"money": True}, (took(4, 3, 0, buys=[2]),), {}, ["Ann 6 cards", "Bob 6 cards", "Cem 6 dog’s life"]),
        ({"dogs_life": "off"}, (took(4, 3, 0), took(0, 6, None)), {}, ["Ann 2 out", "Bob 1 in", "Cem 3 out"]),
    ],
)
def test_the_board_shows_the_cards_in_hand_and_the_tricks_of_this_deal(rules, deals, form, shown):
    """The sum of tricks over all deals means nothing; in the end there are places."""
    assert columns(sheet(3, rules, *deals), form) == shown


def test_the_header_says_of_how_many_deals():
    matches = [sheet(4, {}), sheet(4, {}, took(3, 2, 1, 1)), sheet(4, {"first_hand": 5})]
    assert [table(now).deal_text for now in matches] == ["deal 1 of 7", "deal 2 of 7", "deal 1 of 5"]


def test_the_cell_that_seven_leave_is_never_empty():
    for pending, cell in ((None, "6 cards each"), ({"trump": "spades"}, "Ann named ♠ 6 cards each")):
        drawn = table(sheet(7, {}, took(2, 1, 1, 1, 1, 1, 0), pending=pending)).totals_board()
        assert " ".join(leaves(drawn[2][-1])).split() == cell.split()


def test_names_that_do_not_fit_are_smaller():
    assert [wordy([name, "Bob"]) for name in ("Ann", "Maximiliane", "Ann of the Seven")] == [None, "wordy", "wordy"]
    assert wordy(["Donaudampfschifffahrt", "Bob"]) == "wordy wordier"
