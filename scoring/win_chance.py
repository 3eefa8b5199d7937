"""Chances to win a match, before its first deal and after each, as floats from 0 to 1. No phone has them.

What every game shares, and two models where two sides play: who is ahead after a known number of deals (the
distribution of the difference, deal by deal), and a race to a target (exact dynamic programming over what both still
lack). Which of them a game follows, and with what numbers, stands in its review.py, with the models of those who play
alone. `chances(sheet, past)` there returns the chance of each side before the first deal and after each deal that
counted, or None where there is none. `past_of(sheet)` returns what a finished match adds to the past of its circle:
whole numbers by code, which are summed over matches; `past` is such a sum, empty at first.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from scoring.deals import RESULT
from scoring.review import KEYS
from scoring.sheet import counted_lines, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from scoring.game import Game
    from scoring.words import Sheet

    Chances = tuple[float, ...]
    Pair = tuple[int, int]
    Book = Mapping[Pair, float]
    Gains = tuple[tuple[Pair, float], ...]
    Steps = tuple[tuple[int, float], ...]


EDITION = 1  # raised when the same match would get other chances: stored stories name the edition that told them


class WinChance(NamedTuple):
    """The two functions of a game's win chance."""

    chances: Callable[[Sheet, Mapping[str, int]], list[tuple[float, ...]] | None]
    past_of: Callable[[Sheet], dict[str, int]]


def win_chance_of(key: str) -> WinChance | None:
    """The win chance of a game; None where it has none."""
    if key not in KEYS:
        return None
    module = __import__(f"scoring.games.{key}.review", fromlist=["chances"])
    return WinChance(module.chances, module.past_of) if hasattr(module, "chances") else None


def without_deals(sheet: Sheet) -> bool:
    """Whether the result was written down without its deals: there is no course then."""
    return any(line.deal.kind == RESULT for line in sheet.lines)


def course(game: Game, sheet: Sheet, chances_at: Callable[[int, tuple[int, ...]], Chances]) -> list[Chances] | None:
    """The chances before the first deal and after each; chances_at: by the number of deals played and the totals."""
    if without_deals(sheet):
        return None
    opening = start(game, sheet.standing.table, sheet.standing.rules).totals
    totals = [opening, *(line.totals for line in counted_lines(game, sheet))]
    return ended(sheet, [chances_at(played, now) for played, now in enumerate(totals)])


def ended(sheet: Sheet, chances: list[Chances]) -> list[Chances]:
    """The same with what came of it in the place of the chances after the last deal, once the match is over."""
    if sheet.outcome is None or len(chances) < 2:
        return chances
    winners = sheet.outcome.winners
    return [*chances[:-1], tuple((side in winners) / len(winners) for side in range(len(chances[-1])))]


def past_pairs(game: Game, sheet: Sheet, kind: str) -> dict[str, int]:
    """What each deal brought, as "kind more,less" -> how often; kind: which game was played for points."""
    pairs = [sorted(line.points, reverse=True) for line in counted_lines(game, sheet)]
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


EXACT = 60  # deals; over more of them the sum is as good as normal


def ahead(gains: Gains, left: int, totals: tuple[int, ...]) -> tuple[float, float]:
    """The chances of two sides to be ahead after so many more deals; equal ones play on, with even chances."""
    lead, steps = totals[0] - totals[1], steps_of(gains)
    chance = above(steps, left, lead) if left <= EXACT else normally_above(steps, left, lead)
    return chance, 1 - chance


@lru_cache(maxsize=64)
def steps_of(gains: Gains) -> Steps:
    """What a deal does to the difference."""
    found: dict[int, float] = {}
    for (one, other), chance in gains:
        found[one - other] = found.get(one - other, 0.0) + chance
    return tuple(sorted(found.items()))


def above(steps: Steps, left: int, lead: int) -> float:
    """The chance that a lead is more than nothing after so many steps, and half of that it is gone."""
    return sum(chance if lead + moved > 0 else chance / 2 for moved, chance in moves(steps, left) if lead + moved >= 0)


@lru_cache(maxsize=1024)
def moves(steps: Steps, left: int) -> Steps:
    """The distribution of the sum of so many steps."""
    if left <= 0:
        return ((0, 1.0),)
    found: dict[int, float] = {}
    for moved, chance in moves(steps, left - 1):
        for step, share in steps:
            found[moved + step] = found.get(moved + step, 0.0) + chance * share
    return tuple(found.items())


