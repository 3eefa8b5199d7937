"""A link for once that takes an app on the home screen in: phones give it none of the browser's cookies.

It allows what the browser that made it may, for the same circle or evening, and counts as made by it. One that nobody
takes lapses.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import update

from models.base import db, now, to_millis
from models.db.transaction import write_connection
from models.tables.grant import Grant, create_grant, find_grant, grants, hash_secret

if TYPE_CHECKING:
    from datetime import datetime

LIFETIME = timedelta(minutes=30)


def create_way(own: Grant, name: str) -> str:
    """The secret of a new one, made with a grant that does not expire, in the current transaction."""
    secret = secrets.token_urlsafe(32)
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


def find_way(secret: str) -> Grant | None:
    """The grant of a secret while it can be taken; None also for a link of another kind."""
    grant = find_grant(secret)
    return grant if grant and grant.once and grant.expires_at is not None else None


def take_way(grant: Grant, at: datetime | None = None) -> bool:
    """Take it; from then on it does not expire. False where it was taken just now, or revoked."""
    free = grants.c.id == grant.id, grants.c.revoked_at.is_(None), grants.c.last_used_at.is_(None)
    with write_connection() as connection:
        values = {"last_used_at": to_millis(at or now()), "expires_at": None}
        taken = connection.execute(update(grants).where(*free).values(values)).rowcount == 1
    db.session.refresh(grant)
    return taken
