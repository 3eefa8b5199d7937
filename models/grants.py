"""Grants made, found, redeemed and revoked; the phones that hold them, and the seats that phones claimed.

Three kinds are made in a way of their own:

- A spoken code has a module of its own: models/spoken_code.py.
- The standing link of an evening can be displayed again at any time: its secret is derived in the same way.
- A link for a home screen takes an app in once: phones give it none of the browser's cookies. It allows what its maker
  may. Of those made with a grant the last OPEN can be taken; those before are deleted.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from time import monotonic
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from models.base import db, new_uid, now, to_millis
from models.tables import (
    CIRCLE,
    EVENING,
    SCORE,
    WATCH,
    Circle,
    Evening,
    Grant,
    PhoneKey,
    claims,
    evenings,
    grants,
    phone_keys,
)
from models.transaction import is_transient, write_connection

LIFETIME = timedelta(minutes=30)
OPEN = 8  # of one grant, used by as many phones, that wait to be taken
LAST_USED_INTERVAL = timedelta(hours=1)
LAST_USED_RETRY = 60  # s until writing last_used_at is tried again
BY_SECRET = select(Grant).where(Grant.secret_hash == bindparam("digest"))
_retry_at: dict[tuple[str | None, str], float] = {}  # by database and grant, while last_used_at cannot be written
MOST_PHONES = 64  # that a grant is remembered of; of more the one that was there longest ago goes


def make_grant(
    place: Circle | Evening, right: str, name: str = "", *, once: bool = False, by: Grant | None = None
) -> tuple[Grant, str]:
    """A new grant for a circle or an evening, and its secret, which is not stored. by: the grant that made it."""
    secret = secrets.token_urlsafe(32)
    made_by_id = by.id if by else None
    return create_grant(place, right, hash_secret(secret), name=name, once=once, made_by_id=made_by_id), secret


def find_grant(secret: str) -> Grant | None:
    """The grant of a link's secret while it is in force and, if it is for one browser, not redeemed."""
    grant = find_by_hash(hash_secret(secret))
    return None if grant is None or grant.taken else grant


def find_by_hash(secret_hash: str) -> Grant | None:
    """The grant of this hash while it is in force."""
    grant = db.session.scalar(BY_SECRET, {"digest": secret_hash})
    return grant if grant and grant.in_force else None


def redeem(grant: Grant) -> bool:
    """Redeem a grant; False when another browser was faster. One for one browser expires only until then."""
    taking = update(grants).where(grants.c.id == grant.id, grants.c.revoked_at.is_(None))
    if grant.once:
        taking = taking.where(grants.c.last_used_at.is_(None)).values(expires_at=None)
    with write_connection() as connection:
        taken = connection.execute(taking.values(last_used_at=to_millis(now()))).rowcount == 1
    if taken:
        db.session.refresh(grant)
    return taken


def touch(grant: Grant) -> None:
    """Update last_used_at, at most once every LAST_USED_INTERVAL."""
    if grant.last_used_at is None or now() - grant.last_used_at >= LAST_USED_INTERVAL:
        record_use(grant.uid)


def record_use(uid: str) -> None:
    """Update last_used_at; callers do so at most once every LAST_USED_INTERVAL.

    A transient database error is ignored, as the request may only read; the next try is after LAST_USED_RETRY.
    """
    key = db.engine.url.database, uid
    if monotonic() < _retry_at.get(key, 0):
        return
    _retry_at[key] = monotonic() + LAST_USED_RETRY
    try:
        with write_connection() as connection:
            connection.execute(update(grants).where(grants.c.uid == uid).values(last_used_at=to_millis(now())))
    except Exception as error:
        if not is_transient(error):
            raise
    else:
        _retry_at.pop(key, None)


def revoke(grant: Grant) -> None:
    """Revoke a grant and those made with it.

    Inside circle_transaction(), like everything that makes or ends grants of a circle: none made meanwhile is missed.
    """
    ends = [grant]
    for link in ends:  # grows meanwhile; a line of them can be longer than calls may be deep
        if link.revoked_at is None:
            link.revoked_at = now()
            ends += db.session.scalars(select(Grant).where(Grant.made_by_id == link.id))


def revoke_others(own: Grant) -> None:
    """Revoke the grants of the own circle except the own one, its ancestors and the founding ones."""
    stay = lineage(own)
    for grant in db.session.scalars(select(Grant).where(Grant.circle_id == own.circle_id, Grant.revoked_at.is_(None))):
        if not grant.founding and grant not in stay:
            grant.revoked_at = now()


def lineage(grant: Grant) -> list[Grant]:
    """The grant and its ancestors: the one that made it, the one that made that, and so on."""
    line = [grant]
    while line[-1].made_by_id is not None:
        line.append(db.session.get_one(Grant, line[-1].made_by_id))
    return line


