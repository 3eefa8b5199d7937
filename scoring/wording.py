"""The English of the codes that every game shares, and how a code with values becomes an English sentence.

Other languages are made from the same wordings by gettext, outside this folder.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import message

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Values, Wording

COMMON: dict[str, Wording] = {
    "adjusted": message("a ruling at the table: {note}"),
    "begun": message("Something of this match is written down already"),
    "bid_so_far": message("so far"),
    "closed_already": message("The match is closed already"),
    "list_length": message("One value for each seat is needed"),
    "match_shape": message("A match is a JSON object with game, players, first_dealer, rules, closed and deals"),
    "missing": message("This is still missing"),
    "no_such_call": message("That is not a call in this game"),
    "no_such_game": message("There is no such game"),
    "no_such_seat": message("There is no such seat at this table"),
    "not_a_list": message("A list is needed here"),
    "not_ahead": message("With these totals that side did not win"),
    "not_an_entry": message("A deal is written as keys with values"),
    "not_closed": message("The match is not closed"),
    "not_offered": message("That is not one of the choices"),
    "number_range": message("A whole number from {low} to {high} is needed"),
    "not_text": message("A text of at most {high} characters is needed here"),
    "nothing_chosen": message("Nothing is chosen yet. If everybody passed, say so"),
    "over": message("The match was over before this deal"),
    "player_names": message("Players are a list of names"),
    "players_number": message("This game is played by {low} to {high} people"),
    "points_range": message("Points are whole numbers from {low} to {high}, one for each side"),
    "points_sum": message("The points must add up to {n}"),
    "rule_value": message("This rule cannot have that value"),
    "twice": message("Nobody can be named twice"),
    "unknown_key": message("This game has no such entry"),
    "unknown_rule": message("This game has no such rule"),
    "written_down": message("only the result was written down"),
    "yes_or_no": message("Yes or no is needed here"),
}


def wording(game: Game | None, code: str) -> Wording:
    """The English wording of a code: the game's own, or the common one."""
    if game is not None and code in game.sentences:
        return game.sentences[code]
    return COMMON[code]


def english(game: Game | None, code: str, values: Values) -> str:
    """An English sentence for machines and logs: values stand as they are (seats as numbers)."""
    words = wording(game, code)
    texts = {key: nested(game, values[key]) if key.endswith("parts") else values[key] for key in values}
    if type(words) is str:
        return words.format(**texts)
    return words[0 if values.get("n") == 1 else 1].format(**texts)


def nested(game: Game | None, parts: list[Values]) -> str:
    """A list of messages {"code", "values"} as one English text."""
    return ", ".join([english(game, part["code"], part["values"]) for part in parts])
