"""Grants: what a link lets its bearer do. The secret is shown once and kept only as its hash."""

# ruff: noqa: TC001  the mapper reads annotations at run time
from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from time import monotonic
from typing import Any

from sqlalchemy import ForeignKey, String, bindparam, select, update
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import LETTERS, Base, as_stored, db, millis, new_uid, now
from models.evenings import Evening
from models.faults import passing
from models.people import Circle
from models.writing import recording

CIRCLE, EVENING = "circle", "evening"
WATCH, SCORE = "watch", "score"
CODE_LENGTH = 5
CODE_LASTS = timedelta(hours=18)
SEEN_EVERY = timedelta(hours=1)
NOTED_AGAIN = 60  # s after which it is tried again to note that a grant is used


class Grant(Base):
    """What a link lets its bearer do: right (watch, score) in a whole circle or in one evening of it.

    A spoken code is a short grant to watch one evening; it ends at expires_at or with the evening, and until then the
    code itself is kept, since it is shown to those who may say it. One that is for once lets in a single browser.
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
    code: Mapped[str | None] = mapped_column(String(CODE_LENGTH))
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
        """Whether it was neither revoked nor has run out."""
        return self.revoked_at is None and (self.expires_at is None or now() < self.expires_at)

    def lasted_until(self, moment: datetime) -> bool:
        """Whether it had not ended by then."""
        return all(end is None or moment <= end for end in (self.revoked_at, self.expires_at))

    @property
    def taken(self) -> bool:
        """Whether it was for once and has let somebody in."""
        return self.once and self.last_used_at is not None

    def does_all_of(self, other: Grant) -> bool:
        """Whether whoever bears this needs the other no more."""
        wide = self.circle_id == other.circle_id and self.evening_id in (None, other.evening_id)
        return wide and self.right in (SCORE, other.right) and (self.expires_at is None or self.id == other.id)

    def covers(self, evening: Evening) -> bool:
        """Whether this evening is among what the grant opens."""
        return evening.circle_id == self.circle_id and self.evening_id in (None, evening.id)


grants = as_stored(Grant)
BY_SECRET = select(Grant).where(Grant.secret_hash == bindparam("digest"))


def make_grant(
    place: Circle | Evening, right: str, name: str = "", *, once: bool = False, by: Grant | None = None
) -> tuple[Grant, str]:
    """A new grant for a circle or an evening, and its secret, which cannot be had again; by: the one that made it."""
    secret = secrets.token_urlsafe(32)
    return _kept(place, right, name, secret, once=once, made_by_id=by.id if by else None), secret


def make_code(evening: Evening) -> Grant:
    """A short code to be spoken across the table, to watch this evening only."""
    code = _unused_code()
    return _kept(evening, WATCH, "", code, code=code, expires_at=now() + CODE_LASTS)


def _unused_code() -> str:
    """A code that no grant ever had; there are 28 million."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        if db.session.scalar(BY_SECRET, {"digest": digest(code)}) is None:
            return code


def code_of(evening: Evening) -> Grant | None:
    """The spoken code of an evening that is in force."""
    query = select(Grant).where(Grant.evening_id == evening.id, Grant.code.is_not(None), Grant.revoked_at.is_(None))
    return db.session.scalar(query.where(Grant.expires_at > now()).order_by(Grant.id.desc()).limit(1))


def end_code(evening: Evening) -> None:
    """Let the spoken code of an evening open nothing from now on, as when the evening closes."""
    ended = update(Grant).where(Grant.evening_id == evening.id, Grant.code.is_not(None), Grant.expires_at > now())
    db.session.execute(ended.values(expires_at=now()))


def find_grant(secret: str) -> Grant | None:
    """The grant of a link's secret while it is in force; one for once only until somebody has taken it."""
    grant = _found(secret)
    return None if grant is None or grant.code or grant.taken else grant


def find_code(code: str) -> Grant | None:
    """The grant of a spoken code, until it expires or its evening closes; callers limit how often one may try."""
    grant = _found("".join(code.split()).lower())
    return grant if grant and grant.code else None


def take(grant: Grant) -> bool:
    """Let a browser in by a grant that was found; False when another was quicker with one that is for once."""
    taking = update(grants).where(grants.c.id == grant.id, grants.c.revoked_at.is_(None))
    if grant.once:
        taking = taking.where(grants.c.last_used_at.is_(None))
    with recording() as connection:
        taken = connection.execute(taking.values(last_used_at=millis(now()))).rowcount == 1
    db.session.refresh(grant)
    return taken


_not_before: dict[tuple[str | None, int], float] = {}  # by database and grant, while its use cannot be noted


def seen(grant_id: int) -> None:
    """Note that the grant is used; callers ask for it at most once every SEEN_EVERY.

    Whoever only looks is not refused where that cannot be written just now; it is then tried again after a while.
    """
    key = db.engine.url.database, grant_id
    if monotonic() < _not_before.get(key, 0):
        return
    _not_before[key] = monotonic() + NOTED_AGAIN
    try:
        with recording() as connection:
            connection.execute(update(grants).where(grants.c.id == grant_id).values(last_used_at=millis(now())))
    except Exception as error:
        if not passing(error):
            raise
    else:
        _not_before.pop(key, None)


def revoke(grant: Grant) -> None:
    """Let the link open nothing from now on; what the phones of an evening's link handed on ends with it."""
    if grant.revoked_at is None:
        grant.revoked_at = now()
        if grant.kind == EVENING:
            for handed_on in db.session.scalars(select(Grant).where(Grant.made_by_id == grant.id)):
                revoke(handed_on)


def replace(grant: Grant) -> tuple[Grant, str]:
    """A new grant just like this one, with its secret; the old one opens nothing any more."""
    revoke(grant)
    secret, place = secrets.token_urlsafe(32), grant.evening or grant.circle
    return _kept(place, grant.right, grant.name, secret, once=grant.once, made_by_id=grant.made_by_id), secret


def _kept(place: Circle | Evening, right: str, name: str, secret: str, **more: Any) -> Grant:
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
        **more,
    )
    db.session.add(grant)
    db.session.flush()
    return grant


def _found(secret: str) -> Grant | None:
    grant = db.session.scalar(BY_SECRET, {"digest": digest(secret)})
    return grant if grant and grant.in_force else None


def digest(secret: str) -> str:
    """What is kept of a secret: enough to know it again, nothing to use it with."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
