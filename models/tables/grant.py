"""Grants: what a link permits. The secret is displayed once, and only its hash is stored."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import Any

from sqlalchemy import ForeignKey, String, bindparam, select, update
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import Base, core_table, db, new_uid, now, to_millis
from models.db.errors import is_transient
from models.db.transaction import write_connection
from models.tables.circle import Circle
from models.tables.evening import Evening

CIRCLE, EVENING = "circle", "evening"
WATCH, SCORE = "watch", "score"
LAST_USED_INTERVAL = timedelta(hours=1)
LAST_USED_TIMEOUT = 0.25  # s that a request which only reads waits at most for writing last_used_at
LAST_USED_RETRY = 60  # s until writing last_used_at is tried again


class Grant(Base):
    """A right (watch, score) in a whole circle or in one evening of it.

    spoken: a code for one evening, which ends at expires_at or with the evening. standing: the link of an evening that
    can be displayed again (both in models/grants.py). once: for one browser only.
    Cookies name a grant by its uid, which is never used twice.
    """

    __tablename__ = "grants"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    evening_id: Mapped[int | None] = mapped_column(ForeignKey("evenings.id"), index=True)
    kind: Mapped[str]
    right: Mapped[str]
    name: Mapped[str] = mapped_column(default="")
    once: Mapped[bool] = mapped_column(default=False)
    standing: Mapped[bool] = mapped_column(default=False)
    spoken: Mapped[bool] = mapped_column(default=False)
    made_by_id: Mapped[int | None] = mapped_column(ForeignKey("grants.id"))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    circle: Mapped[Circle] = relationship()
    evening: Mapped[Evening | None] = relationship()

    @property
    def in_force(self) -> bool:
        """Whether it is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or now() < self.expires_at)

    def lasted_until(self, moment: datetime) -> bool:
        """Whether it was in force until this moment."""
        return all(end is None or moment <= end for end in (self.revoked_at, self.expires_at))

    @property
    def founding(self) -> bool:
        """Whether no other grant made it: that of the circle's founder, its recovery link, or the host's."""
        return self.kind == CIRCLE and self.right == SCORE and self.made_by_id is None

    @property
    def taken(self) -> bool:
        """Whether it is for one browser and has been redeemed."""
        return self.once and self.last_used_at is not None

    def does_all_of(self, other: Grant) -> bool:
        """Whether it makes the other grant superfluous."""
        wide = self.circle_id == other.circle_id and self.evening_id in (None, other.evening_id)
        return wide and self.right in (SCORE, other.right) and (self.expires_at is None or self.id == other.id)

    def covers(self, evening: Evening) -> bool:
        """Whether it gives access to this evening."""
        return evening.circle_id == self.circle_id and self.evening_id in (None, evening.id)


grants = core_table(Grant)
BY_SECRET = select(Grant).where(Grant.secret_hash == bindparam("digest"))


def make_grant(
    place: Circle | Evening, right: str, name: str = "", *, once: bool = False, by: Grant | None = None
) -> tuple[Grant, str]:
    """A new grant for a circle or an evening, and its secret, which is not stored. by: the grant that made it."""
    secret = secrets.token_urlsafe(32)
    return create_grant(
        place, right, hash_secret(secret), name=name, once=once, made_by_id=by.id if by else None
    ), secret


def find_grant(secret: str) -> Grant | None:
    """The grant of a link's secret while it is in force and, if it is for one browser, not redeemed."""
    grant = find_by_hash(hash_secret(secret))
    return None if grant is None or grant.taken else grant


def find_by_hash(secret_hash: str) -> Grant | None:
    """The grant of this hash while it is in force."""
    grant = db.session.scalar(BY_SECRET, {"digest": secret_hash})
    return grant if grant and grant.in_force else None


def redeem(grant: Grant) -> bool:
    """Redeem a grant for a browser; False when it is for one browser and another has just redeemed it.

    One for one browser expires only until then.
    """
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


_retry_at: dict[tuple[str | None, str], float] = {}  # by database and grant, while last_used_at cannot be written


def record_use(uid: str) -> None:
    """Update last_used_at; callers do so at most once every LAST_USED_INTERVAL.

    A transient database error is ignored, as the request may only read; the next try is after LAST_USED_RETRY.
    """
    key = db.engine.url.database, uid
    if monotonic() < _retry_at.get(key, 0):
        return
    _retry_at[key] = monotonic() + LAST_USED_RETRY
    try:
        with write_connection(LAST_USED_TIMEOUT) as connection:
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
    evening = place if isinstance(place, Evening) else None
    grant = Grant(
        circle=place.circle if isinstance(place, Evening) else place,
        evening=evening,
        kind=CIRCLE if evening is None else EVENING,
        right=right,
        secret_hash=secret_hash,
        **more,
    )
    db.session.add(grant)
    db.session.flush()
    return grant


def derived_uid(secret: str, what: str) -> str:
    """Uid of the grant that a browser with this secret gets by an act: a repeated request finds the same grant."""
    return hash_secret(f"{secret} {what}")[:24]


def find_by_uid(uid: str) -> Grant | None:
    """The grant of this uid while it is in force."""
    grant = db.session.scalar(select(Grant).where(Grant.uid == uid))
    return grant if grant and grant.in_force else None


def find_unused_by_uid(uid: str) -> Grant | None:
    """The grant of this uid while it is in force and unused: a copied cookie must not get it as well."""
    grant = find_by_uid(uid)
    return grant if grant and grant.last_used_at is None else None


def hash_secret(secret: str) -> str:
    """SHA-256 of a secret, as stored."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
