"""The sheet as data: the whole board of a match, with its version as ETag; an unchanged one is an empty 304."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from models.reading import read
from scoring.board import board
from web.access import own_match

bp = Blueprint("sheet", __name__)


@bp.get("/m/<uid>/sheet")
def sheet(uid: str) -> Response:
    """The board as JSON; 304 when the version in If-None-Match is still the last."""
    match = own_match(uid)
    if request.if_none_match.contains(str(match.last_seq)):
        return Response(status=304, headers={"ETag": f'"{match.last_seq}"'})
    reading = read(match)
    answer = jsonify(board(reading.sheet))
    answer.set_etag(str(reading.version))
    return answer
