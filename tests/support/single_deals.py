"""One deal at a table of Ann, Bob, Cem …: what it scores, and every way that tricks can fall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scoring.games import games
from scoring.sheet import replay, start
from scoring.words import Deal, Sheet, Standing

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus")


def opening(key: str, rules: dict[str, Any], players: int = 4, dealer: int = 0) -> Standing:
    """Where a match stands before its first deal."""
    game = games()[key]
    return start(game, game.table(NAMES[:players], dealer), rules)


def one_deal(key: str, entry: dict[str, Any], players: int = 4, dealer: int = 0, **rules: Any) -> Sheet:
    """The sheet of a match of one deal."""
    game = games()[key]
    return replay(game, game.table(NAMES[:players], dealer), rules, (Deal("1", "deal", entry, None),))


def points_of(key: str, entry: dict[str, Any], players: int = 4, dealer: int = 0, **rules: Any) -> tuple[int, ...]:
    """The points of one deal, which must be legal."""
    line = one_deal(key, entry, players, dealer, **rules).lines[0]
    assert not line.problems, (entry, line.problems)
    return line.points


def summed(points: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Points by side, added up."""
    return tuple(map(sum, zip(*points, strict=True)))


def compositions(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way to spread so many tricks over so many seats."""
    if seats == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in compositions(total - first, seats - 1))
