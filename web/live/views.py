"""The follow screen: a match for those who only look on, on a phone or a television, and what is new of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, request

from models.log.granted_match import read_granted
from web.auth.claimed_seat import taken_over
from web.auth.guard import opened_here
from web.http.etag import unless_known
from web.live.follow_page import followed, later_of, version_of
from web.live.page import packed, text_of

if TYPE_CHECKING:
    from models.log.granted_match import GrantedMatch

bp = Blueprint("follow", __name__)


@bp.get("/m/<slug:uid>/follow")
def follow(uid: str) -> str:
    """The match as it stands, without anything to tap in; with tv in the address large, for a television."""
    return followed(opened_here(uid))


@bp.get("/m/<slug:uid>/live")
def live(uid: str) -> Response:
    """What is new: nothing (304), or the text of the page as it is now.

    Whoever has the version in If-None-Match gets it packed with that one as dictionary, or whole if that is asked for.
    A phone whose seat another one has taken over is told so (X-Seat), also where nothing else is new.
    """
    match = opened_here(uid)
    version = version_of(match, later_of(match))
    answer = unless_known(version, lambda: text_for(match, version))
    if taken_over(match.evening_uid):
        answer.headers["X-Seat"] = "lost"
    return answer


def text_for(match: GrantedMatch, version: str) -> Response:
    """The text of a version, packed for whoever names an older one that this process has."""
    text = text_of(match, read_granted(match), version)
    known = None if "whole" in request.args else next(iter(request.if_none_match.as_set(include_weak=True)), None)
    short = packed(match.uid, known, version) if known else None
    answer = Response(short or text, mimetype="application/octet-stream" if short else "application/json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
