"""The standing link of an evening: it may only watch, and can be shown as often as wanted.

Its secret is reckoned from the server's own secret and the grant's uid, so that nothing that opens it is stored.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from sqlalchemy import select

from models.base import db, new_uid
from models.tables.grant import WATCH, Grant, create_grant, find_grant, hash_secret, revoke

if TYPE_CHECKING:
    from models.tables.evening import Evening


def current_secret(evening: Evening, key: str) -> str | None:
    """The secret of the link that is in force; None when there is none, or none of this server's key."""
    found = current_link(evening, key)
    return derive_secret(found.uid, key) if found else None


def get_or_create_link(evening: Evening, key: str) -> Grant:
    """The grant of the link that is in force; when there is none of this server's key, one written just now."""
    return current_link(evening, key) or create_link(evening, key)


def replace_link(evening: Evening, key: str, by: Grant) -> None:
    """A new link; the old one opens nothing any more, on every phone that came in by it.

    Written in the unit of work under way.
    """
    for grant in active_links(evening):
        revoke(grant, by)
    create_link(evening, key)


def active_links(evening: Evening) -> list[Grant]:
    """The standing links of an evening that were not revoked, newest first; more than one when one came back."""
    alive = Grant.evening_id == evening.id, Grant.standing, Grant.revoked_at.is_(None)
    return list(db.session.scalars(select(Grant).where(*alive).order_by(Grant.id.desc())))


def current_link(evening: Evening, key: str) -> Grant | None:
    """The newest that this key opens: with another key of the server the old links could not be shown again."""
    return next((grant for grant in active_links(evening) if is_made_with(grant, key)), None)


def is_made_with(grant: Grant, key: str) -> bool:
    """Whether the secret of a standing link was reckoned from this key."""
    return hash_secret(derive_secret(grant.uid, key)) == grant.secret_hash


def find_link(secret: str, key: str) -> Grant | None:
    """The grant of a link's secret while it is in force; of a standing one only under the key that made it."""
    grant = find_grant(secret)
    return None if grant and grant.standing and not is_made_with(grant, key) else grant


def create_link(evening: Evening, key: str) -> Grant:
    """A standing link, written in the unit of work under way."""
    uid = new_uid()
    return create_grant(evening, WATCH, hash_secret(derive_secret(uid, key)), uid=uid, standing=True)


def derive_secret(uid: str, key: str) -> str:
    """The secret of a standing link: 256 bits, which nobody can reckon without the server's key."""
    made = hmac.digest(key.encode(), f"standing link {uid}".encode(), "sha256")
    return urlsafe_b64encode(made).decode().rstrip("=")
