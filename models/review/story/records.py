"""Records of the circle that were broken tonight, by game: the deepest comeback, the longest and the quickest match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models.review.story.candidate import Candidate, sides_of, winning_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from models.review.night import Night
    from models.review.past import PastMatch

    Measure = Callable[[PastMatch], int | None]

ENOUGH = 8  # matches of a game before one of them is a record


def comeback_of(match: PastMatch) -> int | None:
    """The lowest chance of the winner, in hundredths."""
    return None if match.low is None else -max(1, round(match.low / 10))


def longest_of(match: PastMatch) -> int | None:
    """Its deals; None where only the result was written down."""
    return match.deals or None


def quickest_of(match: PastMatch) -> int | None:
    """Minus its deals."""
    return -match.deals or None


MEASURES: dict[str, tuple[Measure, float]] = {
    "record_comeback": (comeback_of, 6.0),
    "record_longest": (longest_of, 4.0),
    "record_quickest": (quickest_of, 4.5),
}


def records(night: Night) -> Iterator[Candidate]:
    """The records that the matches of tonight broke; of each the last one that did."""
    for game in dict.fromkeys(match.game for match in night.matches):
        before = [match for match in night.before if match.game == game]
        tonight = [match for match in night.matches if match.game == game]
        for code, (measure, weight) in MEASURES.items():
            best = best_of(before, measure)
            found = best_of(tonight, measure)
            if len(before) >= ENOUGH and best and found and found[0] > best[0]:
                yield from told(night, code, weight, found, best)


def best_of(matches: Sequence[PastMatch], measure: Measure) -> tuple[int, PastMatch] | None:
    """The highest measure and the match that had it last."""
    known = [(value, match) for match in matches if (value := measure(match)) is not None]
    return max(known, key=lambda pair: (pair[0], pair[1].started_at), default=None)


def told(
    night: Night, code: str, weight: float, found: tuple[int, PastMatch], best: tuple[int, PastMatch]
) -> Iterator[Candidate]:
    """A record with what was the record before; none that somebody holds who stays out."""
    match, side = found[1], winning_side(found[1])
    who = sides_of(night, match, side) if side is not None else []
    whole = side is not None and len(who) == len(match.sides[side])
    values: dict[str, Any] = {"game": match.game, "n": abs(found[0]), "m": abs(best[0])}
    if code == "record_longest":
        yield Candidate(code, "record", weight, values, (), match.uid, wide=True)
    elif whole:
        yield Candidate(
            code, "record", weight, values | {"who": who}, tuple(who), match.uid, match.swing_uid, wide=True
        )
