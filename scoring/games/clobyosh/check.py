"""Clobyosh: what each side made so far, sequences and claims, and what a deal may say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import are_runs, better_runs, most_through_a_rank, run_points, run_start, share_a_card
from scoring.games.clobyosh.rules import BELA, LAST_TRICK, LEAST, MOST
from scoring.words import Message, problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing


SEQUENCE_TOTALS = (0, 20, 40, 50, 60, 70, 100)


def scores_sequences(standing: Standing, entry: Entry) -> tuple[int, int, str]:
    """Who scores sequences (-1: nobody), the points, and why: a reason of better_runs, settled, equal or no_trick."""
    if "sequence_points" in entry:
        given = entry["sequence_points"]
        return (0, given[0], "settled") if given[0] else (1, given[1], "settled")
    if "sequences" not in entry:
        return -1, 0, "none"
    forehand = 1 - standing.dealer
    runs = entry["sequences"]
    place, why = better_runs(runs[forehand], runs[1 - forehand])
    if place < 0:
        return -1, 0, why
    if why == "declared_first" and standing.rules["equal_sequences"] == "nobody":
        return -1, 0, "equal"
    owner = forehand if place == 0 else 1 - forehand
    if standing.rules["sequences_need_trick"] and entry.get("no_trick") == owner:
        return -1, 0, "no_trick"
    return owner, sum([run_points(run["length"]) for run in runs[owner]]), why


def sequences_problems(entry: Entry) -> list[Problem]:
    """Whether the declared sequences can all have been held: their shape first, then one by one, then together."""
    declared = entry["sequences"]
    if not are_runs(declared):
        return [problem("sequences", "runs_shape")]
    runs = declared[0] + declared[1]
    low = [run for run in runs if run_start(run) + run["length"] > 8]
    found = [problem("sequences", "run_low", {"length": run["length"], "top": run["top"]}) for run in low]
    for holder in (0, 1):
        if sum([run["length"] for run in declared[holder]]) > 9:
            found.append(problem("sequences", "runs_too_long", {"seat": holder}))
    if share_a_card([run for run in runs if run["trump"]]):
        found.append(problem("sequences", "runs_trump"))
    if needs_same_card(entry):
        found.append(problem("sequences", "runs_bela"))
    if most_through_a_rank([run for run in runs if not run["trump"]]) > 3:
        found.append(problem("sequences", "runs_plain"))
    return found


def needs_same_card(entry: Entry) -> bool:
    """Whether Bela and a trump sequence of the other seat hold the same king or queen."""
    if "bela" not in entry or "sequences" not in entry:
        return False
    return any(run["trump"] and run_start(run) < 3 for run in entry["sequences"][1 - entry["bela"]])


def sequence_points_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """What is wrong with sequences that the table has settled itself."""
    given = entry["sequence_points"]
    found = []
    if "sequences" in entry:
        found.append(problem("sequence_points", "both_ways"))
    if given[0] and given[1]:
        found.append(problem("sequence_points", "sequence_one_side"))
    if given[0] not in SEQUENCE_TOTALS or given[1] not in SEQUENCE_TOTALS:
        found.append(problem("sequence_points", "sequence_total"))
    if "no_trick" in entry and given[entry["no_trick"]] and standing.rules["sequences_need_trick"]:
        found.append(problem("sequence_points", "sequence_no_trick"))
    return found


def made(standing: Standing, entry: Entry) -> tuple[int, int]:
    """What each seat has made by itself in a deal, in points: cards, last trick, Bela and sequences."""
    return made_with(entry, scores_sequences(standing, entry))


def made_with(entry: Entry, sequence: tuple[int, int, str]) -> tuple[int, int]:
    """The same when it is known who scores sequences."""
    both = list(entry["cards"])
    if "last_trick" in entry:
        both[entry["last_trick"]] += LAST_TRICK
    if "bela" in entry:
        both[entry["bela"]] += BELA
    if sequence[1]:
        both[sequence[0]] += sequence[1]
    return both[0], both[1]


def so_far(standing: Standing, draft: Entry) -> tuple[int, int]:
    """What each seat has made by what is written so far; what is not yet known counts nothing."""
    return made(standing, settled(draft))


def settled(draft: Entry) -> Entry:
    """A partial entry made whole enough to be counted: gaps are noughts, sequences that are none yet are left out.

    So are the points of both seats, which stand while it is open whose sequence is better.
    """
    whole = {key: draft[key] for key in draft if draft[key] is not None}
    for key in ("cards", "sequence_points"):
        if key in whole or key == "cards":
            whole[key] = [item or 0 for item in whole.get(key, (0, 0))]
    if "sequences" in whole and sequences_problems(whole):
        whole.pop("sequences")
    if all(whole.get("sequence_points", (0, 0))):
        whole.pop("sequence_points")
    return whole


def settled_with(draft: Entry, key: str, value: Any) -> Entry:
    """What is written so far, with one value more."""
    whole = settled(draft)
    whole[key] = value
    return whole


def loses_sequences(standing: Standing, draft: Entry, seat: int) -> bool:
    """Whether the best sequences written so far would not count if this seat had won no trick (CB-D6)."""
    return scores_sequences(standing, settled_with(draft, "no_trick", seat))[2] == "no_trick"


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