def normally_above(steps: Steps, left: int, lead: int) -> float:
    """The same by the central limit theorem; steps are even on average."""
    wide = sqrt(left * sum(chance * step * step for step, chance in steps))
    return NormalDist().cdf(lead / wide) if wide else (lead > 0) + (lead == 0) / 2


CELLS = 60  # at most to the target: a longer race is counted in larger cells
CLOSE = 1e-5  # a change of a chance that no longer matters
SWEEPS = 50


def race(gains: Gains, target: int, unit: int, totals: tuple[int, ...]) -> tuple[float, float]:
    """The chances of two sides with these totals; gains: what a deal brings, both sides alike (two_sides.gains_of)."""
    size = max(unit, -(-target // CELLS))
    one, other = (-(-(target - total) // size) for total in totals)
    if one <= 0 or other <= 0:
        return over(one, other)
    table = solved(in_cells(gains, size), -(-target // size))
    most = len(table) - 1
    chance = table[min(one, most)][min(other, most)]
    return chance, 1 - chance


def over(one: int, other: int) -> tuple[float, float]:
    """The chances when one side has arrived or both have: whoever is further, equal ones play on."""
    chance = 0.5 if one == other else float(one < other)
    return chance, 1 - chance


@lru_cache(maxsize=64)
def in_cells(gains: Gains, size: int) -> Gains:
    """Gains in cells of so many points, those that change nothing left out."""
    found: dict[tuple[int, int], float] = {}
    for (one, other), chance in gains:
        for first, near in split(one, size):
            for second, close in split(other, size):
                found[first, second] = found.get((first, second), 0.0) + chance * near * close
    still = 1 - found.pop((0, 0), 0.0)
    return tuple(sorted((pair, chance / still) for pair, chance in found.items() if chance))


def split(points: int, size: int) -> Iterator[tuple[int, float]]:
    """The numbers of cells on both sides of these points, each with its share."""
    cells, rest = divmod(points, size)
    yield cells, 1 - rest / size
    if rest:
        yield cells + 1, rest / size


class Shape(NamedTuple):
    """A square grid by what both sides lack, stored flat: cell 0 of each side at far, the last at far + size.

    far: cells by which a side can pass the target; back: cells that it can lose in a deal.
    """

    far: int
    size: int
    back: int

    @property
    def width(self) -> int:
        """Cells of a row."""
        return self.far + self.size + self.back + 1


@lru_cache(maxsize=32)
def solved(gains: Gains, cells: int) -> list[list[float]]:
    """The chance of the first side by what both lack (from 1 cell; 0 is not used).

    Below the start there are half as many cells again, and whoever falls lower stays in the last. Where points can be
    lost the table is swept until it no longer changes; else one sweep is exact.
    """
    far = max([0, *(max(pair) for pair, _ in gains)])
    back = max([0, *(-min(pair) for pair, _ in gains)])
    shape = Shape(far, cells + cells // 2, back)
    lacking = [at - far for at in range(shape.width)]  # even where nobody has arrived, else what came of it
    grid = [over(one, other)[0] if one <= 0 or other <= 0 else 0.5 for one in lacking for other in lacking]
    steps = [(first * shape.width + second, chance) for (first, second), chance in gains]
    for _ in range(SWEEPS if back else 1):
        if sweep(grid, steps, shape) < CLOSE:
            break
    return [grid[row * shape.width + far :][: shape.size + 1] for row in range(far, far + shape.size + 1)]


def sweep(grid: list[float], steps: list[tuple[int, float]], shape: Shape) -> float:
    """Work out each cell anew from where a deal leads, one half by the other; returns the largest change."""
    changed, last = 0.0, shape.far + shape.size
    for one in range(shape.far + 1, last + 1):
        for other in range(one + 1, last + 1):
            at = one * shape.width + other
            chance = sum([share * grid[at - step] for step, share in steps])
            changed = max(changed, abs(chance - grid[at]))
            grid[at], grid[other * shape.width + one] = chance, 1 - chance
    for one in range(shape.width) if shape.back else ():  # beyond the last cell of a side it is as in the last
        for other in range(shape.width):
            if one > last or other > last:
                grid[one * shape.width + other] = grid[min(one, last) * shape.width + min(other, last)]
    return changed
