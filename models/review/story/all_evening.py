"""What the evening itself tells of its people: everything won, a late change of luck, the money."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from models.review.evening.matches import EveningMatches, Name
from models.review.evening.settlement import balances
from models.review.past.match import PastMatch
from models.review.story.candidate import Candidate, bits

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
    found = balances([(sides_of(match), night.rows[match.id].money or []) for match in night.matches])
    if not found:
        return
    unit, amount = max(found.items(), key=lambda pair: pair[1])
    who = [name for one in unit if (name := seen(night, one)) is not None]
    if amount > 0 and who:
        yield Candidate("purse", "money", 1.5, {"who": who, "money": amount}, tuple(who))


def sides_of(match: PastMatch) -> list[tuple[Name, ...]]:
    """Who plays on each side."""
    return [tuple(seat.person or seat.name for seat in side) for _, side in sorted(match.sides.items())]


def seen(night: EveningMatches, name: Name) -> Name | None:
    """Somebody, unless they stay out of stories."""
    person = night.past.people.persons.get(name) if isinstance(name, int) else None
    return None if person and person.unranked else name
