"""Reminder, once, after the first evening of a circle, that this phone has its only link."""

from __future__ import annotations

from flask import Blueprint, redirect, session, url_for
from sqlalchemy import func, or_, select
from werkzeug import Response

from models.base import db, now
from models.tables.evening import Evening
from models.tables.grant import CIRCLE, SCORE, Grant
from web.auth.guard import own_circle

MAX_CIRCLES = 8  # circles of which this browser was reminded

bp = Blueprint("recovery_reminder", __name__)


def needs_reminder(grant: Grant) -> bool:
    """Whether a circle has had its first evening, this browser has its only link, and was not reminded yet."""
    if grant.kind != CIRCLE or grant.right != SCORE or grant.circle.uid in session.get("reminded", ()):
        return False
    mine = Grant.circle_id == grant.circle_id, Grant.kind == CIRCLE, Grant.right == SCORE, Grant.revoked_at.is_(None)
    over = or_(Evening.closed_at.is_not(None), Evening.date < now().astimezone().date())
    played = select(Evening.id).where(Evening.circle_id == grant.circle_id, over).limit(1)
    keys = db.session.scalar(select(func.count()).where(*mine))
    return keys == 1 and db.session.scalar(played) is not None


@bp.post("/reminded")
def dismiss_reminder() -> Response:
    """Never remind this browser of this circle again."""
    uid = own_circle().uid
    session["reminded"] = [uid, *(other for other in session.get("reminded", ()) if other != uid)][:MAX_CIRCLES]
    return redirect(url_for("home.show_home"), 303)
