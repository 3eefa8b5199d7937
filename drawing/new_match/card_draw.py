"""Drawing for the deal and for partners: a card each (in 42 a tile), no two of the same height."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

Draw = NamedTuple("Draw", [("pack", "tuple[tuple[str, ...], ...]"), ("lowest_deals", "bool"), ("dealer_after", "int")])
"""How a game draws, as its attributes of these names say (scoring/game.py)."""


def draw(how: Draw, players: int, chance: list[int]) -> list[str]:
    """A card for each seat; chance: two large random numbers for each."""
    heights, found = list(how.pack), []
    for seat in range(players):
        alike = heights.pop(chance[2 * seat] % len(heights))
        found.append(alike[chance[2 * seat + 1] % len(alike)])
    return found


def height(how: Draw, card: str) -> int:
    """How high a drawn card is; -1 for what is no card of this game."""
    known = [n for n, alike in enumerate(how.pack) if card in alike]
    return known[0] if known else -1


def heights(how: Draw, cards: Any) -> list[int]:
    """How high each card is."""
    return [height(how, card) for card in cards]


def deciding_seat(how: Draw, cards: Any) -> int:
    """The seat whose card decides: the highest, or the lowest where that is the rule."""
    found = heights(how, cards)
    return found.index(min(found) if how.lowest_deals else max(found))


def dealing_seat(how: Draw, cards: Any) -> int:
    """The seat that deals first by these cards."""
    return (deciding_seat(how, cards) + how.dealer_after) % len(cards)


def partners(how: Draw, cards: Any) -> list[int]:
    """Four seats in their new order: the two lowest face each other, and so do the two highest; seat 0 stays."""
    found = heights(how, cards)
    ranked = sorted(range(4), key=lambda seat: (found[seat], seat))
    ours, theirs = sorted((sorted(ranked[:2]), sorted(ranked[2:])))
    return [ours[0], theirs[0], ours[1], theirs[1]]
