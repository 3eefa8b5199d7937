"""The points of a deal of Clobyosh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.fields import BELA, LAST_TRICK
from scoring.games.clobyosh.made import made_with
from scoring.games.clobyosh.sequences import scores_sequences
from scoring.games.clobyosh.verdict import TIED, loser_of, verdict_of
from scoring.words import award

if TYPE_CHECKING:
    from scoring.words import Award, Carry, Entry, Standing, Values

    Each = tuple[tuple[Award, ...], tuple[Award, ...]]


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
        return claim_awards(standing, entry["claim"], both, each), held
    if verdict in TIED:
        return tie_awards(standing, maker, both, each, verdict), held + both[0] if verdict == "tied_waits" else held
    loser = loser_of(entry, verdict)
    awards = keep_own(maker, each) if verdict == "made" else all_to_other(standing, loser, both, each, verdict)
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


def keep_own(maker: int, each: Each) -> tuple[Award, ...]:
    """Both keep their own; who did not make trump counts first."""
    return each[1 - maker] + each[maker]


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
    return why + (keep_own(maker, each) if verdict == "tied_keep" else each[1 - maker])


def claim_awards(standing: Standing, claimer: int, both: tuple[int, int], each: Each) -> tuple[Award, ...]:
    """The claimer scores what was made until then, the other nothing."""
    return (award(claimer, 0, "claimed", {"total": standing.totals[claimer] + both[claimer]}),) + each[claimer]


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
