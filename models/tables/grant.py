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

from models.base import Base, core_table, db, new_uid, now, to_millis
from models.db.db_errors import is_transient
from models.db.transaction import write_connection
from models.tables.circle import Circle
from models.tables.evening import Evening

CIRCLE, EVENING = "circle", "evening"
WATCH, SCORE = "watch", "score"
UNDO_PERIOD = timedelta(minutes=2)
LAST_USED_INTERVAL = timedelta(hours=1)
LAST_USED_TIMEOUT = 0.25  # s that who only looks waits at most until it can be noted that their grant is used
LAST_USED_RETRY = 60  # s after which it is tried again to note that a grant is used


class Grant(Base):
    """What a link lets its bearer do: right (watch, score) in a whole circle or in one evening of it.

    A spoken code is a short grant to watch one evening, which ends at expires_at or with the evening. The standing one
    of an evening can be shown again (both in models/grants/). One that is for once lets in one browser.
    Cookies name a grant by its uid, which is never used twice; old_number is what cookies named it by before, and only
    grants of that time have it. revoked_by_id is the grant of who revoked it, null where that is not known.
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
    old_number: Mapped[int | None]
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    revoked_by_id: Mapped[int | None] = mapped_column(ForeignKey("grants.id"))
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
    def founding(self) -> bool:
        """Whether nobody made it: it came with its circle, brings whoever began the circle back, or is the host's."""
        return self.kind == CIRCLE and self.right == SCORE and self.made_by_id is None

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


grants = core_table(Grant)
BY_SECRET = select(Grant).where(Grant.secret_hash == bindparam("digest"))


def make_grant(
    place: Circle | Evening, right: str, name: str = "", *, once: bool = False, by: Grant | None = None
) -> tuple[Grant, str]:
    """A new grant for a circle or an evening, and its secret, which cannot be had again; by: the one that made it."""
    secret = secrets.token_urlsafe(32)
    return create_grant(
        place, right, hash_secret(secret), name=name, once=once, made_by_id=by.id if by else None
    ), secret


def find_grant(secret: str) -> Grant | None:
    """The grant of a link's secret while it is in force; one for once only until somebody has taken it."""
    grant = find_by_hash(hash_secret(secret))
    return None if grant is None or grant.taken else grant


def find_by_hash(secret_hash: str) -> Grant | None:
    """The grant of this hash while it is in force."""
    grant = db.session.scalar(BY_SECRET, {"digest": secret_hash})
    return grant if grant and grant.in_force else None


def find_by_old_numbers(numbers: list[int], signed: datetime) -> list[Grant]:
    """The grants of a cookie that names them by number, as it was signed then, in its order.

    Not what was made after it was signed: a number is used again where a database was restored.
    """
    asked = select(Grant).where(Grant.old_number.in_(numbers), Grant.created_at <= signed)
    found = {grant.old_number: grant for grant in db.session.scalars(asked)}
    return [found[number] for number in numbers if number in found]


def redeem(grant: Grant) -> bool:
    """Let a browser in by a grant that was found; False when another was quicker with one that is for once."""
    taking = update(grants).where(grants.c.id == grant.id, grants.c.revoked_at.is_(None))
    if grant.once:
        taking = taking.where(grants.c.last_used_at.is_(None))
    with write_connection() as connection:
        taken = connection.execute(taking.values(last_used_at=to_millis(now()))).rowcount == 1
    db.session.refresh(grant)
    return taken


def touch(grant: Grant) -> None:
    """Note at most once every LAST_USED_INTERVAL that a grant opens something."""
    if grant.last_used_at is None or now() - grant.last_used_at >= LAST_USED_INTERVAL:
        record_use(grant.uid)


_retry_at: dict[tuple[str | None, str], float] = {}  # by database and grant, while its use cannot be noted


