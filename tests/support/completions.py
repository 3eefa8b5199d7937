"""Every way to finish a half-made entry, by trying: what a pad may offer, found without asking what it refuses."""

from __future__ import annotations

from scoring.game import Game
from scoring.sheet import problems
from scoring.words import Standing
from tests.support.games import known_of
from tests.support.games.parts import Entry


def can_be_finished(game: Game, standing: Standing, draft: Entry) -> bool:
    """Whether some way to say what is still open makes an entry that can be recorded."""
    ways = known_of(game.key, "finished")(standing, draft)
    return any(not problems(game, standing, entry) for entry in ways)
