"""What the table screen says in Zwanzig ab: prompts and hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.deal import maker_of, special, times
from scoring.games.zwanzig_ab.dropping import dropped_out, left_alone, may_be_alone, must_stay, undecided
from scoring.games.zwanzig_ab.fields import TRICKS, in_play
from scoring.words import Message

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Standing


def prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """What the table does now: who deals how many cards, names trump, must stay, may drop out and leads."""
    if special(standing):
        return special_prompt(standing)
    trump = pending.get("trump") if pending else None
    return after_trump(standing, pending or {}, trump) if trump else before_trump(standing)


def special_prompt(standing: Standing) -> tuple[Message, ...]:
    """What is done in a deal in which hearts are trump without a choice; the exchange is as usual (ZA-D13)."""
    maker = {"maker": maker_of(standing)}
    return (Message("special", {}), packets(standing), Message("exchange", maker), Message("leads", maker))


def packets(standing: Standing) -> Message:
    """Who deals how many cards at a time."""
    code = "deals_two_three" if standing.rules["first_packet"] == "two" else "deals_three_two"
    return Message(code, {"dealer": standing.dealer})


def before_trump(standing: Standing) -> tuple[Message, ...]:
    """Who makes trump and how, and who must stay whatever it will be."""
    maker = maker_of(standing)
    if standing.rules["first_packet"] == "two":
        found = [Message("names_two", {"maker": maker}), packets(standing)]
    else:
        found = [Message("names_three", {"maker": maker}), packets(standing), Message("redeal_right", {"maker": maker})]
    return tuple(found + held_prompt(standing, None, []))


def after_trump(standing: Standing, pending: Entry, trump: str) -> tuple[Message, ...]:
    """What the points count, who must stay, who may still drop out, the exchange and the lead.

    Once tricks are written the cards are played: only the leader is still named.
    """
    factor = times(standing, pending)
    found = [Message("all_double" if factor == 2 else "all_fourfold", {})] if factor > 1 else []
    played = in_play(pending)
    if not played:
        found.extend(held_prompt(standing, trump, dropped_out(standing, pending)))
        found.extend(decision_prompt(standing, pending))
    found.append(Message("leads", {"maker": maker_of(standing)}))
    if not played:
        found.extend(exchange_prompt(standing, pending, trump))
    return tuple(found)


def exchange_prompt(standing: Standing, pending: Entry, trump: str) -> list[Message]:
    """When cards are exchanged; nothing where that was before anybody dropped out."""
    maker, first = {"maker": maker_of(standing)}, standing.rules["decide"] == "after_exchange"
    if not undecided(standing, {"trump": trump}):
        return [Message("exchange", maker)]
    if first and dropped_out(standing, pending):
        return []
    return [Message("exchange_first" if first else "exchange_later", maker)]


def decision_prompt(standing: Standing, draft: Entry) -> list[Message]:
    """Who may still drop out, in turn (a stay is not tapped), and whom the option for two players may hold in."""
    free, dropped = undecided(standing, draft), dropped_out(standing, draft)
    if not free:
        return []
    found = [Message("may_drop_in_turn", {"free_seats": free}) if free[1:] else Message("may_drop", {"other": free[0]})]
    if len(free) + len(dropped) == 3 and standing.rules["two_active"]:
        found.append(Message("two_play", {"dealer": standing.dealer}))
    return found


def held_prompt(standing: Standing, trump: str | None, dropped: list[int]) -> list[Message]:
    """Who may not drop out and why; one line for all when the suit holds everybody in."""
    held = must_stay(standing, trump, dropped)
    if trump == standing.rules["all_stay_suit"]:
        return [Message("all_stay", {"trump": trump})]
    return [Message(why, {"seat": seat}) for seat, why in held if why != "stay_maker"]


def hint(standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Message | None:
    """What choosing this value would do, where that is not simply the points of the finished entry."""
    if key == "tricks" and seat is not None and (special(standing) or "trump" in draft):
        return hint_of_tricks(standing, draft, value, seat)
    if key == "trump" and value == "hearts":
        return Message("hint_double", {})
    if key == "trump" and value == standing.rules["all_stay_suit"]:
        return Message("hint_all_stay", {})
    return Message("hint_double", {}) if key == "named" and value == "blind" else None


def hint_of_tricks(standing: Standing, draft: Entry, value: Any, seat: int) -> Message:
    """What so many tricks are worth to a seat in this deal; two things for five of a maker who may be left alone."""
    factor, bonus = times(standing, draft), standing.rules["sweep_bonus"] if value == TRICKS else 0
    if bonus and may_be_alone(standing, draft, seat) and not left_alone(standing, draft):
        return Message("hint_sweep", {"alone_gain": -TRICKS * factor, "sweep_gain": -(TRICKS + bonus) * factor})
    if left_alone(standing, draft):
        bonus = 0
    points = 0 if value is None else TRICKS if value == 0 else -(value + bonus)
    return Message("hint_points", {"points_gain": points * factor})


def pending_bid(standing: Standing, pending: Entry) -> Message:
    """The bid of the deal in play, for the ring: values seat, big (number, suit or word) and more."""
    way, trump = pending.get("named"), pending.get("trump")
    code = "made_blind" if way == "blind" else "made_next" if way == "next" else "made"
    return Message(code, {"seat": maker_of(standing), "big": trump, "trump": trump})
