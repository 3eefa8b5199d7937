"""Zwanzig ab: what a chip and the prompt say, against what every deal that it can become gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scoring.board import board
from scoring.games.zwanzig_ab import GAME
from scoring.words import Sheet, Standing
from tests.laws.zwanzig_ab_drafts import SUITS, a_draft, a_standing, completions, gains
from tests.support.cases import tries

if TYPE_CHECKING:
    from scoring.words import Entry

MANY = 60


def chips(standing: Standing, draft: Entry, key: str) -> list[list[dict[str, Any]]]:
    """The chips of a field, a list a seat."""
    shown = board(Sheet(GAME.key, (), standing, None, None), draft)
    return next(field for field in shown["fields"] if field["key"] == key)["choices"]


def test_what_a_number_promises_is_what_every_such_deal_gives():
    seen = set()
    for rng in tries("hints of zwanzig", MANY):
        standing = a_standing(rng)
        draft = a_draft(rng, standing)
        deals = completions(standing, draft)
        for seat, row in enumerate(chips(standing, draft, "tricks")):
            for chip in row:
                hint = chip["hint"]
                given = {gains(standing, deal)[seat] for deal in deals if deal["tricks"][seat] == chip["value"]}
                if hint and given:
                    assert given == set(hint["values"].values()), (standing, draft, seat, chip)
                    seen.add(hint["code"])
    assert seen == {"hint_points", "hint_sweep"}


def test_hearts_and_blind_double_and_one_suit_holds_all():
    seen = set()
    for rng in tries("chips of trump", MANY):
        standing = a_standing(rng)
        three = standing.rules["first_packet"] == "three"
        for chip in chips(standing, {}, "trump")[0]:
            deals = [] if chip["why_not"] else completions(standing, {"trump": chip["value"]})
            code = chip["hint"] and chip["hint"]["code"]
            everybody = all(None not in deal["tricks"] for deal in deals)
            if code == "hint_all_stay":
                assert everybody
            elif code is None and deals and not everybody:
                assert chip["value"] != standing.rules["all_stay_suit"]
            seen.add(code)
        for chip in chips(standing, {"trump": "clubs"}, "named")[0] if three else ():
            if not chip["why_not"]:
                assert (chip["hint"] is not None) == (chip["value"] == "blind")
                seen.add(chip["value"])
    assert seen == {None, "hint_all_stay", "hint_double", "named", "next", "blind"}


def said(standing: Standing, draft: Entry) -> list[tuple[str, dict[str, Any]]]:
    """The prompt: codes with values."""
    return [(one.code, one.values) for one in GAME.prompt(standing, draft or None)]


def test_maker_dealer_leader_and_who_must_stay_are_what_the_standing_gives():
    """A seat is said to stay when no deal exists in which it drops; one that is asked may both stay and drop."""
    seen = set()
    for rng in tries("prompts of zwanzig 2", MANY):
        standing = a_standing(rng)
        draft = {"trump": rng.choice(SUITS)} if rng.random() < 0.7 else {}
        drop = [seat for seat in range(4) if any(deal["tricks"][seat] is None for deal in played(standing, draft))]
        codes = said(standing, draft)
        left = (standing.dealer + 1) % 4
        for code, values in codes:
            assert values.get("maker", left) == left and values.get("dealer", standing.dealer) == standing.dealer, code
            if code.startswith("stay"):
                assert values["seat"] not in drop, (standing, draft)
            if code in ("all_stay", "special"):
                assert drop == [], (standing, draft)
            if code == "may_drop":
                assert values["other"] in drop, (standing, draft)
        asked = [(standing.dealer + step) % 4 for step in (2, 3, 4)]
        free = [seat for seat in asked if seat in drop]
        if draft and not is_special(codes):
            turns = [values["free_seats"] for code, values in codes if code == "may_drop_in_turn"]
            last = [[values["other"]] for code, values in codes if code == "may_drop"]
            assert turns + last == [free] * bool(free), (standing, draft)
        if not draft and not is_special(codes):
            told = sorted(values["seat"] for code, values in codes if code.startswith("stay"))
            assert told == sorted(seat for seat in asked if seat not in drop), standing
        seen |= {code for code, _ in codes}
    assert seen >= {"stay_low", "stay_twice", "all_stay", "special", "may_drop", "may_drop_in_turn"}


def played(standing: Standing, draft: Entry) -> list[Entry]:
    """The deals it can become; those in which the maker's five were left out aside."""
    left = (standing.dealer + 1) % 4
    return [deal for deal in completions(standing, draft) if deal["tricks"][left] is not None]


def is_special(codes: list[tuple[str, dict[str, Any]]]) -> bool:
    """Whether hearts are trump without anybody's choice."""
    return codes[0][0] == "special"
