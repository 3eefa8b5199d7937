"""The follow screen of a match, for phones and televisions, and its updates."""

from __future__ import annotations

from flask import Blueprint, Response, request

from models.log.granted_match import GrantedMatch, read_granted
from web.auth.claimed_seat import is_taken_over
from web.auth.guard import granted_match
from web.http.etag import unless_known
from web.live.delta import content_delta, content_json
from web.live.page import follow_version, following_match, render_follow

bp = Blueprint("follow", __name__)


@bp.get("/m/<slug:uid>/follow")
def show_follow(uid: str) -> str:
    """The match as it stands, read-only; with tv in the address large, for a television."""
    return render_follow(granted_match(uid))


@bp.get("/m/<slug:uid>/live")
def poll(uid: str) -> Response:
    """The content of the follow screen: 304 while unchanged, else as JSON or as a delta.

    A version in If-None-Match gets the delta to it, unless the whole is asked for. X-Seat tells a phone that
    another one has taken over its seat, also with a 304.
    """
    match = granted_match(uid)
    version = follow_version(match, following_match(match))
    answer = unless_known(version, lambda: content_response(match, version))
    if is_taken_over(match.evening_uid):
        answer.headers["X-Seat"] = "lost"
    return answer


def content_response(match: GrantedMatch, version: str) -> Response:
    """The content of a version, as a delta to an older one named in If-None-Match that this process has."""
    text = content_json(match, read_granted(match), version)
    known = None if "whole" in request.args else next(iter(request.if_none_match.as_set(include_weak=True)), None)
    short = content_delta(match.uid, known, version) if known else None
    answer = Response(short or text, mimetype="application/octet-stream" if short else "application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
