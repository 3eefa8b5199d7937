"""The English of the codes that every game shares, and how a code with values becomes an English sentence.

Other languages are made from the same wordings by gettext, outside this folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import say

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Values, Wording

COMMON: dict[str, Wording] = {
    "adjusted": say("a ruling at the table: {note}"),
    "list_length": say("one value for each seat is needed"),
    "match_shape": say("a match is a JSON object with game, players, first_dealer, rules, closed and deals"),
    "missing": say("this is still missing"),
    "no_such_call": say("that is no call of this game"),
    "no_such_game": say("there is no such game"),
    "no_such_seat": say("there is no such seat at this table"),
    "not_a_list": say("a list is needed here"),
    "not_an_entry": say("a deal is written as keys with values"),
    "not_offered": say("that is not one of the choices"),
    "number_range": say("a whole number from {low} to {high} is needed"),
    "over": say("the match was over before this deal"),
    "player_names": say("players are a list of names"),
    "players_number": say("this game is played by {low} to {high} people"),
    "rule_value": say("this rule cannot have that value"),
    "twice": say("nobody can be named twice"),
    "unknown_key": say("this game writes down no such thing"),
    "unknown_rule": say("this game has no such rule"),
    "yes_or_no": say("yes or no is needed here"),
}


def wording(game: Game | None, code: str) -> Wording:
    """The English wording of a code: the game's own, or the common one."""
    if game is not None and code in game.sentences:
        return game.sentences[code]
    return COMMON[code]


def english(game: Game | None, code: str, values: Values) -> str:
    """An English sentence for machines and logs: values stand as they are (seats as numbers)."""
    words = wording(game, code)
    if type(words) is str:
        return words.format(**values)
    return words[0 if values.get("n") == 1 else 1].format(**values)
