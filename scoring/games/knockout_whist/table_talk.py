"""What the table screen says in Knock-Out Whist before and during a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.draft import written_tricks
from scoring.games.knockout_whist.turns import leader_of, next_holder, next_in
from scoring.words import Message

if TYPE_CHECKING:
    from scoring.words import Carry, Entry, Standing, Values

NAMES = {"suit": "names_suit", "suit_or_none": "names_or_none", "suit_and_order": "names_and_order", "all": "names_all"}


def prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """What the table does now: who names trump, deals how many cards and leads, and what the options add."""
    begun = any(written_tricks(standing, pending or {}))
    first = after_trump(standing) if begun or (pending and pending.get("trump")) else before_trump(standing)
    return first + lead_prompt(standing, begun) + rules_prompt(standing, begun)


def before_trump(standing: Standing) -> tuple[Message, ...]:
    """Who names trump, or that a card is turned, and who deals how many cards."""
    carry, dealer = standing.carry, standing.dealer
    chooser = carry["chooser"]
    turned = Message("card_turned", {})
    first = turned if chooser is None else Message(NAMES[standing.rules["winner_choices"]], {"chooser": chooser})
    return (first, cards_prompt("deals", "deals_but", carry, {"dealer": dealer})) + out_dealer_prompt(standing)


def after_trump(standing: Standing) -> tuple[Message, ...]:
    """Once trump is known: who holds how many cards, and who dealt them."""
    return (
        cards_prompt("cards_each", "cards_each_but", standing.carry, {}),
        Message("dealt", {"dealer": standing.dealer}),
    )


def cards_prompt(code: str, code_but: str, carry: Carry, values: Values) -> Message:
    """The cards of a deal; by the other code where some hold a single one."""
    single = single_card(carry)
    values["n"] = carry["hand"]
    values["seats"] = single
    return Message(code_but if single else code, values)


def single_card(carry: Carry) -> list[int]:
    """The seats that hold one card while others hold more: on a dog's life or a parish."""
    if carry["hand"] == 1:
        return []
    return [place for place, cards in enumerate(carry["hands"]) if cards == 1]


def out_dealer_prompt(standing: Standing) -> tuple[Message, ...]:
    """That the dealer is out and deals for the last time (KO-D10)."""
    is_out = standing.carry["status"][standing.dealer] == "out"
    return (Message("deals_once", {"dealer": standing.dealer}),) if is_out else ()


def lead_prompt(standing: Standing, begun: bool) -> tuple[Message, ...]:
    """Who leads, until a trick is won, who may knock, and who must not look at the card."""
    carry = standing.carry
    single = single_card(carry)
    leader = leader_of(standing)
    found = []
    if leader in single and not begun:
        found.append(Message("leads_or_knocks", {"leader": leader, "other": next_holder(carry["hands"], leader)}))
    elif not begun:
        found.append(Message("leads", {"leader": leader}))
    if single:
        found.append(Message("may_knock", {"seats": single}))
    blind = [place for place, state in enumerate(carry["status"]) if state == "blind_parish"]
    if blind:
        found.append(Message("blind_card", {"seats": blind}))
    return tuple(found)


def rules_prompt(standing: Standing, begun: bool) -> tuple[Message, ...]:
    """What this table's options add to the deal; what is done before the first trick only until that is won."""
    rules, carry = standing.rules, standing.carry
    found = [Message("pot", {"pot_money": carry["pot"]})] if rules["money"] else []
    if rules["rainbow"] and carry["hand"] == 4 and not begun:
        found.append(Message("rainbow_counts", {}))
    if rules["amnesty"] and not rules["money"] and standing.number == 1:
        found.append(Message("amnesty", {}))
    if rules["exchange"] and not begun:
        found.extend(exchange_prompt(standing))
    if rules["two_of_diamonds"]:
        found.append(Message("two_of_diamonds", {}))
    return tuple(found)


def exchange_prompt(standing: Standing) -> list[Message]:
    """How many cards may be exchanged, from the left of the dealer, and whether the pack is enough (KO-V4, KO-D19)."""
    carry = standing.carry
    first = next_in(carry["status"], standing.dealer)
    found = [Message("exchange", {"n": min(3, carry["hand"]), "leader": first})]
    turned = 1 if carry["chooser"] is None else 0
    wanted = sum([cards + min(3, cards) for cards in carry["hands"]])
    return found + ([Message("exchange_short", {})] if wanted + turned > 52 else [])


def pending_bid(standing: Standing, pending: Entry) -> Message:
    """The bid of the deal in play, for the ring: values seat, big (number, suit or word) and more."""
    chooser, trump = standing.carry["chooser"], pending.get("trump")
    return Message("turned" if chooser is None else "named", {"seat": chooser, "big": trump, "trump": trump})
