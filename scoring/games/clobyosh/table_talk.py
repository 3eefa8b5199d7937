"""What the table screen says in Clobyosh: prompts, hints, and a deal in the sheet’s row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.claims import claim_hint
from scoring.games.clobyosh.fields import BELA, LAST_TRICK
from scoring.games.clobyosh.made import loses_sequences, so_far
from scoring.games.clobyosh.score import against, in_full
from scoring.games.clobyosh.verdict import VERDICTS
from scoring.words import Message

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
