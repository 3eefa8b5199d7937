"""Knock-Out Whist: what the table is told, what each player needs, and the row of a deal on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.check import (
    chance_of,
    limits_of,
    possible,
    settled,
    so_far,
    with_limits,
    written_tricks,
)
from scoring.games.knockout_whist.score import (
    LIVES,
    cut_for_one,
    fate,
    has_one_card,
    leader_of,
    most_tricks,
    next_holder,
    next_in,
)
from scoring.words import Message, Need

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Carry, Entry, Line, Standing, Values


NAMES = {"suit": "names_suit", "suit_or_none": "names_or_none", "suit_and_order": "names_and_order", "all": "names_all"}


def prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """What the table does now: who names trump, deals how many cards and leads, and what the options add."""
    begun = any(written_tricks(standing, pending or {}))
    first = after_trump(standing) if begun or (pending and pending.get("trump")) else before_trump(standing)
    return first + lead_prompt(standing, begun) + rules_prompt(standing, begun)


def before_trump(standing: Standing) -> tuple[Message, ...]:
    """Who names trump, or that a card is turned, who deals how many cards, and for the last time when out (KO-D10)."""
    carry, dealer = standing.carry, standing.dealer
    chooser = carry["chooser"]
    turned = Message("card_turned", {})
    first = turned if chooser is None else Message(NAMES[standing.rules["winner_choices"]], {"chooser": chooser})
    found = (first, cards_prompt("deals", "deals_but", carry, {"dealer": dealer}))
    return found + ((Message("deals_once", {"dealer": dealer}),) if carry["status"][dealer] == "out" else ())


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


NEED_DOG = {"dog": "need_dog", "cut": "need_cut", "dog_cut": "need_dog_cut"}
NEED_BUY = {"dog": "need_buy_dog", "parish": "need_buy_parish", "blind_parish": "need_buy_blind"}


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """The needs of the seats that have no trick yet and can still win one."""
    found = []
    limits = limits_of(standing, pending or {})
    for place, (low, high) in enumerate(limits):
        if low == 0 < high and possible(standing, with_limits(limits, [place], 1, high)):
            code = need_of(standing, limits, place)
            if code:
                found.append(Need(place, code, {"seat": place}))
    return tuple(found)


def need_of(standing: Standing, limits: list[tuple[int, int]], place: int) -> str:
    """The code of what a seat that can win a trick still needs in this deal; empty when nothing can happen to it."""
    coming = fate(standing, place)
    if coming == "in" or not possible(standing, with_limits(limits, [place], 0, 0)):
        return ""
    if standing.carry["hand"] == 1:
        return "need_last"
    if coming == "out":
        return "need_trick"
    return NEED_BUY[coming] if standing.rules["money"] else NEED_DOG[chance_of(standing, limits, place)]


NONE_DOG = {"dog": "hint_none_dog", "cut": "hint_none_cut", "dog_cut": "hint_none_dog_cut"}


def hint(standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Message | None:
    """What choosing this value would do, where that is not simply the points of the finished entry."""
    if key == "buys":
        coming = fate(standing, value)
        return Message("buys_" + coming, {"stake_money": standing.rules["stake"]}) if coming in LIVES else None
    if key != "tricks" or seat is None or type(value) is not int:
        return None
    took = settled(standing, written_tricks(standing, draft, value, seat), so_far(draft), seat)
    if took is None:
        return hint_alone(standing, draft, value, seat)
    return hint_all(standing, took, seat)


def hint_alone(standing: Standing, draft: Entry, value: int, place: int) -> Message | None:
    """What a number of tricks does to its seat while the rest of the deal is open."""
    if value:
        if standing.carry["status"][place] == "in":
            return None
        return Message("hint_back" if has_one_card(standing, place) else "hint_stays", {"seat": place})
    coming = fate(standing, place)
    if coming == "in":
        return None
    if coming == "out" or standing.rules["money"]:
        return Message("hint_none_out" if coming == "out" else "hint_none_buy", {})
    return Message(NONE_DOG[chance_of(standing, limits_of(standing, draft), place)], {})


def hint_all(standing: Standing, took: list[int | None], place: int) -> Message:
    """What the whole deal does when this seat's tricks settle it: who names trump, who falls, who wins."""
    failed = [at for at, one in enumerate(took) if one == 0]
    out = [at for at in failed if fate(standing, at) == "out"]
    low = [at for at in failed if fate(standing, at) in LIVES]
    most = most_tricks(took)
    if len(out) + 1 == len(took) - took.count(None):
        return Message("hint_wins", {"seat": most[0]})
    cut = len(low) > 1 and cut_for_one(standing)
    falls = fallen("_cut" if cut else "_buy" if standing.rules["money"] else "_dog", low, out)
    values = {"seat": most[0], "seats": most, "low_seats": low, "out_seats": out}
    if place in most or took[place] != 1:  # who had a trick already is in, which is nothing new
        return Message(("hint_names" if len(most) == 1 else "hint_ties") + falls, values)
    values["seat"] = place
    return Message(("hint_back" if has_one_card(standing, place) else "hint_stays") + falls, values)


