"""Who is asking: the circle that the browser's cookie opens, and the match or evening if it is that circle's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import abort, g, session
from sqlalchemy import select

from models.access import Grant
from models.base import db
from models.evenings import Evening
from models.matches import Match
from models.opened import Opened, opened

if TYPE_CHECKING:
    from models.people import Circle


def remember(grant: Grant) -> None:
    """Let this browser in with a grant, for as long as browsers keep a cookie."""
    session.clear()
    session.permanent = True
    session["grant"] = grant.id


def current_grant() -> Grant | None:
    """The grant of this browser's cookie while it is not revoked; looked up once a request."""
    if "grant" not in g:
        grant = db.session.get(Grant, session["grant"]) if "grant" in session else None
        g.grant = grant if grant and grant.revoked_at is None else None
    return g.grant  # type: ignore[no-any-return]


def current_circle() -> Circle | None:
    """The circle this browser belongs to, or None for a stranger."""
    grant = current_grant()
    return grant.circle if grant else None


def own_circle() -> Circle:
    """The circle of this browser; 404 for a stranger, who learns nothing."""
    return current_circle() or abort(404)


def own_match(uid: str) -> Match:
    """A match of the own circle; 404 when there is none, or when it is another circle's."""
    grant = current_grant() or abort(404)
    found = db.session.scalar(
        select(Match)
        .join(Evening, Match.evening_id == Evening.id)
        .where(Match.uid == uid, Evening.circle_id == grant.circle_id)
    )
    return found or abort(404)


def opened_here(uid: str) -> Opened:
    """A match that this browser's grant opens, without the session's objects; 404 when there is none."""
    return opened(session.get("grant", 0), uid) or abort(404)


def own_evening(uid: str) -> Evening:
    """An evening of the own circle; 404 when there is none, or when it is another circle's."""
    grant = current_grant() or abort(404)
    return db.session.scalar(select(Evening).where(Evening.uid == uid, Evening.circle_id == grant.circle_id)) or abort(
        404
    )
