"""Who wins a match of Clobyosh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.game import high_or_low, last_deal
from scoring.words import Outcome

if TYPE_CHECKING:
    from scoring.words import Entry, Line, Standing


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
