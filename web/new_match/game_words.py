"""What the page of a new match tells of a game, in the reader's language."""

from __future__ import annotations

from drawing.new_match.page import GameWords
from scoring.game import Game
from scoring.games import games
from web.i18n.locale import gettext
from web.new_match.card_draw import draw_of


def words_of(game: Game) -> GameWords:
    """The words of a game."""
    name, tagline, begin = map(gettext, (game.name, game.tagline, game.begin))
    return GameWords(game.key, name, tagline, begin, game.seats, game.partners, draw_of(game))


def words_of_all() -> list[GameWords]:
    """The words of every game."""
    return [words_of(game) for game in games().values()]
