"""Knock-Out Whist: whose turn it is, who is alive, what a deal counts, and when a match is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import last_deal
from scoring.words import Message, Outcome, award

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Carry, Entry, Line, Rules, Sheet, Standing, Table


def takes_over(rules: Rules) -> bool:
    """Whether the winner of a deal deals, names trump and leads the next (KO-V1, KO-V11)."""
    return bool(rules["winner_takes_over"] or rules["money"])


def most_tricks(tricks: list[Any]) -> list[int]:
    """The seats that won most tricks, more than one when they tie."""
    best = max([took for took in tricks if took is not None])
    return [place for place, took in enumerate(tricks) if took == best]


def chooser_of(entry: Entry) -> int | None:
    """The seat that names trump next, or None when a card is turned."""
    most = most_tricks(entry["tricks"])
    return most[0] if len(most) == 1 else entry.get("chooser")


def deals_next(standing: Standing, status: list[str], chooser: int | None) -> int:
    """Who deals next: left of the dealer, even one who has just been knocked out (KO-D10), or the winner."""
    rules, before = standing.rules, standing.carry["status"]
    if chooser is not None and takes_over(rules):
        return chooser
    for step in range(1, len(status)):
        place = (standing.dealer + step) % len(status)
        if before[place] != "out" and (status[place] != "out" or rules["out_dealer_deals"]):
            return place
    return standing.dealer


def next_in(status: list[str], place: int) -> int:
    """The next seat clockwise that is still in the match."""
    for step in range(1, len(status)):
        other = (place + step) % len(status)
        if status[other] != "out":
            return other
    return place


def next_holder(hands: list[int], place: int) -> int:
    """The next seat clockwise that holds a card: who leads when this one knocks or has played its only card (KO-D7)."""
    for step in range(1, len(hands)):
        other = (place + step) % len(hands)
        if hands[other]:
            return other
    return place


def leader_of(standing: Standing) -> int:
    """Who leads: as carried, but left of the dealer also when the table has ruled that another deals."""
    if takes_over(standing.rules) and standing.carry["chooser"] is not None:
        return int(standing.carry["leader"])
    if standing.number == 1 and standing.rules["first_leader"] == "dealer":
        return standing.dealer
    return next_in(standing.carry["status"], standing.dealer)


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


BOUGHT = {"dog": "bought_dogs_life", "parish": "bought_parish", "blind_parish": "bought_blind_parish"}


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if "rainbow" in entry:
        return (award(entry["rainbow"], 0, "rainbow"),), alone_in(standing.carry, entry["rainbow"])
    status = status_after(standing, entry)
    return awards_of(standing, entry["tricks"], status), carry_after(standing, entry, status)


def awards_of(standing: Standing, tricks: list[Any], status: list[str]) -> tuple[Award, ...]:
    """Tricks as points, and awards of no points that say who fell, who bought and who came back."""
    before = standing.carry["status"]
    awards = []
    for place, took in enumerate(tricks):
        if took:
            awards.append(award(place, took, "tricks", {"n": took}))
            if before[place] != "in":
                awards.append(award(place, 0, "back" if has_one_card(standing, place) else "stays"))
        elif took == 0:
            awards.append(failure(standing, place, status[place]))
    return tuple(awards)


def failure(standing: Standing, place: int, state: str) -> Award:
    """What no trick means to a seat."""
    if state == "out":
        return award(place, 0, "knocked_out")
    if state == "in":
        return award(place, 0, "forgiven")
    if standing.rules["money"]:
        return award(place, 0, BOUGHT[state], {"fee_money": standing.rules["stake"]})
    return award(place, 0, "dogs_life")


DOGS_LIVES = ("dogs_life", "bought_dogs_life")
SPARED = DOGS_LIVES + ("bought_parish", "bought_blind_parish")


def outcome(standing: Standing, lines: list[Line]) -> Outcome | None:
    """Who has won and why, or None while the match goes on; standing is the one after the last line."""
    status = standing.carry["status"]
    if len(status) - status.count("out") > 1:
        return None
    line = last_deal(lines)
    if line is not None and line.deal.entry.get("rainbow") is not None:
        return Outcome((line.deal.entry["rainbow"],), "rainbow", {}, None)
    why = "last_in" if standing.carry["hand"] else "last_trick"
    return Outcome(tuple(place for place, state in enumerate(status) if state != "out"), why, {}, None)


def ranks(sheet: Sheet) -> list[int]:
    """Whoever was knocked out later stands better, whoever never was the best."""
    return [-out_in(sheet, side) for side in range(len(sheet.standing.totals))]


def out_in(sheet: Sheet, side: int) -> int:
    """The number of the deal in which a side was knocked out; one that is in has the number of the next deal."""
    knocked = [
        line.number
        for line in sheet.lines
        if line.deal.kind == "deal" and any(given.why == "knocked_out" and given.side == side for given in line.awards)
    ]
    return knocked[-1] if knocked else sheet.standing.number


def left_words(sheet: Sheet, side: int) -> Message:
    """When a side was out of the match."""
    deal = out_in(sheet, side)
    return Message("left_in", {"n": deal}) if deal < sheet.standing.number else Message("stayed_in", {})


def comeback(lines: list[Line], winners: tuple[int, ...]) -> Message | None:
    """That a winner was once on a dog's life."""
    back = any(given.why in DOGS_LIVES and given.side in winners for line in lines for given in line.awards)
    return Message("back_from_dog", {}) if back else None


def spared(line: Line) -> tuple[int, ...]:
    """The sides that won no trick in a scored deal and stay in."""
    return tuple([given.side for given in line.awards if given.why in SPARED])


def settle(sheet: Sheet) -> tuple[int, ...]:
    """What each side receives (negative: pays) in minor units of money; empty when there is no money in it."""
    pot = sheet.standing.carry["pot"]
    if not sheet.outcome or not pot or sheet.outcome.why == "written_down":  # who bought in is not known there
        return ()
    fees = [0] * len(sheet.standing.totals)
    for line in sheet.lines:
        for given in line.awards if line.deal.kind == "deal" else ():
            fees[given.side] += given.values.get("fee_money", 0)
    return tuple(nets(pot, fees, sheet.outcome.winners[0]))


def nets(pot: int, fees: list[int], winner: int) -> list[int]:
    """What each seat has won or lost in minor units: the pot is everybody's first unit and the fees for buying on."""
    unit = (pot - sum(fees)) // len(fees)
    return [(pot if place == winner else 0) - unit - fee for place, fee in enumerate(fees)]
