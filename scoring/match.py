"""Scores a whole match given as data: score_match() on dictionaries, score_text() on JSON. Shapes: docs/rules."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from scoring.board import plain_problems, plain_sheet
from scoring.game import rules_problems
from scoring.games import KEYS, game_of
from scoring.sheet import replay
from scoring.words import Deal, problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Problem, Values


def score_text(text: str) -> str:
    """One match as a line of JSON in, one scored match as a line of JSON out."""
    return json.dumps(score_line(text))


def score_line(text: str) -> Values:
    """The scored match of a line of JSON; a line that is not JSON gives an error. Never raises."""
    try:
        data = json.loads(text)
    except (ValueError, RuntimeError):
        return {"error": "this line is not JSON"}
    return score_match(data)


def score_match(data: Any) -> Values:
    """The scored match, or its problems when it is refused as a whole. Never raises."""
    if type(data) is not dict:
        return {"game": None, "problems": plain_problems(None, (problem("match", "match_shape"),))}
    name = data.get("game")
    game = game_of(name) if type(name) is str and name in KEYS else None
    if game is None:
        unknown = problem("game", "no_such_game")
        return {"game": name if type(name) is str else None, "problems": plain_problems(None, (unknown,))}
    found = match_problems(game, data)
    if found:
        return {"game": game.key, "problems": plain_problems(game, found)}
    table = game.table(tuple(data["players"]), value_or(data, "first_dealer", 0))
    return plain_sheet(replay(game, table, value_or(data, "rules", {}), deals_of(data)))


def value_or(data: Values, key: str, otherwise: Any) -> Any:
    """The value of a key, or another where it is left out or null."""
    value = data.get(key)
    return otherwise if value is None else value


def match_problems(game: Game, data: Values) -> tuple[Problem, ...]:
    """Why a match is refused as a whole; empty when it can be scored."""
    players = data.get("players")
    if type(players) is not list or not all(type(name) is str for name in players):
        return (problem("players", "player_names"),)
    low, high = game.seats
    if not low <= len(players) <= high:
        return (problem("players", "players_number", {"low": low, "high": high}),)
    found = []
    dealer = value_or(data, "first_dealer", 0)
    if type(dealer) is not int or not 0 <= dealer < len(players):
        found.append(problem("first_dealer", "no_such_seat"))
    if type(value_or(data, "closed", False)) is not bool:
        found.append(problem("closed", "yes_or_no"))
    if type(value_or(data, "deals", [])) is not list:
        found.append(problem("deals", "not_a_list"))
    else:
        found.extend(dealer_problems(value_or(data, "deals", []), len(players)))
    rules = value_or(data, "rules", {})
    if type(rules) is not dict:
        found.append(problem("rules", "match_shape"))
    elif not found:
        found.extend(rules_problems(game, rules, len(players)))
    return tuple(found)


def dealer_problems(deals: list[Any], players: int) -> list[Problem]:
    """The deals that name a dealer who does not sit at this table."""
    dealers = [(index, deal.get("dealer")) for index, deal in enumerate(deals) if type(deal) is dict]
    return [
        problem("deals." + str(index) + ".dealer", "no_such_seat")
        for index, dealer in dealers
        if dealer is not None and (type(dealer) is not int or not 0 <= dealer < players)
    ]


def deals_of(data: Values) -> tuple[Deal, ...]:
    """The deals of a match as data, and the closing after them if the table ended the match.

    A deal may hold `dealer` besides its entry; without it the seat whose turn it was dealt.
    """
    deals = [deal_in(str(index), body) for index, body in enumerate(value_or(data, "deals", []))]
    if value_or(data, "closed", False):
        deals.append(Deal("close", "close", {}, None))
    return tuple(deals)


def deal_in(uid: str, body: Any) -> Deal:
    """A deal as data: its entry, and who dealt."""
    if type(body) is not dict or "dealer" not in body:
        return Deal(uid, "deal", body, None)
    return Deal(uid, "deal", {key: body[key] for key in body if key != "dealer"}, body["dealer"])
