"""The sheet as data: the whole board of a match, with its version as ETag; an unchanged one is an empty 304."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request

from models.opened import read_opened
from scoring.board import board
from web.access import opened_here

bp = Blueprint("sheet", __name__)


@bp.get("/m/<uid>/sheet")
def sheet(uid: str) -> Response:
    """The board as JSON; 304 when the version in If-None-Match is still the last."""
    match = opened_here(uid)
    version = str(match.head.last_seq)
    if request.if_none_match.contains_weak(version):
        return Response(status=304, headers={"ETag": f'W/"{version}"'})
    answer = jsonify(board(read_opened(match).sheet))
    answer.set_etag(version, weak=True)
    return answer
