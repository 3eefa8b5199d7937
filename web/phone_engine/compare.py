"""What a phone counted, compared with what the server recorded."""

from __future__ import annotations

from typing import NamedTuple

from flask import current_app, request

from drawing.engine_match import counted
from models.log.append import Receipt
from web.http.requests import read_json
from web.phone_engine.bundle import canonical_json, engine_files

DIFFERS = "differs"  # in X-Engine: the phone counted otherwise than the server


class Comparison(NamedTuple):
    """Whether a phone's count is the same, and the X-Engine header for its page."""

    same: bool
    engine: str


def compare_count(receipt: Receipt) -> Comparison | None:
    """The phone's count compared with what was recorded; None when the phone has not counted.

    A difference under the same edition is logged, without names. Once others have recorded more since (a repeated
    request) there is nothing to compare.
    """
    sent = request.form.get("phone_counted")
    if sent is None:
        return None
    state = receipt.state
    theirs, ours = parse_json(sent), canonical_json(counted(state.sheet, len(state.records_after(0))))
    now = engine_files()
    if request.form.get("edition") != now.edition:
        return Comparison(theirs == ours, " ".join(now))
    if theirs == ours or state.records_after(receipt.seq):
        return Comparison(theirs == ours, "")
    current_app.logger.warning(
        "match %s, edition %s: a phone counted %s, the server %s", state.uid, now.edition, theirs[:1000], ours
    )
    return Comparison(False, DIFFERS)


def parse_json(text: str) -> bytes:
    """JSON text in canonical form; empty when it is invalid."""
    try:
        return canonical_json(read_json(text))
    except ValueError:
        return b""
