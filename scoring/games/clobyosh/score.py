"""Clobyosh: who kept the contract, what a deal counts, and when a match is won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import high_or_low, last_deal
from scoring.games.clobyosh.check import made, made_with, scores_sequences
from scoring.games.clobyosh.rules import BELA, LAST_TRICK
from scoring.words import Outcome, award

if TYPE_CHECKING:
    from scoring.words import Award, Carry, Entry, Line, Standing, Values

    Each = tuple[tuple[Award, ...], tuple[Award, ...]]


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


def score_deal(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], Carry]:
    """The awards of a legal entry, and the carry after it."""
    if "maker" not in entry:
        return (), standing.carry
    awards, held = awards_of(standing, entry)
    if held and ends(standing, awards):
        held = 0
    return awards, standing.carry if held == standing.carry["held"] else {"held": held}


def awards_of(standing: Standing, entry: Entry) -> tuple[tuple[Award, ...], int]:
    """The awards of a deal with a maker, and how many points wait after it."""
    sequence = scores_sequences(standing, entry)
    both, each = made_with(entry, sequence), (own(entry, 0, sequence), own(entry, 1, sequence))
    maker, held = entry["maker"], standing.carry["held"]
    verdict = verdict_of(standing, entry, both)
    if verdict == "claimed":
        claimer = entry["claim"]  # scores what was made until then, the other nothing
        total = standing.totals[claimer] + both[claimer]
        return (award(claimer, 0, "claimed", {"total": total}),) + each[claimer], held
    if verdict in TIED:
        return tie_awards(standing, maker, both, each, verdict), held + both[0] if verdict == "tied_waits" else held
    loser = loser_of(entry, verdict)
    keep_own = each[1 - maker] + each[maker]  # who did not make trump counts first
    awards = keep_own if verdict == "made" else all_to_other(standing, loser, both, each, verdict)
    return awards + ((award(1 - loser, held, "waited"),) if held else ()), 0


def ends(standing: Standing, awards: tuple[Award, ...]) -> bool:
    """Whether somebody reaches the target with these awards: points that wait then are lost."""
    gained = [sum([given.points for given in awards if given.side == side]) for side in (0, 1)]
    return any(standing.totals[side] + gained[side] >= standing.rules["target"] for side in (0, 1))


def own(entry: Entry, seat: int, sequence: tuple[int, int, str]) -> tuple[Award, ...]:
    """What a seat has made, in the order it is counted: sequences, Bela, last trick, cards."""
    found = []
    scorer, gained, why = sequence
    if scorer == seat and gained:
        found.append(award(seat, gained, "sequences_" + why))
    if entry.get("bela") == seat:
        found.append(award(seat, BELA, "bela"))
    if entry.get("last_trick") == seat:
        found.append(award(seat, LAST_TRICK, "last_trick"))
    in_cards = entry["cards"][seat]
    if in_cards:
        found.append(award(seat, in_cards, "cards", {"n": in_cards}))
    return tuple(found)


def all_to_other(standing: Standing, loser: int, both: tuple[int, int], each: Each, verdict: str) -> tuple[Award, ...]:
    """The loser of the deal gets nothing, the other everything (CB-D15); the first award, of no points, says why."""
    other = 1 - loser
    why = award(loser, 0, verdict, comparison(standing, both, each, loser))
    moved = (award(other, both[loser], "from_other", {"other": loser}),) if both[loser] else ()
    return (why,) + each[other] + moved


def tie_awards(standing: Standing, maker: int, both: tuple[int, int], each: Each, verdict: str) -> tuple[Award, ...]:
    """Equal totals by the house rule (CB-D1)."""
    if verdict == "tied_all":
        return all_to_other(standing, maker, both, each, verdict)
    why = (award(maker, 0, verdict, comparison(standing, both, each, maker)),)
    return why + each[1 - maker] + (each[maker] if verdict == "tied_keep" else ())


def comparison(standing: Standing, both: tuple[int, int], each: Each, seat: int) -> Values:
    """What a seat made against what the other made, in points and in words."""
    values = against(both, each, seat)
    values["target"] = standing.rules["target"]
    return values


def against(both: tuple[int, int], each: Each, seat: int) -> Values:
    """The points of a seat and of the other, and both with all that they hold beside the cards."""
    other = 1 - seat
    ours, theirs = in_full(both[seat], each[seat]), in_full(both[other], each[other])
    return {
        "points": both[seat],
        "other": other,
        "other_points": both[other],
        "ours_parts": [ours],
        "theirs_parts": [theirs],
    }


def in_full(made_points: int, awards: tuple[Award, ...]) -> Values:
    """What a seat made, as a code with values: the points, with its sequences, Bela and last trick."""
    parts = [part(given) for given in awards if given.why in ("bela", "last_trick") or is_sequence(given)]
    if not parts:
        return {"code": "made_bare", "values": {"points": made_points}}
    return {"code": "made_with", "values": {"points": made_points, "parts": parts}}


def part(given: Award) -> Values:
    """Sequences with their points, Bela or the last trick, as a code with values."""
    if is_sequence(given):
        return {"code": "sequences_of", "values": {"n": given.points}}
    return {"code": given.why, "values": {}}


def is_sequence(given: Award) -> bool:
    """Whether an award is for sequences."""
    return given.why.startswith("sequences_")


def outcome(standing: Standing, lines: list[Line]) -> Outcome | None:
    """Who has won and why, or None while the match goes on; standing is the one after the last line."""
    target = standing.rules["target"]
    if max(standing.totals) < target:
        return None
    last = last_deal(lines)
    if last and claimed(last) and standing.totals[last.awards[0].side] >= target:
        return Outcome((last.deal.entry["claim"],), "claim", {"target": target}, None)
    if min(standing.totals) < target:
        return Outcome(high_or_low(standing, True), "first_there", {"target": target}, None)
    return both_over(standing, last.deal.entry if last else {})


def claimed(line: Line) -> bool:
    """Whether a scored deal ended with a claim that reached the target."""
    return bool(line.awards) and line.awards[0].why == "claimed"


def both_over(standing: Standing, entry: Entry) -> Outcome | None:
    """Who wins when both have reached the target and nobody claimed (CB-D8); None while that is not to be known."""
    rule, target, last = standing.rules["both_over"], standing.rules["target"], entry.get("last_trick")
    ahead = high_or_low(standing, True)
    if rule == "non_maker" and entry.get("maker") is not None:
        return Outcome((1 - entry["maker"],), "both_non_maker", {"target": target}, None)
    if rule == "last_trick" and last is not None:
        return Outcome((last,), "both_last_trick", {"target": target}, None)
    if len(ahead) == 1:
        return Outcome(ahead, "both_higher", {"target": target}, None)
    return None if last is None else Outcome((last,), "both_last_trick", {"target": target}, None)
