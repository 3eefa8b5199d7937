"""What is wrong with a record that is no deal: points by a ruling, a bare result, rules, seats, the end of a match.

Whether changed rules are legal shows after the replay, in the problems of their line on the sheet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import RESULT
from scoring.words import problem

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Problem, Sheet, Values

MAX_NOTE = 500  # characters
MAX_NAME = 60
MAX_POINTS = 1_000_000
NO_PROBLEMS: tuple[Problem, ...] = ()


def ruling_problems(game: Game, sheet: Sheet, kind: str, body: Values) -> tuple[Problem, ...]:
    """All problems of the body of such a record for a match that stands so; empty for any other kind."""
    if kind == "adjust":
        return adjust_problems(sheet, body)
    if kind == RESULT:
        return result_problems(game, sheet, body)
    if kind == "seat":
        return new_seat_problems(sheet, body)
    if kind == "rules":
        wrong = type(body.get("rules")) is not dict
        return key_problems(body, ("rules",)) or ((problem("rules", "not_an_entry"),) if wrong else NO_PROBLEMS)
    if kind == "close" or kind == "reopen":
        return end_problems(sheet, kind, body)
    return NO_PROBLEMS


def adjust_problems(sheet: Sheet, body: Values) -> tuple[Problem, ...]:
    """Problems of points by a ruling, with a note."""
    found = key_problems(body, ("points",), ("note",))
    if found:
        return found
    if any(line.deal.kind == RESULT for line in sheet.lines):
        return (problem("match", "over"),)
    return list_problems(sheet, "points", body["points"]) + text_problems("note", body.get("note", ""), MAX_NOTE)


def list_problems(sheet: Sheet, key: str, given: Any) -> tuple[Problem, ...]:
    """Problems of points, one number for each side."""
    if type(given) is not list or len(given) != len(sheet.standing.totals):
        return (problem(key, "list_length"),)
    if all(type(points) is int and abs(points) <= MAX_POINTS for points in given):
        return NO_PROBLEMS
    return (problem(key, "points_range", {"low": -MAX_POINTS, "high": MAX_POINTS}),)


def result_problems(game: Game, sheet: Sheet, body: Values) -> tuple[Problem, ...]:
    """Problems of a bare result: only a match without any line takes one."""
    found = key_problems(body, ("winner", "totals") if game.has_totals else ("winner",))
    if found:
        return found
    winner, totals = body["winner"], body.get("totals", list(sheet.standing.totals))
    if type(winner) is not int or not 0 <= winner < len(sheet.standing.totals):
        found += (problem("winner", "no_such_seat"),)
    found += list_problems(sheet, "totals", totals)
    given_up = sheet.standing.closed and not game.closing_decides(sheet.standing.rules)
    if not found and (sheet.lines or sheet.outcome or given_up):
        found = (problem("match", "begun"),)
    return found or game.result_problems(winner, tuple(totals))


def new_seat_problems(sheet: Sheet, body: Values) -> tuple[Problem, ...]:
    """Problems of a new dealer, or of a new player in a seat."""
    if "dealer" in body:
        return key_problems(body, ("dealer",)) or seat_problems(sheet, "dealer", body["dealer"])
    found = key_problems(body, ("seat", "player"), ("player_uid",))
    if found:
        return found
    found = seat_problems(sheet, "seat", body["seat"])
    found += (problem("player", "missing"),) if body["player"] == "" else NO_PROBLEMS
    found += text_problems("player", body["player"], MAX_NAME)
    return found + text_problems("player_uid", body.get("player_uid", ""), MAX_NAME)


def end_problems(sheet: Sheet, kind: str, body: Values) -> tuple[Problem, ...]:
    """Problems of ending a match at the table, or of going on with it."""
    if kind == "close" and sheet.outcome is not None:
        return (problem("match", "over"),)
    found = key_problems(body, ())
    if found or sheet.standing.closed == (kind == "reopen"):
        return found
    return (problem("match", "closed_already" if kind == "close" else "not_closed"),)


def key_problems(body: Values, needed: tuple[str, ...], allowed: tuple[str, ...] = ()) -> tuple[Problem, ...]:
    """Problems of missing and of unknown keys."""
    found = [problem(key, "missing") for key in needed if body.get(key) is None]
    found += [problem(key, "unknown_key") for key in sorted(body) if key not in needed + allowed]
    return tuple(found)


def text_problems(key: str, value: Any, longest: int) -> tuple[Problem, ...]:
    """A problem with what is no text, or a longer one."""
    if type(value) is str and len(value) <= longest:
        return NO_PROBLEMS
    return (problem(key, "not_text", {"high": longest}),)


def seat_problems(sheet: Sheet, key: str, seat: Any) -> tuple[Problem, ...]:
    """A problem with what is no seat of the table."""
    if type(seat) is int and 0 <= seat < len(sheet.standing.table.players):
        return NO_PROBLEMS
    return (problem(key, "no_such_seat"),)
