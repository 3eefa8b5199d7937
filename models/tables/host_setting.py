"""The host's setting: who may create a circle on this server, anybody or only holders of the host's key."""

from __future__ import annotations

import secrets

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, db, new_uid
from models.db.transaction import write_transaction
from models.tables.grant import hash_secret

KEY_LENGTH = 20  # letters, 99 bits


class HostSetting(Base):
    """The setting: one row, or none until the host's address was made.

    anybody is null until it is chosen. Of the key and of the address only hashes are stored; the address (door_hash)
    is good for one choice.
    """

    __tablename__ = "hosting"

    id: Mapped[int] = mapped_column(primary_key=True)
    anybody: Mapped[bool | None]
    key_hash: Mapped[str | None] = mapped_column(String(64))
    door_hash: Mapped[str | None] = mapped_column(String(64))


def host_setting() -> HostSetting | None:
    """The row, if there is one."""
    return db.session.get(HostSetting, 1)


def new_host_secret() -> str:
    """The secret of a new address for the host; it replaces the one before."""
    secret = secrets.token_urlsafe(24)
    with write_transaction() as session:
        _get_or_add().door_hash = hash_secret(secret)
        session.flush()
    return secret


def save_choice(anybody: bool) -> str:
    """Store the choice and invalidate the host's address; returns the new key, which is not stored, or ""."""
    key = "" if anybody else new_uid(KEY_LENGTH)
    with write_transaction():
        row = _get_or_add()
        row.anybody, row.door_hash = anybody, None
        row.key_hash = hash_secret(key) if key else None
    return key


def _get_or_add() -> HostSetting:
    row = host_setting() or HostSetting(id=1)
    db.session.add(row)
    return row
