"""A link for once that takes an app on the home screen in: phones give it none of the browser's cookies.

It allows what the browser that made it may, for the same circle or evening, and counts as made by it. One that nobody
takes lapses. Of the last OPEN ones made with a grant each can be taken; those before are deleted.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from sqlalchemy import select

from models.base import db, now
from models.tables.grant import Grant, create_grant, find_grant, hash_secret

LIFETIME = timedelta(minutes=30)
OPEN = 8  # of one grant, used by as many phones, that wait to be taken


def create_way(own: Grant, name: str) -> str:
    """The secret of a new one, made with a grant that does not expire, in the current transaction."""
    secret = secrets.token_urlsafe(32)
    delete_untaken(own)
    create_grant(
        own.evening or own.circle,
        own.right,
        hash_secret(secret),
        name=name,
        once=True,
        made_by_id=own.id,
        expires_at=now() + LIFETIME,
    )
    return secret


def delete_untaken(own: Grant) -> None:
    """Delete what was made with a grant and not taken, but for the newest: room for one more."""
    mine = Grant.made_by_id == own.id, Grant.once, Grant.expires_at.is_not(None)
    waiting = select(Grant).where(*mine, Grant.last_used_at.is_(None)).order_by(Grant.id.desc()).offset(OPEN - 1)
    for way in db.session.scalars(waiting).all():
        db.session.delete(way)


def find_way(secret: str) -> Grant | None:
    """The grant of a secret while it can be taken; None also for a link of another kind."""
    grant = find_grant(secret)
    return grant if grant and grant.once and grant.expires_at is not None else None
