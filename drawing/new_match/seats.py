"""The seats of a new match in the making: what a tap changes. Names stand clockwise; held is the seat that waits."""

from __future__ import annotations


def fit_seats(seats: tuple[str, ...], most: int, people: tuple[str, ...], wanted: int) -> tuple[str, ...]:
    """At most so many players, filled up to the wanted number with those who played last."""
    others = tuple([name for name in people if name not in seats])
    return (seats + others[: max(wanted - len(seats), 0)])[:most]


def with_player(seats: tuple[str, ...], held: int | None, most: int, name: str) -> tuple[str, ...]:
    """The seats after a tap on a player: seated (in the held seat if there is one) or removed."""
    if name in seats:
        return tuple([other for other in seats if other != name])
    if held is not None:
        return tuple([name if n == held else old for n, old in enumerate(seats)])
    return seats if len(seats) >= most else seats + (name,)


def swapped(seats: tuple[str, ...], one: int, other: int) -> tuple[str, ...]:
    """The seats with two players in each other's."""
    found = list(seats)
    found[one], found[other] = found[other], found[one]
    return tuple(found)
