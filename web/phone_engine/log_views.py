"""The log of a match for the phone engine."""

from __future__ import annotations

from flask import Blueprint, Response

from web.auth.guard import granted_match
from web.http.answers import unless_known
from web.phone_engine.log_json import log_response

bp = Blueprint("phone_engine", __name__)


@bp.get("/m/<slug:uid>/log")
def show_log(uid: str) -> Response:
    """The log for the phone engine, which replays it; 304 when the version in If-None-Match is still the last."""
    match = granted_match(uid)
    version = f"{match.head.last_seq}-{match.head.last_hash[:16]}-{match.right}"  # who only watches is told less
    return unless_known(version, lambda: log_response(match))
