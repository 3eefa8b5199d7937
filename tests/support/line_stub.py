"""/line and /line/home on an app that has none: with them a page knows whether it is connected, and what home shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, jsonify
from flask_wtf.csrf import generate_csrf
from sqlalchemy import select

from models.base import db
from models.tables.evening import Evening
from models.tables.match import Match
from web.auth.guard import current_grant
from web.auth.permissions import PERMISSIONS, PUBLIC, Permission
from web.offline.shell import shell_version

if TYPE_CHECKING:
    from flask import Flask


def add_line(app: Flask) -> None:
    """Let the app answer both."""
    for name, address, view in (("line", "/line", line), ("line_home", "/line/home", home)):
        PERMISSIONS.setdefault(name, Permission(PUBLIC))
        app.add_url_rule(address, name, view)


def line() -> Response:
    """Whether there is a server, the token of forms, and what this browser may."""
    grant = current_grant()
    right = grant.right if grant and grant.in_force else None
    return unkept({"now": 0, "token": generate_csrf(), "shell": shell_version(), "editions": {}, "grant": right})


def home() -> Response:
    """What home shows."""
    circle = current_grant().circle
    evenings = evenings_of(circle)
    matches = [match for evening in evenings for match in evening["matches"]]
    people = [{"uid": one.uid, "name": one.name} for one in circle.players]
    whole = {"uid": circle.uid, "name": circle.name}
    return unkept({"circle": whole, "people": people, "rules": [], "evenings": evenings, "matches": matches})


def evenings_of(circle: Any) -> list[dict[str, Any]]:
    """The evenings of a circle with their matches."""
    found = db.session.scalars(select(Evening).where(Evening.circle_id == circle.id).order_by(Evening.id.desc()))
    return [told(evening) for evening in found]


def told(evening: Evening) -> dict[str, Any]:
    """An evening with its matches."""
    matches = [
        {
            "uid": match.uid,
            "game": match.game,
            "edition": "",
            "version": match.last_seq,
            "hash": match.last_hash,
            "state": match.state,
            "title": ", ".join(match.players),
        }
        for match in db.session.scalars(select(Match).where(Match.evening_id == evening.id))
    ]
    return {"uid": evening.uid, "date": evening.date.isoformat(), "place": evening.place, "matches": matches}


def unkept(data: object) -> Response:
    """Data that nobody keeps."""
    answer = jsonify(data)
    answer.headers["Cache-Control"] = "no-store"
    return answer
