"""The first line: what came of the evening."""

from __future__ import annotations

from typing import Any

from models.review.evening.matches import EveningMatches
from models.review.evening.result import result_of
from models.review.past.match import PastMatch
from models.review.story.candidate import Candidate, score, sides_of, winners, winning_side


def opening_line(night: EveningMatches) -> Candidate:
    """The result of the evening, without those who stay out."""
    if len(night.matches) == 1:
        return one_match(night, night.matches[0])
    found = result_of(night)
    if not found or not found[0].won:
        return played(night)
    best = [one for one in found if one.won == found[0].won]
    values = {"n": best[0].won, "of": len(night.matches)}
    about = tuple(name for one in best for name in one.names)
    if len(found) == 2 and found[0].of == found[1].of == len(night.matches) and not night_shared(night):
        return between_two(night)
    if len(best) == 1:
        code = "result_all" if best[0].won == len(night.matches) else "result_most"
        return Candidate(code, "result", 0, {"who": list(best[0].names)} | values, about)
    return Candidate("result_shared", "result", 0, {"people": list(about)} | values, about)


def night_shared(night: EveningMatches) -> bool:
    """Whether somewhere nobody won alone."""
    return any(winning_side(match) is None for match in night.matches)


def between_two(night: EveningMatches) -> Candidate:
    """Two sides all evening: "Bob & Dee 4, Ann & Cem 2"."""
    first, second = result_of(night)
    about = (*first.names, *second.names)
    values = {"who": list(first.names), "whom": list(second.names), "n": first.won, "m": second.won}
    if first.won == second.won:
        return Candidate("result_level", "result", 0, values, about)
    if not second.won:
        return Candidate("result_both" if first.won == 2 else "result_all", "result", 0,
                         {"who": list(first.names), "n": first.won, "of": first.won}, first.names)  # fmt: skip
    return Candidate("result_sides", "result", 0, values, about)


def one_match(night: EveningMatches, match: PastMatch) -> Candidate:
    """The only match of the evening."""
    side = winning_side(match)
    values: dict[str, Any] = {"game": match.game}
    who = night.names(winners(match))
    if not who:
        return played(night)
    if side is None:
        return Candidate("result_match_shared", "result", 0, values | {"people": who}, tuple(who), match.uid)
    others = [other for other in match.sides if other != side]
    whom = sides_of(night, match, others[0]) if len(others) == 1 else []
    if not whom:
        return Candidate("result_match", "result", 0, values | {"who": who}, tuple(who), match.uid)
    values |= {"who": who, "whom": whom, "score": score(match, side, others[0])}
    return Candidate("result_beat", "result", 0, values, (*who, *whom), match.uid)


def played(night: EveningMatches) -> Candidate:
    """That there were matches, where no winner is to be named."""
    return Candidate("result_played", "result", 0, {"n": len(night.matches)})
