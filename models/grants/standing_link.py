"""The standing link of an evening: it may only watch, and can be shown as often as wanted.

Its secret is reckoned from the server's own secret and the grant's uid, so that nothing that opens it is stored.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from sqlalchemy import select

from models.base import db, new_uid
from models.tables.grant import WATCH, Grant, digest, find_grant, revoke, written

if TYPE_CHECKING:
    from models.tables.evening import Evening


def standing_secret(evening: Evening, key: str) -> str | None:
    """The secret of the link that is in force; None when there is none, or none of this server's key."""
    found = in_force(evening, key)
    return secret_of(found.uid, key) if found else None


def standing_link(evening: Evening, key: str) -> Grant:
    """The grant of the link that is in force; when there is none of this server's key, one written just now."""
    return in_force(evening, key) or new_link(evening, key)


def replace_link(evening: Evening, key: str, by: Grant) -> None:
    """A new link; the old one opens nothing any more, on every phone that came in by it.

    Written in the unit of work under way.
    """
    for grant in standing(evening):
        revoke(grant, by)
    new_link(evening, key)


def standing(evening: Evening) -> list[Grant]:
    """The standing links of an evening that were not revoked, newest first; more than one when one came back."""
    alive = Grant.evening_id == evening.id, Grant.standing, Grant.revoked_at.is_(None)
    return list(db.session.scalars(select(Grant).where(*alive).order_by(Grant.id.desc())))


def in_force(evening: Evening, key: str) -> Grant | None:
    """The newest that this key opens: with another key of the server the old links could not be shown again."""
    return next((grant for grant in standing(evening) if is_of(grant, key)), None)


def is_of(grant: Grant, key: str) -> bool:
    """Whether the secret of a standing link was reckoned from this key."""
    return digest(secret_of(grant.uid, key)) == grant.secret_hash


def find_link(secret: str, key: str) -> Grant | None:
    """The grant of a link's secret while it is in force; of a standing one only under the key that made it."""
    grant = find_grant(secret)
    return None if grant and grant.standing and not is_of(grant, key) else grant


def new_link(evening: Evening, key: str) -> Grant:
    """A standing link, written in the unit of work under way."""
    uid = new_uid()
    return written(evening, WATCH, digest(secret_of(uid, key)), uid=uid, standing=True)


def secret_of(uid: str, key: str) -> str:
    """The secret of a standing link: 256 bits, which nobody can reckon without the server's key."""
    made = hmac.digest(key.encode(), f"standing link {uid}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
