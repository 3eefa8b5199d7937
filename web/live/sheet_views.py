"""The sheet as data: the whole board of a match as JSON, with its version as ETag."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from models.log.granted_match import read_granted
from scoring.board import board
from web.auth.guard import granted_match
from web.http.etag import unless_known

bp = Blueprint("sheet", __name__)


@bp.get("/m/<slug:uid>/sheet")
def show_sheet(uid: str) -> Response:
    """The board as JSON; 304 when the version in If-None-Match is still the last."""
    match = granted_match(uid)
    return unless_known(str(match.head.last_seq), lambda: jsonify(board(read_granted(match).sheet)))
