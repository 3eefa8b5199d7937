"""Claims of Clobyosh: whether the target is reached during play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.made import made, so_far
from scoring.words import Message, problem

if TYPE_CHECKING:
    from scoring.words import Entry, Problem, Standing


def claim_total(standing: Standing, entry: Entry, seat: int) -> int:
    """The points that a claim of this seat would show: its total and what it has made so far in the deal (CB-D9)."""
    return standing.totals[seat] + so_far(standing, entry)[seat]


def claim_reaches(standing: Standing, entry: Entry, seat: int) -> bool:
    """Whether a claim of this seat now would win the match."""
    return claim_total(standing, entry, seat) >= int(standing.rules["target"])


def claim_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """A claim that does not reach the target is no end: where it costs nothing the deal is to be finished."""
    claimer, target = entry["claim"], standing.rules["target"]
    short = target - standing.totals[claimer] - made(standing, entry)[claimer]
    if short < 1 or standing.rules["false_claim"] == "loses_deal":
        return []
    return [problem("claim", "claim_short", {"n": short, "target": target})]


def claim_hint(standing: Standing, draft: Entry, claimer: int) -> Message:
    """What a claim would do now."""
    if claim_reaches(standing, draft, claimer):
        return Message("claim_wins", {"total": claim_total(standing, draft, claimer)})
    if standing.rules["false_claim"] == "loses_deal":
        return Message("claim_loses", {"other": 1 - claimer})
    return Message("claim_play_on", {})
