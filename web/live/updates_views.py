"""What other phones said: an open table asks for it every few seconds, shows it, or tells it in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify, request
from markupsafe import Markup

from models.log.granted_match import read_granted
from web.auth.guard import granted_match
from web.http.etag import unless_known
from web.phone_engine.log_json import records_json
from web.table.stale_entry import entries_since

if TYPE_CHECKING:
    from models.log.granted_match import GrantedMatch

bp = Blueprint("updates", __name__)


@bp.get("/m/<slug:uid>/others")
def show_updates(uid: str) -> Response:
    """The sayings after a version, as the phone's engine reads them and in words; 304 when there are none."""
    match = granted_match(uid)
    return unless_known(str(match.head.last_seq), lambda: updates_since(match, known_version()))


def updates_since(match: GrantedMatch, after: int) -> Response:
    """What was said after this version; what the page that asks sent itself is told without words."""
    state, own = read_granted(match), request.args.get("own", "").split(",")
    words = [Markup(told).striptags() for told in entries_since(state, after, "dispute", own)]  # noqa: S704  it is markup already
    answer = jsonify(version=state.version, records=records_json(state.records[after:]), words=words)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def known_version() -> int:
    """The version that the page shows which asks."""
    text = request.args.get("after", "")
    return int(text) if text.isdecimal() else 0
