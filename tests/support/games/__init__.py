"""What the tests must know of a game besides its rules: a file a game, named by its key; every part may be left out.

- shaped(rng, standing, entry): a drawn entry bent so that it is often legal, where its fields hang together;
- finished(standing, draft): every way to finish a half-made entry, by trying: of values that the rules treat alike one
  stands for all;
- STORY: a match from its first deal to its winner, tapped in the browser (parts.Story);
- SCENE: what its screens are shown with (parts.Scene).

Written from the rule book, not from the code that is tested; whether an entry is legal is still the game's to say.

A tap of a story is "kind name=value": radio, send (a button that sends), type, choose (in a list), open (a folded
part), press (a button by its words), won (a trick winner by name), again (a seat's number is given once more). `record`
is pressed only without script, which records by itself; where a deal is amended `look` is, and `bid` leads back to what
was said before play.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from scoring.games import KEYS


def known_of(game: str, part: str) -> Any:
    """A part of what the tests know of a game; None where its file has none."""
    name = f"tests.support.games.{game}"
    return getattr(import_module(name), part, None) if find_spec(name) else None


def known(part: str) -> dict[str, Any]:
    """This part of every game that has it, by game."""
    return {game: found for game in KEYS if (found := known_of(game, part)) is not None}
