"""Grants: what a link lets its bearer do. The secret is shown once and kept only as its hash."""

# ruff: noqa: TC001  the mapper reads annotations at run time
from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from sqlalchemy import ForeignKey, String, bindparam, select
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import LETTERS, Base, db, new_uid, now
from models.evenings import Evening
from models.people import Circle
from models.writing import writing

CIRCLE, EVENING = "circle", "evening"
WATCH, SCORE = "watch", "score"
CODE_LENGTH = 6
CODE_LASTS = timedelta(hours=18)
SEEN_EVERY = timedelta(hours=1)


class Grant(Base):
    """What a link lets its bearer do: right (watch, score) in a whole circle or in one evening of it.

    A spoken code is a short grant to watch one evening; it ends at expires_at or with the evening.
    """

    __tablename__ = "grants"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    evening_id: Mapped[int | None] = mapped_column(ForeignKey("evenings.id"), index=True)
    kind: Mapped[str]
    right: Mapped[str]
    name: Mapped[str] = mapped_column(default="")
    spoken: Mapped[bool] = mapped_column(default=False)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    circle: Mapped[Circle] = relationship()
    evening: Mapped[Evening | None] = relationship()

    @property
    def in_force(self) -> bool:
        """Whether it was neither revoked nor has run out."""
        return self.revoked_at is None and (self.expires_at is None or now() < self.expires_at)

    def covers(self, evening: Evening) -> bool:
        """Whether this evening is among what the grant opens."""
        return evening.circle_id == self.circle_id and self.evening_id in (None, evening.id)


BY_SECRET = select(Grant).where(Grant.secret_hash == bindparam("digest"))


def make_grant(place: Circle | Evening, right: str, name: str = "") -> tuple[Grant, str]:
    """A new grant for a circle or an evening, and its secret, which cannot be had again."""
    secret = secrets.token_urlsafe(32)
    return _kept(place, right, name, secret), secret


def make_code(evening: Evening) -> tuple[Grant, str]:
    """A short code to be spoken across the table, to watch this evening only."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    grant = _kept(evening, WATCH, "", code)
    grant.spoken = True
    grant.expires_at = now() + CODE_LASTS
    return grant, code


def find_grant(secret: str) -> Grant | None:
    """The grant of a link's secret, unless it was revoked."""
    return _found(secret, spoken=False)


def find_code(code: str) -> Grant | None:
    """The grant of a spoken code, until it expires or its evening closes; callers limit how often one may try."""
    grant = _found(code.strip().lower(), spoken=True)
    if grant is None or grant.evening is None or grant.evening.closed_at is not None:
        return None
    return grant


def seen(grant: Grant) -> None:
    """Note that the grant was used; writes at most once an hour."""
    if grant.last_used_at is None or now() - grant.last_used_at > SEEN_EVERY:
        with writing():
            grant.last_used_at = now()


def revoke(grant: Grant) -> None:
    """Let the link open nothing from now on."""
    grant.revoked_at = grant.revoked_at or now()


def _kept(place: Circle | Evening, right: str, name: str, secret: str) -> Grant:
    if right not in (WATCH, SCORE):
        raise ValueError(f"no such right: {right}")
    evening = place if isinstance(place, Evening) else None
    grant = Grant(
        circle=place.circle if isinstance(place, Evening) else place,
        evening=evening,
        kind=CIRCLE if evening is None else EVENING,
        right=right,
        name=name,
        secret_hash=digest(secret),
    )
    db.session.add(grant)
    return grant


def _found(secret: str, spoken: bool) -> Grant | None:
    grant = db.session.scalar(BY_SECRET, {"digest": digest(secret)})
    return grant if grant and grant.spoken == spoken and grant.in_force else None


def digest(secret: str) -> str:
    """What is kept of a secret: enough to know it again, nothing to use it with."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
