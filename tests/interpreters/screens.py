"""A line of JSON in, a list of questions to the phone's table; all its answers out. Run by both interpreters."""

from __future__ import annotations

import json

from table.engine_api import answer


def score_text(text: str) -> str:
    """What the phone answers to each question in turn, every answer as data."""
    return json.dumps([json.loads(answer(what, json.dumps(asked))) for what, asked in json.loads(text)])
