"""A card for each seat by the system's own chance."""

from __future__ import annotations

from secrets import randbits

from drawing.new_match import card_draw
from drawing.new_match.card_draw import Draw
from scoring.game import Game


def draw_of(game: Game) -> Draw:
    """How a game draws."""
    return Draw(game.pack, game.lowest_deals, game.dealer_after)


def draw(game: Game, players: int) -> list[str]:
    """A card for each seat."""
    return card_draw.draw(draw_of(game), players, [randbits(32) for _ in range(2 * players)])
