"""The follow screen: a match for those who only look on, on a phone or a television, and what is new of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request

from models.log.granted_match import read_granted
from web.auth.claimed_seat import is_taken_over
from web.auth.guard import granted_match
from web.http.etag import unless_known
from web.live.delta import content_delta, content_json
from web.live.page import follow_version, following_match, render_follow

if TYPE_CHECKING:
    from models.log.granted_match import GrantedMatch

bp = Blueprint("follow", __name__)


@bp.get("/m/<slug:uid>/follow")
def show_follow(uid: str) -> str:
    """The match as it stands, without anything to tap in; with tv in the address large, for a television."""
    return render_follow(granted_match(uid))


@bp.get("/m/<slug:uid>/live")
def poll(uid: str) -> Response:
    """What is new: nothing (304), or the text of the page as it is now.

    Whoever has the version in If-None-Match gets it packed with that one as dictionary, or whole if that is asked for.
    A phone whose seat another one has taken over is told so (X-Seat), also where nothing else is new.
    """
    match = granted_match(uid)
    version = follow_version(match, following_match(match))
    answer = unless_known(version, lambda: content_response(match, version))
    if is_taken_over(match.evening_uid):
        answer.headers["X-Seat"] = "lost"
    return answer


def content_response(match: GrantedMatch, version: str) -> Response:
    """The text of a version, packed for whoever names an older one that this process has."""
    text = content_json(match, read_granted(match), version)
    known = None if "whole" in request.args else next(iter(request.if_none_match.as_set(include_weak=True)), None)
    short = content_delta(match.uid, known, version) if known else None
    answer = Response(short or text, mimetype="application/octet-stream" if short else "application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
