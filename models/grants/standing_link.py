"""The standing link of an evening: it permits to watch, and can be displayed again at any time.

Its secret is derived from the server's key and the grant's uid, so that the database holds only its hash.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode

from sqlalchemy import select

from models.base import db, new_uid
from models.tables.evening import Evening
from models.tables.grant import WATCH, Grant, create_grant, find_grant, hash_secret, revoke


def current_secret(evening: Evening, key: str) -> str | None:
    """The secret of the link in force; None if there is none, or none of this key."""
    found = current_link(evening, key)
    return derive_secret(found.uid, key) if found else None


def get_or_create_link(evening: Evening, key: str) -> Grant:
    """The grant of the link in force; a new one, inserted in the current transaction, if there is none of this key."""
    return current_link(evening, key) or create_link(evening, key)


def replace_link(evening: Evening, key: str) -> None:
    """Replace the link in the current transaction; the old one ends on every phone that came in by it."""
    for grant in active_links(evening):
        revoke(grant)
    create_link(evening, key)


def active_links(evening: Evening) -> list[Grant]:
    """The standing links of an evening that are not revoked, newest first; one for each key of the server."""
    alive = Grant.evening_id == evening.id, Grant.standing, Grant.revoked_at.is_(None)
    return list(db.session.scalars(select(Grant).where(*alive).order_by(Grant.id.desc())))


def current_link(evening: Evening, key: str) -> Grant | None:
    """The newest link that was made with this key: the secrets of others cannot be derived."""
    return next((grant for grant in active_links(evening) if is_made_with(grant, key)), None)


def is_made_with(grant: Grant, key: str) -> bool:
    """Whether the secret of a standing link was derived from this key."""
    return hash_secret(derive_secret(grant.uid, key)) == grant.secret_hash


def find_link(secret: str, key: str) -> Grant | None:
    """The grant of a link's secret while it is in force; a standing one only with the key that made it."""
    grant = find_grant(secret)
    return None if grant and grant.standing and not is_made_with(grant, key) else grant


def create_link(evening: Evening, key: str) -> Grant:
    """A new standing link, inserted in the current transaction."""
    uid = new_uid()
    return create_grant(evening, WATCH, hash_secret(derive_secret(uid, key)), uid=uid, standing=True)


def derive_secret(uid: str, key: str) -> str:
    """The secret of a standing link: 256 bits that cannot be computed without the server's key."""
    made = hmac.digest(key.encode(), f"standing link {uid}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
