"""What a deal of Zwanzig ab counts: who makes trump, hearts without a choice, and the factor of its points."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.words import Entry, Standing


def maker_of(standing: Standing) -> int:
    """The seat left of the dealer, which names trump, stays in and leads."""
    return (standing.dealer + 1) % 4


def special(standing: Standing) -> bool:
    """Whether hearts are trump in this deal without anybody's choice (ZA-V8, ZA-D1)."""
    return special_deal(standing.rules["special_deals"], standing.number)


def special_deal(rule: str, deal: int) -> bool:
    """The same by the option and the number of the deal."""
    return (deal == 9 and rule == "ninth_only") or (deal > 8 and rule == "ninth_on")


def times(standing: Standing, entry: Entry) -> int:
    """What the points of this deal are multiplied by: twice for hearts, twice for blind, and both by the option."""
    hearts = entry.get("trump") == "hearts" or special(standing)
    if entry.get("named") != "blind":
        return 2 if hearts else 1
    return int(standing.rules["blind_hearts"]) if hearts else 2


def trump_known(standing: Standing, draft: Entry) -> bool:
    """Whether it is known what the points of this deal are multiplied by."""
    return special(standing) or "trump" in draft