def record_use(uid: str) -> None:
    """Note that the grant is used; callers ask for it at most once every SEEN_EVERY.

    Whoever only looks is not refused where that cannot be written just now; it is then tried again after a while.
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


def revoke(grant: Grant, by: Grant | None = None, at: datetime | None = None) -> None:
    """Let the link open nothing from now on; the links that were made with it end at the same moment.

    Like all that makes or ends links in a circle, in that circle's turn: what another is making would be missed.
    """
    if grant.revoked_at is None:
        grant.revoked_at, grant.revoked_by_id = at or now(), by.id if by else None
        for handed_on in db.session.scalars(select(Grant).where(Grant.made_by_id == grant.id)):
            revoke(handed_on, by, grant.revoked_at)


def revoke_others(own: Grant) -> list[Grant]:
    """Let the links of the own circle end, but for the own one, those it was made with, and those of who began it."""
    query = select(Grant).where(Grant.circle_id == own.circle_id, Grant.revoked_at.is_(None)).order_by(Grant.id)
    stay = lineage(own)
    others = [grant for grant in db.session.scalars(query) if not grant.founding and grant not in stay]
    at = now()
    for grant in others:
        grant.revoked_at, grant.revoked_by_id = at, own.id
    return [grant for grant in others if grant.expires_at is None or at < grant.expires_at]


def lineage(grant: Grant) -> list[Grant]:
    """The link, the one that it was made with, the one that that was made with, and so on."""
    line = [grant]
    while line[-1].made_by_id is not None:
        line.append(db.session.get_one(Grant, line[-1].made_by_id))
    return line


def is_just_revoked(grant: Grant) -> bool:
    """Whether it was revoked so short a while ago that this can be undone; not where its evening was deleted."""
    if grant.evening and grant.evening.deleted:
        return False
    return grant.revoked_at is not None and now() - grant.revoked_at < UNDO_PERIOD


def revoked_together(grant: Grant) -> list[Grant]:
    """All links of its circle that the same act revoked as this one, itself among them, as far as that can be undone.

    No link comes back beneath one that stays ended: each that it was made with is in force or ended by that act, too.
    """
    act = Grant.revoked_at == grant.revoked_at, Grant.revoked_by_id.is_not_distinct_from(grant.revoked_by_id)
    same = db.session.scalars(select(Grant).where(Grant.circle_id == grant.circle_id, *act)).all()
    return [
        found
        for found in same
        if is_just_revoked(found) and all(above.revoked_at is None or above in same for above in lineage(found))
    ]


def undo_revoke(grant: Grant) -> None:
    """Let a link that was just revoked open again what it opened, with all that ended with it."""
    clear_revocation(revoked_together(grant))


def clear_revocation(links: list[Grant]) -> None:
    """Let links that were revoked be as if they had not been."""
    for link in links:
        link.revoked_at = link.revoked_by_id = None


def revoked_children(grant: Grant) -> list[Grant]:
    """The links made with one that was just revoked which ended with it."""
    return [ended for ended in revoked_together(grant) if ended.made_by_id == grant.id]


def adopt_children(grant: Grant, by: Grant) -> None:
    """Let what was made with a link that was just revoked go on, as if it had been made with another one."""
    handed_on, all_ended = revoked_children(grant), [ended for ended in revoked_together(grant) if ended is not grant]
    clear_revocation(all_ended)
    for link in handed_on:
        link.made_by_id = by.id


def replace_grant(grant: Grant, by: Grant | None = None, uid: str = "") -> tuple[Grant, str]:
    """A new grant just like this one, with its secret; the old one opens nothing any more.

    by: the link of who replaces it. When that is this one, what was made with it goes on with the new one.
    uid: that of the new one, if it is to be known beforehand.
    """
    secret, place = secrets.token_urlsafe(32), grant.evening or grant.circle
    new = create_grant(
        place, grant.right, hash_secret(secret), name=grant.name, once=grant.once, made_by_id=grant.made_by_id
    )
    new.uid = uid or new.uid
    if by is grant:
        db.session.execute(update(Grant).where(Grant.made_by_id == grant.id).values(made_by_id=new.id))
    revoke(grant, by)
    return new, secret


def create_grant(place: Circle | Evening, right: str, secret_hash: str, **more: Any) -> Grant:
    """A new grant for a circle or an evening, written in the unit of work under way."""
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
    """The uid of the grant that a browser with this secret gets by an act; asked again it is known by that."""
    return hash_secret(f"{secret} {what}")[:24]


def find_by_uid(uid: str) -> Grant | None:
    """The grant of this uid while it is in force."""
    grant = db.session.scalar(select(Grant).where(Grant.uid == uid))
    return grant if grant and grant.in_force else None


def find_unused_by_uid(uid: str) -> Grant | None:
    """The same while nobody has used it: whoever has a copy of an old cookie could ask for it as well."""
    grant = find_by_uid(uid)
    return grant if grant and grant.last_used_at is None else None


def hash_secret(secret: str) -> str:
    """What is kept of a secret: enough to know it again, nothing to use it with."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()
