"""Facts of a scored deal, as review stores and counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Fact(NamedTuple):
    """What was played for in a deal, and what came of it.

    kind: what was played, a code of the game; seat: who declared, None for nobody; bid: as the entry has it; made: None
    where nothing can be made or lost; took: tricks or points of the declaring side; gain: points of that side minus
    those of the other; trump: as it was written down; opened: whether the auction was written call by call; given:
    points that came with the cards, played: points that were played for, both of the declaring side, where a game
    tells them apart. mate_bid, other_bid: the highest that the partner of who declared, and the other side, had bid.
    """

    kind: str
    seat: int | None = None
    bid: int | None = None
    made: bool | None = None
    took: int | None = None
    gain: int = 0
    trump: str | None = None
    opened: bool = False
    given: int | None = None
    played: int | None = None
    mate_bid: int | None = None
    other_bid: int | None = None


class Part(NamedTuple):
    """What a deal was for one seat where each plays alone.

    took: tricks, None for who took no part; before: how the seat was in the deal, after: what came of it, codes of the
    game.
    """

    seat: int
    took: int | None
    gain: int
    before: str
    after: str


def bids_over(spoken: Iterable[tuple[int, Any]], declarer: int) -> tuple[int | None, int | None]:
    """What the partner of who declared and what the other side had bid at most; spoken: who said what, two and two."""
    found: dict[int, int] = {}
    for seat, call in spoken:
        if type(call) is int:
            apart = (seat - declarer) % 4
            found[apart % 2 or apart] = call
    return found.get(2), found.get(1)
