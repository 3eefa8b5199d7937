"""What a phone counted, compared with what the server recorded."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from flask import current_app, request

from drawing.engine_api import counted
from web.phone_engine.bundle import canonical_json, engine_of

if TYPE_CHECKING:
    from models.log.append import Receipt

DIFFERS = "differs"  # in X-Engine: the phone counted otherwise than the server


class Comparison(NamedTuple):
    """What is to be said of what a phone counted: whether it is the same, and what its page is told of its engine."""

    same: bool
    engine: str


def compare_count(receipt: Receipt) -> Comparison | None:
    """How what the phone counted compares with what was recorded; None when no phone has counted.

    A difference under the same edition is written to the server's log, without a name in it. When others have said
    more since (the same saying came a second time) there is nothing to compare.
    """
    told = request.form.get("phone_counted")
    if told is None:
        return None
    state = receipt.state
    theirs, ours = parse_json(told), canonical_json(counted(state.sheet, len(state.records_after(0))))
    now = engine_of(state.game.key)
    if request.form.get("edition") != now.edition:
        return Comparison(theirs == ours, " ".join(now))
    if theirs == ours or state.records_after(receipt.seq):
        return Comparison(theirs == ours, "")
    current_app.logger.warning(
        "match %s, edition %s: a phone counted %s, the server %s", state.uid, now.edition, theirs[:1000], ours
    )
    return Comparison(False, DIFFERS)


def parse_json(text: str) -> bytes:
    """JSON data as we spell it, or nothing where it is none."""
    try:
        return canonical_json(json.loads(text))
    except (ValueError, RecursionError):
        return b""
