"""What a deal of Hearts scores, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import high_or_low
from scoring.words import Award, Outcome

if TYPE_CHECKING:
    from scoring.words import Entry, Rules, Standing

MOON, JACK = 26, 10


def awards(rules: Rules, entry: Entry) -> tuple[Award, ...]:
    """The points that everybody took, or what shooting the moon brings; then ten off for the jack."""
    taken = entry["points"]
    if MOON in taken:
        found = moon(rules, taken.index(MOON), len(taken))
    else:
        found = [Award(seat, n, "took", {"n": n}) for seat, n in enumerate(taken) if n]
    if rules["jack"]:
        found.append(Award(entry["jack"], -JACK, "jack", {}))
    return tuple(found)


def moon(rules: Rules, shooter: int, players: int) -> list[Award]:
    """26 to each of the others, or 26 off for who took all."""
    if rules["moon"] == "self":
        return [Award(shooter, -MOON, "moon", {})]
    return [Award(seat, MOON, "moon_of", {"seat": shooter}) for seat in range(players) if seat != shooter]


def outcome(standing: Standing) -> Outcome | None:
    """The one with the lowest total once somebody is at the target; equal lowest play on."""
    target, lowest = standing.rules["target"], high_or_low(standing, high_wins=False)
    if max(standing.totals) < target or len(lowest) > 1:
        return None
    return Outcome(lowest, "lowest", {"n": target}, None)
