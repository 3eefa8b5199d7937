"""Sequences of Clobyosh: which can all have been held, and whose are better."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.cards import are_runs, better_runs, most_through_a_rank, run_points, run_start, share_a_card
from scoring.words import problem

if TYPE_CHECKING:
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
