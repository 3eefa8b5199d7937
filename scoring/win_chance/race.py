"""A race of two sides to a target: exact dynamic programming over what both still lack.

What is lacking is counted in cells of `unit` points, rounded up; what a deal brings falls between two numbers of cells
in proportion, so that it is right on average. With one point a cell nothing is rounded.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scoring.win_chance.two_sides import Gains

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
    grid = bordered(shape)
    steps = [(first * shape.width + second, chance) for (first, second), chance in gains]
    for _ in range(SWEEPS if back else 1):
        if sweep(grid, steps, shape) < CLOSE:
            break
    return [grid[row * shape.width + far :][: shape.size + 1] for row in range(far, far + shape.size + 1)]


def bordered(shape: Shape) -> list[float]:
    """A grid with 0.5 where nobody has arrived, and what came of it where somebody has."""
    lacking = [at - shape.far for at in range(shape.width)]
    return [over(one, other)[0] if one <= 0 or other <= 0 else 0.5 for one in lacking for other in lacking]


def sweep(grid: list[float], steps: list[tuple[int, float]], shape: Shape) -> float:
    """Work out each cell anew from where a deal leads, one half by the other; returns the largest change."""
    changed, last = 0.0, shape.far + shape.size
    for one in range(shape.far + 1, last + 1):
        for other in range(one + 1, last + 1):
            at = one * shape.width + other
            chance = sum([share * grid[at - step] for step, share in steps])
            changed = max(changed, abs(chance - grid[at]))
            grid[at], grid[other * shape.width + one] = chance, 1 - chance
    if shape.back:
        clamp(grid, last, shape.width)
    return changed


def clamp(grid: list[float], last: int, width: int) -> None:
    """Beyond the last cell of a side it is as in the last."""
    for one in range(width):
        for other in range(width):
            if one > last or other > last:
                grid[one * width + other] = grid[min(one, last) * width + min(other, last)]
