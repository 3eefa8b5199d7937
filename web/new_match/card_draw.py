"""Drawing for the deal and for partners: a card each (in 42 a tile), no two of the same height."""

from __future__ import annotations

from secrets import SystemRandom
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.game import Game

RANDOM = SystemRandom()


def draw(game: Game, players: int) -> list[str]:
    """A card for each seat."""
    return [RANDOM.choice(height) for height in RANDOM.sample(game.pack, players)]


def height(game: Game, card: str) -> int:
    """How high a drawn card is; -1 for what is no card of this game."""
    return next((n for n, alike in enumerate(game.pack) if card in alike), -1)


def heights(game: Game, cards: list[str]) -> list[int]:
    """How high each card is."""
    return [height(game, card) for card in cards]


def deciding_seat(game: Game, cards: list[str]) -> int:
    """The seat whose card decides: the highest, or the lowest where that is the rule."""
    found = heights(game, cards)
    return found.index(min(found) if game.lowest_deals else max(found))


def dealing_seat(game: Game, cards: list[str]) -> int:
    """The seat that deals first by these cards."""
    return (deciding_seat(game, cards) + game.dealer_after) % len(cards)


def partners(game: Game, cards: list[str]) -> list[int]:
    """Four seats in their new order: the two lowest face each other, and so do the two highest; seat 0 stays."""
    found = heights(game, cards)
    ranked = sorted(range(4), key=lambda seat: found[seat])
    ours, theirs = sorted((sorted(ranked[:2]), sorted(ranked[2:])))
    return [ours[0], theirs[0], ours[1], theirs[1]]
