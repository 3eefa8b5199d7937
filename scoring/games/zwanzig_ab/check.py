"""What is wrong with an entry or a single choice of Zwanzig ab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.deal import maker_of, special
from scoring.games.zwanzig_ab.dropping import drop_refusal, dropped_problems
from scoring.games.zwanzig_ab.fields import TRICKS, with_tricks, written_tricks
from scoring.words import OPEN, problem, with_value

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Problem, Standing


def entry_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """What is wrong with an entry whose shape is right (nulls dropped); all at once."""
    if entry.get("redeal"):
        return redeal_problems(standing, entry)
    found = []
    if "named" in entry:
        found.extend(named_problems(standing))
    found.extend(trump_problems(standing, entry.get("trump")))
    if "tricks" not in entry:
        found.append(problem("tricks", "missing"))
    else:
        found.extend(tricks_problems(standing, entry))
    return tuple(found)


def redeal_problems(standing: Standing, entry: Entry) -> tuple[Problem, ...]:
    """A redeal stands alone and belongs to the three-card packet (ZA-V2)."""
    found = []
    if special(standing):
        found.append(problem("redeal", "redeal_special"))
    elif standing.rules["first_packet"] == "two":
        found.append(problem("redeal", "redeal_none"))
    if len(entry) > 1:
        found.append(problem("redeal", "redeal_alone"))
    return tuple(found)


def named_problems(standing: Standing) -> list[Problem]:
    """How trump was made is written down only where there is a choice of ways."""
    if special(standing):
        return [problem("named", "named_special")]
    return [problem("named", "named_two")] if standing.rules["first_packet"] == "two" else []


def trump_problems(standing: Standing, trump: str | None) -> list[Problem]:
    """Trump is needed but in a special deal, where it can only be hearts."""
    if special(standing):
        return [] if trump is None or trump == "hearts" else [problem("trump", "trump_special")]
    return [problem("trump", "missing")] if trump is None else []


def tricks_problems(standing: Standing, entry: Entry) -> list[Problem]:
    """Five tricks among those who stayed, none of whom was free to drop; the maker's five may be left out."""
    tricks, maker = entry["tricks"], maker_of(standing)
    together = sum([took for took in tricks if took is not None])
    dropped = [seat for seat, took in enumerate(tricks) if took is None and seat != maker]
    found = []
    if tricks[maker] is None and len(dropped) < 3:
        found.append(problem("tricks", "stay_maker", {"seat": maker}))
    elif together != TRICKS and tricks[maker] is not None:
        found.append(problem("tricks", "tricks_sum"))
    return found + dropped_problems(standing, entry.get("trump"), tricks)


def refusal(standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Problem | None:
    """Why this value of this field (of this seat, where it is per seat) cannot be, given what is written so far."""
    found: list[Problem] = []
    if key == "redeal":
        found = list(redeal_problems(standing, with_value(draft, key, True))) if value else []
    elif draft.get("redeal"):
        found = [problem(key, "redeal_alone")]
    elif key == "tricks" and seat is not None:
        return tricks_refusal(standing, draft, value, seat)
    elif key == "trump":
        found = trump_problems(standing, value) or dropped_problems(standing, value, written_tricks(draft))
    elif key == "named":
        found = named_problems(standing)
    return found[0] if found else None


def tricks_refusal(standing: Standing, draft: Entry, value: Any, seat: int) -> Problem | None:
    """Why a seat cannot have so many tricks, given what the others have, or may not drop out (no number).

    The last seat of which nothing is written takes all that is left; one that is written already may be lowered.
    """
    took = with_tricks(draft, value, seat)
    left = TRICKS - sum([tricks for tricks in took if type(tricks) is int])
    if value is None:
        held = drop_refusal(standing, draft.get("trump"), took, seat)
        if held:
            return held
    elif left < 0:
        return problem("tricks", "tricks_left", {"n": max(left + value, 0)})
    last = OPEN not in took and written_tricks(draft)[seat] == OPEN
    return problem("tricks", "tricks_sum") if last and left else None
