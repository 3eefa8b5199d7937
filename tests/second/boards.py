"""A match as a line of JSON in, what its table screen would show out; run by both interpreters."""

from __future__ import annotations

import json

from scoring.board import board
from scoring.games import games
from scoring.match import deals_of, score_match
from scoring.sheet import replay


def score_text(text: str) -> str:
    """The board while the last deal is being written, two keys of it so far; null when the match cannot be scored."""
    match = json.loads(text)
    if "lines" not in score_match(match):
        return "null"
    game = games()[match["game"]]
    table = game.table(tuple(match["players"]), match.get("first_dealer") or 0)
    deals = deals_of(match)
    last = deals[-1].entry if deals else {}
    draft = {key: last[key] for key in sorted(last)[:2]} if type(last) is dict else {}
    return json.dumps(board(replay(game, table, match.get("rules") or {}, deals[:-1]), draft))
