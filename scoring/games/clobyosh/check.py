"""What is wrong with an entry or a single choice of Clobyosh."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.clobyosh.claims import claim_problems
from scoring.games.clobyosh.fields import LEAST, MOST
from scoring.games.clobyosh.made import settled_with
from scoring.games.clobyosh.sequences import needs_same_card, sequence_points_problems, sequences_problems
from scoring.words import problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing


def entry_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with an entry whose shape is right (nulls dropped); all at once."""
    if "maker" not in entry:
        return tuple([problem(key, "nobody_made") for key in sorted(entry)])
    found = [problem(key, "missing") for key in ("turned", "cards") if key not in entry]
    if "last_trick" not in entry and "claim" not in entry:
        found.append(problem("last_trick", "missing"))
    if "cards" in entry:
        found.extend(cards_problems(entry))
    if "no_trick" in entry:
        found.extend(no_trick_problems(entry))
    if "sequences" in entry:
        found.extend(sequences_problems(entry))
    if "sequence_points" in entry:
        found.extend(sequence_points_problems(standing, entry))
    if not found and "claim" in entry and "last_trick" not in entry:
        found.extend(claim_problems(standing, entry))
    return tuple(found)


def cards_problems(entry: Entry) -> list[Problem]:
    """Eighteen of the 32 cards hold 18 to 146 points; a claim may come before all are played."""
    both = entry["cards"][0] + entry["cards"][1]
    if both > MOST:
        return [problem("cards", "cards_too_many", {"n": both, "high": MOST})]
    if both < LEAST and "last_trick" in entry:
        return [problem("cards", "cards_too_few", {"n": both, "low": LEAST})]
    return []


def no_trick_problems(entry: Entry) -> list[Problem]:
    """Who won no trick has no card points and not the last trick."""
    found = []
    if entry["no_trick"] == entry.get("last_trick"):
        found.append(problem("no_trick", "has_last"))
    if "cards" in entry and entry["cards"][entry["no_trick"]]:
        found.append(problem("cards", "has_cards"))
    return found


def refusal(standing: Standing, draft: Entry, key: str, value: Any) -> Problem | None:
    """Why this value of this field cannot be, given what is written so far."""
    if key == "no_trick":
        return no_trick_refusal(standing, settled_with(draft, key, value))
    if key == "last_trick" and draft.get("no_trick") == value:
        return problem("last_trick", "has_last")
    if key == "bela" and needs_same_card(settled_with(draft, key, value)):
        return problem("bela", "runs_bela")
    if key == "claim" and draft.get("cards") is not None and draft.get("last_trick") is None:
        found = claim_problems(standing, settled_with(draft, key, value))
        return found[0] if found else None
    return None


def no_trick_refusal(standing: Standing, draft: Entry) -> Problem | None:
    """Why a seat cannot have won no trick, given what is written so far."""
    found = no_trick_problems(draft)
    if not found and "sequence_points" in draft:
        settled_so = [known for known in sequence_points_problems(standing, draft) if known.code == "sequence_no_trick"]
        found = [problem("no_trick", known.code) for known in settled_so]
    return found[0] if found else None
