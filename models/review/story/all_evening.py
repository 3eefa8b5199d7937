"""What the evening itself tells of its people: everything won, a late change of luck, the money."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from models.review.evening.matches import EveningMatches, Name
from models.review.money import balances_of
from models.review.story.candidate import Candidate, bits
from models.review.tables import MatchReview

ROW = 3  # matches won or lost in a row within an evening


def evening_of_people(night: EveningMatches) -> Iterator[Candidate]:
    """One person after the other."""
    for name in night.people:
        results = results_of(night, name)
        won = sum(one for one, _ in results)
        chance = product(share for _, share in results)
        values = {"who": [name], "n": won, "of": len(results)}
        if len(results) >= ROW and won == len(results):
            yield Candidate("won_all", "evening", bits(chance), values, (name,))
            continue
        runs = [(one, len(list(same))) for one, same in groupby(won for won, _ in results)]
        if len(runs) == 2 and not runs[0][0] and runs[0][1] >= 2 and runs[1][1] >= 2:
            values = {"who": [name], "n": runs[0][1], "m": runs[1][1]}
            yield Candidate("late_luck", "evening", 2.0 + 0.5 * (runs[0][1] + runs[1][1] - 4), values, (name,))
        longest = max((n for one, n in runs if one), default=0)
        if longest >= ROW:
            yield Candidate("row", "evening", longest * 0.9, {"who": [name], "n": longest}, (name,))


def results_of(night: EveningMatches, name: Name) -> list[tuple[bool, float]]:
    """A person's matches tonight: whether won, and the share of the sides that theirs was."""
    return [
        (seat.won, 1 / len(match.sides)) for match in night.matches for seat in match.ended if night.name(seat) == name
    ]


def product(shares: Iterator[float]) -> float:
    """Shares multiplied."""
    result = 1.0
    for share in shares:
        result *= share
    return result


def every_game(night: EveningMatches) -> Iterator[Candidate]:
    """Who won in three games or more."""
    for name in night.people:
        games = {match.game for match in night.matches for seat in match.ended if seat.won and night.name(seat) == name}
        if len(games) >= 3:
            yield Candidate("many_games", "evening", 1.6 + len(games) * 0.4, {"who": [name], "n": len(games)}, (name,))


def purse(night: EveningMatches) -> Iterator[Candidate]:
    """Who took most money home."""
    found = balances_of(night.past.people, MatchReview.evening_id == night.evening.id).get(night.evening.id, {})
    most = max(found.values(), default=0)
    who = [name for one in found if found[one] == most and (name := seen(night, one)) is not None]
    if who:
        yield Candidate("purse", "money", 1.5, {"who": who, "money": most * len(who)}, tuple(who))


def seen(night: EveningMatches, uid: str) -> Name | None:
    """The person of this uid, or a guest of this name, unless they stay out of stories."""
    person = night.past.people.by_uid(uid)
    return uid if person is None else None if person.unranked else person.id
