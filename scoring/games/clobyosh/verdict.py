"""How a deal of Clobyosh ends: made, fallen short, tied, or with a claim; and who deals the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.made import made

if TYPE_CHECKING:
    from scoring.words import Entry, Standing

EQUAL = {"maker_zero": "tied_lost", "held": "tied_waits", "all_to_opponent": "tied_all", "both_keep": "tied_keep"}
TIED = ("tied_lost", "tied_waits", "tied_all", "tied_keep")
VERDICTS = ("claimed", "false_claim", "fell_short") + TIED


def verdict_of(standing: Standing, entry: Entry, both: tuple[int, int]) -> str:
    """How the deal ends: made, or one of VERDICTS."""
    if "claim" in entry:
        claimer = entry["claim"]
        if standing.totals[claimer] + both[claimer] >= standing.rules["target"]:
            return "claimed"
        if standing.rules["false_claim"] == "loses_deal":
            return "false_claim"
    ours, theirs = both[entry["maker"]], both[1 - entry["maker"]]
    if ours == theirs:
        return EQUAL[standing.rules["equal_totals"]]
    return "made" if ours > theirs else "fell_short"


def loser_of(entry: Entry, verdict: str) -> int:
    """The seat that lost a deal that was not tied: by a false claim, by falling short, or as the maker's opponent."""
    if verdict == "claimed":
        return 1 - int(entry["claim"])
    if verdict == "false_claim":
        return int(entry["claim"])
    return int(entry["maker"] if verdict == "fell_short" else 1 - entry["maker"])


def next_dealer(standing: Standing, entry: Entry, points: tuple[int, ...]) -> int:
    """Who deals next, after a deal with these points, by the option next_dealer (CB-D3)."""
    rule = standing.rules["next_dealer"]
    if rule == "alternate" or "maker" not in entry:
        return 1 - standing.dealer
    if rule == "last_trick" and "last_trick" in entry:
        return int(entry["last_trick"])
    maker: int = entry["maker"]
    if "claim" not in entry and points[maker] > points[1 - maker]:
        return maker
    verdict = verdict_of(standing, entry, made(standing, entry))
    if verdict in TIED:
        return int(entry["last_trick"])
    return 1 - loser_of(entry, verdict)
