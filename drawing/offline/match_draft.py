"""The draft of a new match on a phone, and how it reads the shell’s list of games and matches that began there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.new_match.card_draw import Draw
from drawing.new_match.page import GameWords

if TYPE_CHECKING:
    from typing import Any

    from drawing.house_rules.values import Texts
    from scoring.words import Values

Draft = NamedTuple(
    "Draft",
    [
        ("evening", "str"),
        ("game", "GameWords"),
        ("seats", "tuple[str, ...]"),
        ("dealer", "str"),
        ("held", "int | None"),
        ("rules", "Texts"),
        ("cards", "tuple[str, ...]"),
        ("drew", "str"),
    ],
)
"""What is chosen so far; evening is a uid or "new", rules are the texts of each, seats are names clockwise."""


def game_words(told: Any) -> GameWords:
    """The words of a game from the shell's list."""
    key, name, tagline, begin, seats, partners_face, how, _ = told
    return GameWords(key, name, tagline, begin, tuple(seats), partners_face, Draw(how[0], how[1], how[2]))


def last_of(match: Values) -> Values:
    """A match that began here, as the last of its game."""
    names = [person["name"] for person in match["people"]]
    return {"game": match["game"], "seats": names, "dealer": names[match["dealer"]], "rules": match["rules"]}
