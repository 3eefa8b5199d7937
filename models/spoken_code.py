"""Spoken codes: five letters to tell across the table, which permit to watch one evening until it closes or for 18 h.

A code is derived from the server's key and its grant's uid, and stored as a keyed hash: a plain hash could be reversed.
"""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import select, update

from models.base import ALPHABET, db, new_uid, now
from models.grants import create_grant, find_by_hash, keyed_digest
from models.tables import WATCH, Evening, Grant

CODE_LENGTH = 5
CODE_LIFETIME = timedelta(hours=18)


def create_code(evening: Evening, key: str) -> Grant:
    """The grant of a new code, inserted in the current transaction."""
    while True:
        uid = new_uid()
        secret_hash = code_hash(derive_code(uid, key), key)
        if not db.session.scalar(select(Grant.id).where(Grant.secret_hash == secret_hash)):  # out of 28 million
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
