"""The house rules of a match as review reads them without its log: damaged ones are left out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scoring.game import allowed
from scoring.games import games

if TYPE_CHECKING:
    from scoring.words import Rules


def readable_rules(key: str, text: str) -> Rules:
    """The rules in a stored text that the game of this key has, with possible values."""
    options = {option.key: option for option in games()[key].options}
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return {}
    pairs = found.items() if type(found) is dict else ()
    return {name: value for name, value in pairs if name in options and allowed(options[name], value)}
