"""What deals bring where two sides play: pairs of points, both sides alike."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scoring.win_chance.course import counted_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words import Sheet

    Pair = tuple[int, int]
    Book = Mapping[Pair, float]
    Gains = tuple[tuple[Pair, float], ...]


def past_pairs(sheet: Sheet, kind: str) -> dict[str, int]:
    """What each deal brought, as "kind more,less" -> how often; kind: which game was played for points."""
    pairs = [sorted(line.points, reverse=True) for line in counted_lines(sheet)]
    return dict(Counter(f"{kind} {more},{less}" for more, less in pairs))


def gains_of(past: Mapping[str, int], kind: str, book: Book) -> Gains:
    """The chance of what a deal brings to both sides: the past of this kind with the book's deals added.

    book: pairs of points -> how many deals they count as. The sides are alike: each pair comes both ways.
    """
    seen: dict[Pair, float] = {}
    for (more, less), n in [*past_of_kind(past, kind), *book.items()]:
        for way in ((more, less), (less, more)):
            seen[way] = seen.get(way, 0.0) + n
    whole = sum(seen.values())
    return tuple(sorted((pair, n / whole) for pair, n in seen.items()))


def past_of_kind(past: Mapping[str, int], kind: str) -> list[tuple[Pair, int]]:
    """The pairs of one kind in a past."""
    found = []
    for code, n in past.items():
        name, _, points = code.partition(" ")
        if name == kind:
            more, less = points.split(",")
            found.append(((int(more), int(less)), n))
    return found
