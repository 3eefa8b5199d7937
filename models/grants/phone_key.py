"""What a phone that has a key of its own may do: remembered while it has its cookie, given back when that is gone.

Each question is answered once: an answer to one that is not newer than the last counts for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, func, select

from models.base import db, to_millis
from models.db.transaction import write_connection
from models.tables.grant import Grant
from models.tables.guess_limit import DIALECT_INSERTS
from models.tables.phone_key import PhoneKey, phone_keys

MOST_PHONES = 64  # that a grant is remembered of; of more the one that was there longest ago goes


def remember_phone(fingerprint: str, held: Sequence[Grant], asked_at: datetime) -> bool:
    """Remember that the phone with this key holds these grants and no others; False where its answer is an old one."""
    at = to_millis(asked_at)
    with write_connection() as connection:
        if not _is_newest(connection, fingerprint, at):
            return False
        connection.execute(delete(phone_keys).where(phone_keys.c.fingerprint == fingerprint))
        for grant in held:
            row = DIALECT_INSERTS[connection.dialect.name](phone_keys)
            values = {"fingerprint": fingerprint, "grant_id": grant.id, "shown_at": at}
            connection.execute(row.values(**values).on_conflict_do_nothing())
            _forget_oldest(connection, grant.id)
    return True


def grants_of_phone(fingerprint: str, asked_at: datetime) -> list[Grant]:
    """The grants in force of the phone with this key, in their order; none where its answer is an old one."""
    at = to_millis(asked_at)
    with write_connection() as connection:
        if not _is_newest(connection, fingerprint, at):
            return []
        shown = phone_keys.update().where(phone_keys.c.fingerprint == fingerprint)
        connection.execute(shown.values(shown_at=at))
    query = select(Grant).join(PhoneKey, PhoneKey.grant_id == Grant.id).where(PhoneKey.fingerprint == fingerprint)
    return [grant for grant in db.session.scalars(query.order_by(PhoneKey.id)) if grant.in_force]


def _is_newest(connection: Connection, fingerprint: str, at: int) -> bool:
    last = select(func.max(phone_keys.c.shown_at)).where(phone_keys.c.fingerprint == fingerprint)
    known = connection.execute(last).scalar()
    return known is None or known < at


def _forget_oldest(connection: Connection, grant_id: int) -> None:
    """Keep the newest keys of a grant."""
    here = select(phone_keys.c.id).where(phone_keys.c.grant_id == grant_id)
    rest = here.order_by(phone_keys.c.shown_at.desc(), phone_keys.c.id.desc()).offset(MOST_PHONES)
    old = connection.execute(rest).scalars().all()
    if old:
        connection.execute(delete(phone_keys).where(phone_keys.c.id.in_(old)))
