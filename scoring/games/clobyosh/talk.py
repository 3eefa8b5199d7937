"""Clobyosh: what the table is told, and what each side needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.check import (
    claim_hint,
    claim_reaches,
    claim_total,
    loses_sequences,
    made,
    needs_same_card,
    settled_with,
    so_far,
)
from scoring.games.clobyosh.rules import BELA, LAST_TRICK
from scoring.games.clobyosh.score import VERDICTS, against, in_full
from scoring.words import Message, Need

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Award, Entry, Line, Standing


def prompt(standing: Standing, pending: Entry | None) -> tuple[Message, ...]:
    """What the table does now: who deals how many cards, who takes or names trump, who leads, what waits."""
    dealer, rules, held = standing.dealer, standing.rules, standing.carry["held"]
    waiting = (Message("waiting", {"n": held}),) if held else ()
    if pending and pending.get("last_trick") is not None:  # played out
        return (Message("count_up", {}),) + waiting
    if pending and pending.get("maker") is not None:
        may_swap = pending.get("turned") and rules["exchange_seven"]
        swap = (Message("swap_seven", {}),) if may_swap else ()
        return (Message("lead", {"seat": 1 - dealer}), Message("deal_rest", {"dealer": dealer})) + swap + waiting
    second = "second_any" if rules["second_round_suits"] == "any" else "second_other"
    first = (Message("speaks", {"seat": 1 - dealer}), Message("deal_cards", {"seat": 1 - dealer, "dealer": dealer}))
    return first + (Message(second, {"seat": 1 - dealer}),) + waiting


def hint(standing: Standing, draft: Entry, key: str, value: Any) -> Message | None:
    """What choosing this value would do, where that is not simply the points of the finished entry."""
    if key == "last_trick" or key == "bela":
        return Message("plus", {"up_gain": LAST_TRICK if key == "last_trick" else BELA})
    if key == "no_trick" and loses_sequences(standing, draft, value):
        return Message("no_sequence", {"seat": value})
    if key == "claim":
        return claim_hint(standing, draft, value)
    return None


def pending_bid(standing: Standing, pending: Entry) -> Message:
    """The bid of the deal in play, for the ring: values seat, big (number, suit or word) and more."""
    maker, trump = pending.get("maker"), pending.get("trump")
    if maker is None:
        return Message("passed_head", {})
    counting = pending.get("cards") or (None, None)
    big = so_far(standing, pending)[maker] if counting[maker] is not None else trump
    if big is None:
        return Message("pending_bare", {"seat": maker, "big": None, "alone": True})
    return Message("pending" if trump and big != trump else "pending_bare", {"seat": maker, "big": big, "trump": trump})


def sheet_row(line: Line) -> tuple[Message, Message]:
    """A scored deal in the sheet's row: its head (who) and its story (what happened)."""
    maker, trump = line.deal.entry.get("maker"), line.deal.entry.get("trump")
    if maker is None:
        return Message("passed_head", {}), Message("passed_story", {"seat": 1 - line.dealer})
    return Message("pending" if trump else "pending_bare", {"seat": maker, "trump": trump}), story(line, maker)


def story(line: Line, maker: int) -> Message:
    """What happened in a deal with a maker; who gets what had been held over comes last."""
    ended = deal_story(line, maker)
    held = [given for given in line.awards if given.why == "waited"]
    if not held:
        return ended
    before = [{"code": ended.code, "values": ended.values}]
    return Message("story_waited", {"story_parts": before, "n": held[0].points, "seat": held[0].side})


def deal_story(line: Line, maker: int) -> Message:
    """How the deal itself ended."""
    first = line.awards[0] if line.awards else None
    each = (of_side(line, 0), of_side(line, 1))
    both = sum([given.points for given in each[0]]), sum([given.points for given in each[1]])
    if first and first.why == "claimed":
        seat = first.side
        ours = [in_full(both[seat], each[seat])]
        return Message("story_claimed", {"seat": seat, "total": first.values["total"], "ours_parts": ours})
    if first and first.why in VERDICTS:
        return Message("story_" + first.why, first.values)
    return Message("story_made", against(both, each, maker))


