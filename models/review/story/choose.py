"""The five lines: the result, three things that differ in people and kind, the frame."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from models.review.evening.matches import EveningMatches, Name
from models.review.past.match import PastMatch
from models.review.story.all_evening import evening_of_people, every_game, purse
from models.review.story.candidate import Candidate
from models.review.story.closing_line import closing_lines
from models.review.story.course import courses
from models.review.story.deals import busiest, contracts, corrections, feats, kept_bids
from models.review.story.opening_line import one_match, opening_line
from models.review.story.records import records
from models.review.story.runs import above_due, firsts, long_runs, pairs, round_numbers

TURNS = 3  # lines between the first and the last
LEAST = 2.0  # bits of what is about nobody, to go before more about the same people
MAKERS = (
    courses,
    contracts,
    kept_bids,
    feats,
    corrections,
    busiest,
    evening_of_people,
    every_game,
    purse,
    long_runs,
    firsts,
    pairs,
    above_due,
    round_numbers,
    records,
)


def candidates(night: EveningMatches) -> list[Candidate]:
    """All that could be told of a night."""
    return list(chain.from_iterable(make(night) for make in MAKERS))


def story_of(night: EveningMatches, known: Iterable[Candidate], wide: bool) -> list[Candidate]:
    """The five lines of a night with matches; known: its candidates, wide: other evenings may be compared."""
    found = [one for one in known if wide or not one.wide]
    first = opening_line(night)
    said = {"evening"} if first.code in ("result_all", "result_most", "result_both") else set()
    last = max((one for one in closing_lines(night) if wide or not one.wide), key=lambda one: one.weight)
    return [first, *chosen(found, said), last]


def story_of_match(night: EveningMatches, match: PastMatch, wide: bool) -> list[Candidate]:
    """The result of one match and the heaviest that is told of it."""
    found = chain.from_iterable(make(night) for make in MAKERS)
    return [one_match(night, match), *chosen(one for one in found if one.match == match.uid and (wide or not one.wide))]


def chosen(candidates: Iterable[Candidate], said: Iterable[str] = (), most: int = TURNS) -> list[Candidate]:
    """The heaviest, each of another kind; of people who were told of already only when nothing else is left.

    said: kinds that the first line has told. Something bad of somebody of whom there is something good is left out.
    """
    pool = sorted(candidates, key=lambda one: (-one.weight, one.code, str(one.about)))
    praised = {name for one in pool if one.good for name in one.about}
    pool = [one for one in pool if one.good or not praised.intersection(one.about)]
    found: list[Candidate] = []
    kinds = set(said)
    people: set[Name] = set()
    for strict in (True, False):
        for one in pool:
            if len(found) == most:
                return found
            dull = people.intersection(one.about) or (not one.about and one.weight < LEAST)
            if one.kind in kinds or (strict and dull):
                continue
            found.append(one)
            kinds.add(one.kind)
            people.update(one.about)
    return found
