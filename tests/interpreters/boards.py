"""A match as a line of JSON in, what its table screen would show out; run by both interpreters."""

from __future__ import annotations

import json

from scoring.board import board
from scoring.games import games
from scoring.match import deals_of, score_match
from scoring.sheet import replay
from scoring.words import Deal


def score_text(text: str) -> str:
    """The board while the last deal is being written, two keys of it so far; null when the match cannot be scored.

    With "said" these are all the sayings (uid, kind and body), with "pending" and "draft" as they are.
    """
    match = json.loads(text)
    if "lines" not in score_match(match):
        return "null"
    game = games()[match["game"]]
    table = game.table(tuple(match["players"]), match.get("first_dealer") or 0)
    rules = match.get("rules") or {}
    if "said" in match:
        said = tuple(Deal(*one) for one in match["said"])
        return json.dumps(board(replay(game, table, rules, said, match["pending"]), match["draft"]))
    deals = deals_of(match)
    last = deals[-1].entry if deals else {}
    draft = {key: last[key] for key in sorted(last)[:2]} if type(last) is dict else {}
    return json.dumps(board(replay(game, table, rules, deals[:-1]), draft))
