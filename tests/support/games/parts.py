"""What the files of this folder are made of: a match told, its screens, and lists of numbers that add up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

Entry = dict[str, Any]
Values = "Iterable[Any]"
OPEN = ""  # an item of a list that nothing was said of yet; None takes no part


class Told(NamedTuple):
    """One deal: what is tapped, and the figures after it."""

    taps: list[str]
    totals: list[int | str]


class Story(NamedTuple):
    """A match: who plays, its deals, how it is ended, who wins, and a deal amended after all with what that makes."""

    game: str
    name: str
    players: list[str]
    deals: list[Told]
    amend: list[str]
    amended: list[int | str]
    winner: str
    ended_by: str = ""
    amend_says: str = ""


class Scene(NamedTuple):
    """What a game's screens are shown with; forms by name as they are sent.

    players: how many. deals: those played first. bid: that of the next deal. half: a half-made step as in an address;
    more: further ones by name. auction: calls so far. last: deals that end a match. spoken: further bids by name.
    """

    deals: list[dict[str, Any]]
    bid: dict[str, Any]
    half: str = ""
    players: int = 4
    more: dict[str, str] = {}
    auction: str = ""
    last: list[dict[str, Any]] = []
    spoken: dict[str, dict[str, Any]] = {}


def rows(**tricks: str) -> list[str]:
    """Taps of a row of numbers for each seat: a=2 taps 2 for the first seat."""
    return [f"radio tricks.{'abcd'.index(seat)}={number}" for seat, number in tricks.items()]


def split(rng: Random, total: int, most: list[int | None], fair: bool = False) -> list[int | None]:
    """So many tricks, spread over those who take part: no item above its most, None where that is None."""
    items = [None if high is None else 0 for high in most]
    eager = [seat for seat in range(len(most)) if rng.random() < 0.6]
    for _ in range(total):
        open_to = [seat for seat, high in enumerate(most) if high is not None and (items[seat] or 0) < high]
        wanted = [seat for seat in open_to if items[seat] == 0] if fair else []
        wanted = wanted or [seat for seat in open_to if seat in eager] or open_to
        if wanted:
            seat = rng.choice(wanted)
            items[seat] = (items[seat] or 0) + 1
    return items


def tried(draft: Entry, **values: Values) -> Iterator[Entry]:
    """The draft with every combination of values for the keys it does not hold; None is left out."""
    unsaid = {key: value for key, value in values.items() if key not in draft}
    for chosen in product(*unsaid.values()):
        yield draft | {key: value for key, value in zip(unsaid, chosen, strict=True) if value is not None}


def items(written: Any, seats: int, values: Callable[[int], Iterable[Any]]) -> Iterator[list[Any]]:
    """Every list that keeps what is written for the seats and tries values for those still open."""
    known = written if written is not None else [OPEN] * seats
    return (
        list(found) for found in product(*[values(seat) if one == OPEN else [one] for seat, one in enumerate(known)])
    )


def spreads(written: list[Any], most: list[int], hand: int) -> Iterator[list[Any]]:
    """Every way to spread a hand over the seats: those still open take up to their most."""
    left = hand - sum(one for one in written if one not in (OPEN, None))
    opened = [seat for seat, one in enumerate(written) if one == OPEN]
    if not opened and left == 0:
        yield written
    for took in range(min(left, most[opened[0]]) + 1) if opened else ():
        filled = list(written)
        filled[opened[0]] = took
        yield from spreads(filled, most, hand)
