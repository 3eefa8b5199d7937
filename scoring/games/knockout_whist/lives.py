"""Lives of Knock-Out Whist: who is in, on a dog’s life or a parish, or out, and the carry between deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.turns import chooser_of, deals_next, next_in, takes_over

if TYPE_CHECKING:
    from scoring.words import Carry, Entry, Rules, Standing, Table

LIVES = ("dog", "parish", "blind_parish")  # one rung below the other


def opening(table: Table, rules: Rules) -> tuple[int, Carry]:
    """The total that every side starts with, and the carry before the first deal."""
    players, hand, dealer = len(table.players), rules["first_hand"], table.first_dealer
    return 0, {
        "status": ["in"] * players,
        "hands": [hand] * players,
        "hand": hand,
        "chooser": None,
        "leader": dealer if rules["first_leader"] == "dealer" else (dealer + 1) % players,
        "dogs_life_used": False,
        "pot": players * rules["stake"] if rules["money"] else 0,
        "lives": [0] * players,
    }


def cut_for_one(standing: Standing) -> bool:
    """Whether several who fail in this deal cut for one dog's life (KO-D4)."""
    rules, carry = standing.rules, standing.carry
    if rules["money"] or rules["amnesty"] or carry["dogs_life_used"] or carry["hand"] == 1:
        return False
    return bool(rules["dogs_life"] == "one_occasion" and rules["several_first"] == "one_by_cut")


def fate(standing: Standing, place: int) -> str:
    """The best status that a seat can have after a deal in which it wins no trick."""
    rules, carry = standing.rules, standing.carry
    if carry["hand"] == 1:
        return "out"  # KO-D8
    if rules["money"]:
        return money_fate(rules, carry, place)
    if rules["amnesty"]:
        return "in" if standing.number == 1 else "out"
    if rules["dogs_life"] == "one_occasion":
        return "out" if carry["dogs_life_used"] else "dog"
    return "dog" if rules["dogs_life"] == "one_per_player" and not carry["lives"][place] else "out"


def money_fate(rules: Rules, carry: Carry, place: int) -> str:
    """What a seat without a trick is offered for a unit: the next rung down, or out (KO-V11, KO-D14, KO-D15)."""
    lives = carry["lives"][place]
    if lives == 0:
        return "out" if carry["dogs_life_used"] else "dog"
    if lives > 2 or (rules["parish_after"] == "dogs_life_deal" and carry["status"][place] == "in"):
        return "out"
    return "parish" if lives == 1 else "blind_parish"


def status_after(standing: Standing, entry: Entry) -> list[str]:
    """The status of every seat after a legal deal."""
    after = ["out" if took is None else "in" for took in entry["tricks"]]
    for place, took in enumerate(entry["tricks"]):
        if took == 0:
            paid = not standing.rules["money"] or place in entry.get("buys", ())
            after[place] = fate(standing, place) if paid and entry.get("dog", place) == place else "out"
    return after


def carry_after(standing: Standing, entry: Entry, status: list[str]) -> Carry:
    """The carry after a legal deal with these statuses."""
    rules, carry = standing.rules, standing.carry
    hand = carry["hand"] - 1
    chooser = chooser_of(entry)
    dealer = deals_next(standing, status, chooser)
    occasion = rules["money"] or (rules["dogs_life"] == "one_occasion" and not rules["amnesty"])
    return {
        "status": status,
        "hands": [cards_for(state, hand, rules["money"]) for state in status],
        "hand": hand,
        "chooser": chooser,
        "leader": chooser if takes_over(rules) else next_in(status, dealer),
        "dogs_life_used": carry["dogs_life_used"] or bool(occasion and hand and 0 in entry["tricks"]),
        "pot": carry["pot"] + (rules["stake"] * len(entry.get("buys", ())) if rules["money"] else 0),
        "lives": [lives + 1 if status[place] in LIVES else lives for place, lives in enumerate(carry["lives"])],
    }


def alone_in(carry: Carry, winner: int) -> Carry:
    """The carry when everybody but the winner is out, whatever came of the deals."""
    after = dict(carry)
    after["status"] = ["in" if place == winner else "out" for place in range(len(carry["status"]))]
    after["hands"] = [carry["hand"] if place == winner else 0 for place in range(len(carry["status"]))]
    return after


def cards_for(state: str, hand: int, for_money: bool) -> int:
    """The cards of a seat in a deal of so many; a dog's life that was bought is a full hand (KO-V11)."""
    if state == "in" or (for_money and state == "dog"):
        return hand
    return 0 if state == "out" else 1


def has_one_card(standing: Standing, place: int) -> bool:
    """Whether a seat plays this deal with one card only because it failed."""
    carry = standing.carry
    return cards_for(carry["status"][place], carry["hand"] + 1, standing.rules["money"]) == 1
