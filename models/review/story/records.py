"""Records of the circle that were broken tonight, by game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.review.deals.scope import DealScope
from models.review.evening.matches import EveningMatches
from models.review.records.circle import other_units
from models.review.records.matches import Held, match_records
from models.review.story.candidate import Candidate

ENOUGH = 8  # matches of a game before one of them is a record
WEIGHTS = {"comeback": 6.0, "turn": 4.2, "longest": 4.0, "shortest": 4.5, "widest": 3.8, "closest": 3.6}
SHARES = ("comeback", "turn")  # in thousandths


def records(night: EveningMatches) -> Iterator[Candidate]:
    """The records that the matches of tonight broke."""
    tonight = {match.uid for match in night.matches}
    for game in dict.fromkeys(match.game for match in night.matches):
        before = [match for match in night.before if match.game == game]
        if len(before) < ENOUGH:
            continue
        units = other_units(DealScope(night.evening.circle_id, game, version=night.past.version_of(game)))
        was = {one.code: one for one in match_records(night.past, before, game, units)}
        now = [*before, *(match for match in night.matches if match.game == game)]
        for held in match_records(night.past, now, game, units):
            if held.match in tonight and held.code in was:
                yield record_candidate(held, was[held.code])


def record_candidate(held: Held, was: Held) -> Candidate:
    """A record with the one before it."""
    people = tuple(person.id for person in held.people)
    values: dict[str, Any] = {"game": held.game, "n": in_words(held), "m": in_words(was)}
    kind, _, _ = held.code.partition("_")  # margins in another unit are told like the others
    code = f"record_{kind}"
    if people:
        values |= {"who": list(people)}
    return Candidate(code, "record", WEIGHTS[kind], values, people, held.match, held.uid or None, wide=True)


def in_words(held: Held) -> int:
    """The value of a record as it is told: shares in 100."""
    return max(1, round(held.value / 10)) if held.code in SHARES else held.value
