"""Where: which deals of a game are meant. The same words stand in panels, in queries and in addresses."""

from __future__ import annotations

from typing import NamedTuple


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
