"""What each player of Clobyosh still needs, in this deal and in the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.claims import claim_reaches, claim_total
from scoring.games.clobyosh.fields import BELA, LAST_TRICK
from scoring.games.clobyosh.made import bela_gone, made, settled_with, so_far
from scoring.words import Need

if TYPE_CHECKING:
    from scoring.words import Entry, Standing


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
    if draft.get("last_trick") is None or undecided(draft):
        return False
    cards = draft.get("cards") or (None, None)
    if cards[maker] is not None or draft["last_trick"] == maker:
        return True
    bare = made(standing, settled_with(draft, "no_trick", maker))
    return bare[maker] > bare[1 - maker]


def undecided(draft: Entry) -> bool:
    """Whether it is open whose sequence is better: both stand."""
    return all(draft.get("sequence_points") or (0, 0))


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
    for enough, code, keys in ways:
        open_to = all(draft.get(key) is None for key in keys)
        if left <= enough and open_to and not (code == "bela_enough" and bela_gone(draft, side)):
            return Need(side, code, {"total": total})
    return Need(side, "need_points", {"n": left})
