"""The double-six set: its tiles, and what counts. A tile is a pair of numbers 0 to 6, in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    Tile = Sequence[int]

TILES = tuple((high, low) for high in range(7) for low in range(high + 1))
BY_PIPS = tuple(
    [tuple([str(high) + "-" + str(both - high) for high in range(7) if high >= both - high >= 0]) for both in range(13)]
)
"""The tiles as they are printed ("6-4"): those of as many pips together, the fewest first."""
COUNTERS = ((5, 5), (6, 4), (5, 0), (4, 1), (3, 2))
TRICKS = 7
ALL_POINTS = 42


def pips(tile: Tile) -> int:
    """All the pips of a tile."""
    return tile[0] + tile[1]


def counts(tile: Tile) -> int:
    """What a tile brings to the side that wins it: 10 for ten pips, 5 for five."""
    return pips(tile) if pips(tile) in (5, 10) else 0


def count(tiles: Sequence[Tile]) -> int:
    """The points of one trick: one for itself, and what its tiles count."""
    return taken(tiles, 1)


def taken(tiles: Sequence[Tile], tricks: int) -> int:
    """The points of a side that has won so many tricks, with these tiles (or only the counters) in them; 42 in all."""
    return tricks + sum([counts(tile) for tile in tiles])
