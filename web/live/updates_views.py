"""Updates for an open table, which polls every few seconds: the new records, and their texts."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from markupsafe import Markup

from models.log.granted_match import GrantedMatch, read_granted
from web.auth.guard import granted_match
from web.http.etag import unless_known
from web.phone_engine.log_json import records_json
from web.table.record import SHORT_HASH
from web.table.stale_entry import entries_since

bp = Blueprint("updates", __name__)


@bp.get("/m/<slug:uid>/updates")
def show_updates(uid: str) -> Response:
    """The records after a version, for the phone engine and as text; 304 when there are none."""
    match = granted_match(uid)
    return unless_known(str(match.head.last_seq), lambda: updates_since(match, known_version()))


def updates_since(match: GrantedMatch, after: int) -> Response:
    """The records after this version; those that the asking page sent itself have no text."""
    state, own = read_granted(match), request.args.get("own", "").split(",")
    words = [Markup(text).striptags() for text in entries_since(state, after, "dispute", own)]  # noqa: S704  it is markup already
    records = records_json(state.records[after:])
    answer = jsonify(version=state.version, hash=state.hash[:SHORT_HASH], records=records, words=words)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def known_version() -> int:
    """The version that the asking page shows."""
    text = request.args.get("after", "")
    return int(text) if text.isdecimal() else 0