def fallen(chance: str, low: list[int], out: list[int]) -> str:
    """The end of the code that says what happens to those without a trick: their chance, that they are out, or both."""
    return (chance if low else "") + ("_out" if out else "")


TOOK = ("", "", "took_2", "took_3", "took_4", "took_5", "took_6", "took_7")
TOOK_SOME = ("", "took_1_none", "took_2_none", "took_3_none", "took_4_none", "took_5_none", "took_6_none")


def sheet_row(line: Line) -> tuple[Message, Message]:
    """A scored deal in the sheet's row: its head (who) and its story (what happened)."""
    if line.deal.entry.get("rainbow") is not None:
        return Message("head_rainbow", {"seat": line.deal.entry["rainbow"]}), Message("rainbow", {})
    return head(line), cut_story(line, took_story(line))


def head(line: Line) -> Message:
    """Who fell, bought or came back; else who names trump next."""
    back = [given.side for given in line.awards if given.why == "back"]
    out = [given.side for given in line.awards if given.why == "knocked_out"]
    bought = [given.side for given in line.awards if "fee_money" in given.values]
    dogs = any(given.why == "bought_dogs_life" for given in line.awards)  # nothing else is sold in that deal
    low = bought or [given.side for given in line.awards if given.why == "dogs_life"]
    if sum(line.points) == 1:
        return Message("head_wins", {"seat": line.points.index(1)})
    falls = fallen(("_buy" if dogs else "_pay") if bought else "_dog", low, out)
    if back or falls:
        values = {"back_seats": back, "low_seats": low, "out_seats": out}
        return Message(("head_back" if back else "head") + falls, values)
    forgiven = [given.side for given in line.awards if given.why == "forgiven"]
    return Message("head_forgiven", {"seats": forgiven}) if forgiven else trump_head(line)


def trump_head(line: Line) -> Message:
    """Who names trump after a deal in which nobody failed."""
    most = most_tricks(line.deal.entry["tricks"])
    if len(most) == 1:
        return Message("head_names", {"seat": most[0]})
    chooser = line.deal.entry.get("chooser")
    return Message("head_turned", {"seats": most}) if chooser is None else Message("head_names", {"seat": chooser})


def cut_story(line: Line, took: Message) -> Message:
    """The story of a deal with the cut for trump behind it, where several won most tricks and cut."""
    chooser = line.deal.entry.get("chooser")
    if chooser is None:
        return took
    parts = [{"code": took.code, "values": took.values}]
    return Message("cut_story", {"took_parts": parts, "seats": most_tricks(line.deal.entry["tricks"]), "seat": chooser})


def took_story(line: Line) -> Message:
    """Everybody's tricks, the most first."""
    took = sorted([(-points, place) for place, points in enumerate(line.points) if points])
    values: Values = {"seats": [place for place, one in enumerate(line.deal.entry["tricks"]) if one == 0]}
    for rank, (points, place) in enumerate(took):
        values["abcdefg"[rank]] = -points
        values["abcdefg"[rank] + "_seat"] = place
    return Message((TOOK_SOME if values["seats"] else TOOK)[len(took)], values)
