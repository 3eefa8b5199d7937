"""Zwanzig ab: what the table is told, what each player needs, and the row of a deal on the sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.rules import NO_TRICK, TRICKS, in_play, tricks_left_for, with_tricks, written_tricks
from scoring.games.zwanzig_ab.score import (
    able_to_win,
    drop_refusal,
    dropped_out,
    left_alone,
    maker_of,
    may_be_alone,
    must_stay,
    special,
    times,
    undecided,
)
from scoring.words import OPEN, Message, Need

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Line, Standing, Values


def prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """What the table does now: who deals how many cards, names trump, must stay, may drop out and leads."""
    maker = {"maker": maker_of(standing)}
    if special(standing):  # the exchange is as usual (ZA-D13)
        return (Message("special", {}), packets(standing), Message("exchange", maker), Message("leads", maker))
    trump = pending.get("trump") if pending else None
    return after_trump(standing, pending or {}, trump) if trump else before_trump(standing)


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
    points = 0 if value is None else NO_TRICK if value == 0 else -(value + bonus)
    return Message("hint_points", {"points_gain": points * factor})


def pending_bid(standing: Standing, pending: Entry) -> Message:
    """The bid of the deal in play, for the ring: values seat, big (number, suit or word) and more."""
    way, trump = pending.get("named"), pending.get("trump")
    code = "made_blind" if way == "blind" else "made_next" if way == "next" else "made"
    return Message(code, {"seat": maker_of(standing), "big": trump, "trump": trump})


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """What each side still needs, in this deal and in the match."""
    draft = pending or {}
    found = [need_of(standing, draft, seat) for seat in able_to_win(standing)]
    return tuple(need for need in found if need)


def need_of(standing: Standing, draft: Entry, seat: int) -> Need | None:
    """How many tricks take a seat to zero, where it can still take so many, and whether the match is won with them.

    Before trump is named the tricks are those of a deal that counts once; doubled, fewer do.
    """
    total, factor = standing.totals[seat], times(standing, draft)
    if total <= 0:
        return Need(seat, "need_alone", {"seat": seat})
    tricks = (total + factor - 1) // factor
    swept = tricks > TRICKS and total <= (TRICKS + standing.rules["sweep_bonus"]) * factor
    tricks = TRICKS if swept else tricks
    took = written_tricks(draft)[seat]
    if took is None or tricks > (tricks_left_for(draft, seat) if took == OPEN else took):
        return None
    if not special(standing) and "trump" not in draft:
        return (
            None if swept else Need(seat, "need_tricks" if tricks == 1 else "need_single", {"n": tricks, "seat": seat})
        )
    alone = may_be_alone(standing, draft, seat)
    if swept and alone and left_alone(standing, draft):
        return None
    code = "need_sweep" if swept and alone else "need_tricks"
    won = wins_with(standing, draft, seat, tricks, swept or not alone)
    return Need(seat, code + "_wins" if won else code, {"n": tricks, "seat": seat})


def wins_with(standing: Standing, draft: Entry, seat: int, tricks: int, played: bool) -> bool:
    """Whether a seat with so many tricks, or more, is alone lowest whatever the others do.

    played: five tricks would be won in play, with their bonus. The worst is that one other takes all that is left, or
    stays where it is when nothing is.
    """
    took, factor = written_tricks(draft), times(standing, draft)
    if took[seat] != OPEN:
        tricks = took[seat]
    elif took.count(OPEN) == 1:
        tricks = tricks_left_for(draft, seat)
    bonus = standing.rules["sweep_bonus"] if tricks == TRICKS and played else 0
    after = standing.totals[seat] - (tricks + bonus) * factor
    left = tricks_left_for(draft, seat) - tricks
    return all(
        standing.totals[other] + lowest_gain(standing, draft, other, left) > after
        for other in able_to_win(standing)
        if other != seat
    )


def lowest_gain(standing: Standing, draft: Entry, seat: int, left: int) -> int:
    """The least that a seat can be given in this deal when so many tricks are left for all who are still open."""
    took, factor = written_tricks(draft)[seat], times(standing, draft)
    if (
        took == OPEN
        and left == 0
        and not drop_refusal(standing, draft.get("trump"), with_tricks(draft, None, seat), seat)
    ):
        return 0
    tricks = left if took == OPEN else took
    if tricks is None:
        return 0
    return int((-tricks if tricks else NO_TRICK) * factor)


STORIES = {  # winners of tricks, whether some stayed without one, whether some dropped
    (1, True, False): "story_1_none",
    (1, True, True): "story_1_none_dropped",
    (2, False, True): "story_2_dropped",
    (2, True, False): "story_2_none",
    (2, True, True): "story_2_none_dropped",
    (3, False, True): "story_3_dropped",
    (3, True, False): "story_3_none",
    (4, False, False): "story_4",
}


def sheet_row(line: Line) -> tuple[Message, Message]:
    """A scored deal in the sheet's row: its head (who) and its story (what happened)."""
    if line.deal.entry.get("redeal"):
        return Message("head_redeal", {}), Message("story_redeal", {"dealer": line.dealer})
    return head(line), story(line)


def head(line: Line) -> Message:
    """What everybody won or lost, who came down most first."""
    moved = sorted([(points, seat) for seat, points in enumerate(line.points) if points])
    values: Values = {}
    for rank, (points, seat) in enumerate(moved):
        values["abcd"[rank] + "_seat"] = seat
        values["abcd"[rank] + "_gain"] = points
    return Message("head_" + str(len(moved)), values)


def story(line: Line) -> Message:
    """Trump, everybody's tricks, the most first, and who dropped."""
    tricks, maker = line.deal.entry["tricks"], (line.dealer + 1) % 4
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker]
    values: Values = {"trump_parts": [trump_part(line)], "seats": dropped, "maker": maker}
    if len(dropped) == 3:
        return Message("story_alone", values)
    took = sorted([(-tricks[seat], seat) for seat in range(4) if tricks[seat]])
    values["none_seats"] = [seat for seat, number in enumerate(tricks) if number == 0]
    for rank, (points, seat) in enumerate(took):
        values["abcd"[rank]] = -points
        values["abcd"[rank] + "_seat"] = seat
    return Message(STORIES[(len(took), bool(values["none_seats"]), bool(dropped))], values)


def trump_part(line: Line) -> Values:
    """Trump with what the points counted and that it was named blind: a code with values of its own."""
    trump = line.deal.entry.get("trump") or "hearts"
    found = [(given.why, given.values["times"]) for given in line.awards if "times" in given.values]
    if not found:
        return {"code": "trump_plain", "values": {"trump": trump}}
    why, factor = found[0]
    code = "trump_blind" if why.endswith("_blind") else "trump_times"
    return {"code": code, "values": {"trump": trump, "times": factor}}