def replace_grant(grant: Grant, own: bool) -> tuple[Grant, str]:
    """A new grant equal to this one, with its secret; the old one is revoked.

    own: whether its bearer replaces it; then what was made with it goes on, as made with the new one.
    """
    new, secret = make_grant(grant.evening or grant.circle, grant.right, grant.name, once=grant.once)
    new.made_by_id = grant.made_by_id
    if own:
        db.session.execute(update(Grant).where(Grant.made_by_id == grant.id).values(made_by_id=new.id))
    revoke(grant)
    return new, secret


def create_grant(place: Circle | Evening, right: str, secret_hash: str, **more: Any) -> Grant:
    """A new grant for a circle or an evening, inserted in the current transaction; ValueError for an unknown right."""
    if right not in (WATCH, SCORE):
        raise ValueError(f"no such right: {right}")
    if isinstance(place, Evening):
        more |= {"kind": EVENING, "circle": place.circle, "evening": place}
    else:
        more |= {"kind": CIRCLE, "circle": place}
    grant = Grant(right=right, secret_hash=secret_hash, **more)
    db.session.add(grant)
    db.session.flush()
    return grant


def derived_uid(secret: str, what: str) -> str:
    """Uid of the grant that a browser with this secret gets by an act: a repeated request finds the same grant."""
    return hash_secret(f"{secret} {what}")[:24]


def find_unused_by_uid(uid: str) -> Grant | None:
    """The grant of this uid while it is in force and unused: a copied cookie must not get it as well."""
    grant = db.session.scalar(select(Grant).where(Grant.uid == uid))
    return grant if grant and grant.in_force and grant.last_used_at is None else None


def hash_secret(secret: str) -> str:
    """SHA-256 of a secret, as stored."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def claiming_phones(evening: str) -> dict[str, str]:
    """The claiming phones by player in the evening of this uid."""
    query = select(claims.c.player, claims.c.phone).join(evenings, evenings.c.id == claims.c.evening_id)
    return dict(db.session.execute(query.where(evenings.c.uid == evening)).all())


def claim_seat(evening: str, player: str, phone: str) -> None:
    """Claim a player for a phone, which gives up any other in this evening; an empty player only gives up."""
    with write_connection() as connection:
        this = select(evenings.c.id).where(evenings.c.uid == evening)
        number = connection.execute(this.with_for_update()).scalar_one()
        replaced = or_(claims.c.phone == phone, claims.c.player == player)
        connection.execute(delete(claims).where(claims.c.evening_id == number, replaced))
        if player:
            row = {"evening_id": number, "player": player, "phone": phone, "at": to_millis(now())}
            connection.execute(insert(claims), row)


def remember_phone(key: str, former: str, held: Sequence[Grant]) -> None:
    """Remember that the phone with this key holds these grants and no others; its former key is forgotten."""
    hashes = [hash_secret(key), hash_secret(former)]
    with suppress(IntegrityError), write_connection() as connection:  # the same request came twice, and at once
        connection.execute(delete(phone_keys).where(phone_keys.c.secret_hash.in_(hashes)))
        for grant in held:
            connection.execute(insert(phone_keys).values(secret_hash=hashes[0], grant_id=grant.id))
            newest = select(phone_keys.c.id).where(phone_keys.c.grant_id == grant.id).order_by(phone_keys.c.id.desc())
            old = connection.execute(newest.offset(MOST_PHONES)).scalars().all()
            connection.execute(delete(phone_keys).where(phone_keys.c.id.in_(old)))


def grants_of_phone(key: str) -> list[Grant]:
    """The grants in force of the phone with this key, in their order."""
    query = select(Grant).join(PhoneKey, PhoneKey.grant_id == Grant.id).order_by(PhoneKey.id)
    held = db.session.scalars(query.where(PhoneKey.secret_hash == hash_secret(key)))
    return [grant for grant in held if grant.in_force]


def keyed_digest(text: str, key: str) -> bytes:
    """HMAC-SHA-256 of a text."""
    return hmac.digest(key.encode(), text.encode("utf-8", "replace"), "sha256")


def current_secret(evening: Evening, key: str) -> str | None:
    """The secret of the link in force; None if there is none, or none of this key."""
    grant = current_link(evening, key)
    return derive_secret(grant.uid, key) if grant else None


def get_or_create_link(evening: Evening, key: str) -> Grant:
    """The grant of the link in force; a new one if there is none of this key."""
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
    return urlsafe_b64encode(keyed_digest(f"standing link {uid}", key)).decode().rstrip("=")


def create_way(own: Grant, name: str) -> str:
    """The secret of a new one, made with a grant that does not expire, in the current transaction."""
    mine = Grant.made_by_id == own.id, Grant.once, Grant.expires_at.is_not(None)
    waiting = select(Grant).where(*mine, Grant.last_used_at.is_(None)).order_by(Grant.id.desc()).offset(OPEN - 1)
    for way in db.session.scalars(waiting).all():  # room for one more
        db.session.delete(way)
    way, secret = make_grant(own.evening or own.circle, own.right, name, once=True, by=own)
    way.expires_at = now() + LIFETIME
    return secret


def find_way(secret: str) -> Grant | None:
    """The grant of a secret while it can be taken; None also for a link of another kind."""
    grant = find_grant(secret)
    return grant if grant and grant.once and grant.expires_at is not None else None
