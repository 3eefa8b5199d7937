"""What review counts in a deal: facts, what a circle keeps records of, and which deals are meant by a filter."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from scoring.words import Wording


class Where(NamedTuple):
    """Deals by what was played for and what came of it; what is empty or None says nothing.

    kinds, bid, made, trump, opened: see Fact; seat: of who declared (or of the part) from the dealer, the dealer is the
    last; number: this deal of a match or a later one, deal: only this one; short: what was lacking to the bid; taken:
    so many tricks or points or more; over: declared over a bid of the partner (True) or without one (False), where the
    auction was written down; missed: what there is to take in all, of which the other side took what it had bid.
    before, after: of a Part, then each seat is meant.
    """

    kinds: tuple[str, ...] = ()
    bid: int | None = None
    made: bool | None = None
    trump: str | None = None
    seat: int | None = None
    number: int | None = None
    deal: int | None = None
    short: int | None = None
    taken: int | None = None
    opened: bool | None = None
    over: bool | None = None
    missed: int | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def of_parts(self) -> bool:
        """Whether it is about the deals of single seats."""
        return bool(self.before or self.after)

    def also(self, more: Where) -> Where:
        """Both together; where both speak of the same, the other is meant."""
        return Where._make(own if theirs in (None, ()) else theirs for own, theirs in zip(self, more, strict=True))


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


class Record(NamedTuple):
    """One kind of record. The holder is who declared, or whose part it was, with the partner; of a match who won.

    of: which deals count; about: "deal" (the largest value of one), "evening", "match", "ever" (the most such deals of
    one person in it, or of all times), "first" (the first such deal) or "fewest" (the win in the fewest deals, in
    matches that had no deal as `of` of the winner’s, where `of` says anything); value: of a deal as in MeanRow, or bid.
    """

    code: str
    label: Wording
    of: Where
    about: str = "deal"
    value: str = "gain"
