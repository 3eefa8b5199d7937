"""Grants that are made in a way of their own: spoken codes, the standing link of an evening, links for a home screen.

- A spoken code has five letters to tell across the table. It permits to watch one evening until it closes or for 18 h.
  It is derived from the server's key and the grant's uid, and stored as a keyed hash: a plain hash could be reversed.
- The standing link of an evening permits to watch, and can be displayed again at any time: its secret is derived in the
  same way, so that the database holds only its hash.
- A link for a home screen takes an app in once: phones give it none of the browser's cookies. It allows what its maker
  may, for the same circle or evening, and counts as made by it. One that nobody takes lapses. Of those made with a
  grant the last OPEN can be taken; those before are deleted.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta

from sqlalchemy import select, update

from models.base import ALPHABET, db, new_uid, now
from models.grants import create_grant, find_by_hash, find_grant, hash_secret, revoke
from models.tables import WATCH, Evening, Grant

CODE_LENGTH = 5
CODE_LIFETIME = timedelta(hours=18)
LIFETIME = timedelta(minutes=30)
OPEN = 8  # of one grant, used by as many phones, that wait to be taken


def create_code(evening: Evening, key: str) -> Grant:
    """The grant of a new code, inserted in the current transaction."""
    uid = new_uid()
    secret_hash = code_hash(derive_code(uid, key), key)
    while db.session.scalar(select(Grant.id).where(Grant.secret_hash == secret_hash)) is not None:
        uid = new_uid()  # no code is given twice, out of 28 million
        secret_hash = code_hash(derive_code(uid, key), key)
    return create_grant(evening, WATCH, secret_hash, uid=uid, spoken=True, expires_at=now() + CODE_LIFETIME)


def current_code(evening: Evening, key: str) -> str:
    """The code of an evening that is in force; "" if there is none, or none of this key."""
    query = select(Grant).where(Grant.evening_id == evening.id, Grant.spoken, Grant.revoked_at.is_(None))
    grant = db.session.scalar(query.where(Grant.expires_at > now()).order_by(Grant.id.desc()).limit(1))
    return code_of_grant(grant, key) if grant else ""


def code_of_grant(grant: Grant, key: str) -> str:
    """The code of a grant; "" if it has none, or none of this key."""
    code = derive_code(grant.uid, key) if grant.spoken else ""
    return code if grant.secret_hash == code_hash(code, key) else ""


def find_code(code: str, key: str) -> Grant | None:
    """The grant of a code that is in force, in any case and spacing; callers limit the rate of guesses."""
    return find_by_hash(code_hash("".join(code.split()).lower(), key))


def expire_code(evening: Evening) -> None:
    """Expire the code of an evening, as when the evening closes."""
    ended = update(Grant).where(Grant.evening_id == evening.id, Grant.spoken, Grant.expires_at > now())
    db.session.execute(ended.values(expires_at=now()))


def derive_code(uid: str, key: str) -> str:
    """The code of the grant of this uid, which cannot be computed without the server's key."""
    rest, code = int.from_bytes(keyed_digest(f"spoken code {uid}", key)), ""
    while len(code) < CODE_LENGTH:
        rest, letter = divmod(rest, len(ALPHABET))
        code += ALPHABET[letter]
    return code


def code_hash(code: str, key: str) -> str:
    """The keyed hash of a code, as stored."""
    return keyed_digest(f"hash of a spoken code {code}", key).hex()


def keyed_digest(text: str, key: str) -> bytes:
    """HMAC-SHA-256 of a text."""
    return hmac.digest(key.encode(), text.encode("utf-8", "replace"), "sha256")


def current_secret(evening: Evening, key: str) -> str | None:
    """The secret of the link in force; None if there is none, or none of this key."""
    grant = current_link(evening, key)
    return derive_secret(grant.uid, key) if grant else None


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


def create_way(own: Grant, name: str) -> str:
    """The secret of a new one, made with a grant that does not expire, in the current transaction."""
    secret = secrets.token_urlsafe(32)
    mine = Grant.made_by_id == own.id, Grant.once, Grant.expires_at.is_not(None)
    waiting = select(Grant).where(*mine, Grant.last_used_at.is_(None)).order_by(Grant.id.desc()).offset(OPEN - 1)
    for way in db.session.scalars(waiting).all():  # room for one more
        db.session.delete(way)
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