def of_side(line: Line, side: int) -> tuple[Award, ...]:
    """What a side got for this deal alone."""
    return tuple([given for given in line.awards if given.side == side and given.why != "waited"])


def needs(standing: Standing, pending: Entry | None) -> tuple[Need, ...]:
    """What each side still needs, in this deal and in the match."""
    draft: Entry = pending if pending and pending.get("maker") is not None else {}
    found = deal_needs(standing, draft) if draft else []
    target = standing.rules["target"]
    there = [need.side for need in found if need.code == "can_claim"]
    short = [side for side, total in enumerate(standing.totals) if total < target and side not in there]
    return tuple(found + [match_need(standing, side, draft) for side in short])


def deal_needs(standing: Standing, draft: Entry) -> list[Need]:
    """What the maker still needs in the deal, and who could claim now."""
    maker, other = draft["maker"], 1 - draft["maker"]
    both = so_far(standing, draft)
    found = [
        Need(seat, "can_claim", {"total": claim_total(standing, draft, seat)})
        for seat in (0, 1)
        if claim_reaches(standing, draft, seat)
    ]
    cards = draft.get("cards") or (None, None)
    if cards[other] is None:
        found.append(Need(maker, "must_beat", {"other": other}))
    elif both[maker] <= both[other]:
        found.append(Need(maker, "beats", {"n": both[other] - both[maker] + 1, "other": other, "points": both[other]}))
        if cards[maker] is not None and both[maker]:
            found.append(otherwise(standing, maker, both))
    elif sure(standing, draft, maker):
        found.append(Need(maker, "ahead", {"points": both[maker], "other": other, "other_points": both[other]}))
    else:
        found.append(Need(maker, "must_beat", {"other": other}))
    return found


def sure(standing: Standing, draft: Entry, maker: int) -> bool:
    """Whether a maker who is ahead stays so, whatever is still open: who has the last trick, and whether any trick."""
    both_stand = all(draft.get("sequence_points") or (0, 0))  # it is open whose sequence is better
    if draft.get("last_trick") is None or both_stand:
        return False
    cards = draft.get("cards") or (None, None)
    if cards[maker] is not None or draft["last_trick"] == maker:
        return True
    bare = made(standing, settled_with(draft, "no_trick", maker))
    return bare[maker] > bare[1 - maker]


def otherwise(standing: Standing, maker: int, both: tuple[int, int]) -> Need:
    """What becomes of the points of a maker who does not make more."""
    ours, theirs = both[maker], both[1 - maker]
    rule = standing.rules["equal_totals"]
    if ours < theirs or rule == "all_to_opponent":
        return Need(maker, "else_all", {"points": ours + theirs, "other": 1 - maker})
    if rule == "both_keep":
        return Need(maker, "else_keep", {"points": ours})
    goes_on = standing.totals[1 - maker] + theirs < standing.rules["target"]
    return Need(maker, "else_waits" if rule == "held" and goes_on else "else_lost", {"n": ours})


def match_need(standing: Standing, side: int, draft: Entry) -> Need:
    """What is enough to reach the target with what a side has so far, of what nobody has in this deal yet.

    That is the last trick, a Bela or a run of four; else so many points.
    """
    total = claim_total(standing, draft, side)
    left = standing.rules["target"] - total
    ways = (
        (LAST_TRICK, "last_trick_enough", ("last_trick", "no_trick")),
        (BELA, "bela_enough", ("bela",)),
        (50, "fifty_enough", ("sequences", "sequence_points", "no_trick")),
    )
    no_bela = needs_same_card(settled_with(draft, "bela", side))  # the other has the king or the queen in a run
    for enough, code, keys in ways:
        open_to = all(draft.get(key) is None for key in keys)
        if left <= enough and open_to and not (code == "bela_enough" and no_bela):
            return Need(side, code, {"total": total})
    return Need(side, "need_points", {"n": left})
