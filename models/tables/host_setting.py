"""Who may make a circle on this server: anybody, or only who has the host's key. The host chooses."""

# ruff: noqa: TC003  the mapper reads annotations at run time
from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, db, new_uid, now
from models.db.transaction import writing
from models.tables.grant import digest

KEY = 20  # letters, 99 bits


class Hosting(Base):
    """The host's choice: one row, or none as long as nobody was given the host's address.

    anybody is null until it is chosen. Of the key and of the host's address only hashes are kept; the address is
    good for one choice.
    """

    __tablename__ = "hosting"

    id: Mapped[int] = mapped_column(primary_key=True)
    anybody: Mapped[bool | None]
    key_hash: Mapped[str | None] = mapped_column(String(64))
    door_hash: Mapped[str | None] = mapped_column(String(64))
    chosen_at: Mapped[datetime | None]


def hosting() -> Hosting | None:
    """The row as it is now."""
    return db.session.get(Hosting, 1)


def new_door() -> str:
    """The secret of a new address for the host; the one before it is good for nothing any more."""
    secret = secrets.token_urlsafe(24)
    with writing() as session:
        _row().door_hash = digest(secret)
        session.flush()
    return secret


def choose(anybody: bool) -> str:
    """Keep the choice and use up the host's address; the new key comes back when one is needed, this once."""
    key = "" if anybody else new_uid(KEY)
    with writing():
        row = _row()
        row.anybody, row.door_hash, row.chosen_at = anybody, None, now()
        row.key_hash = digest(key) if key else None
    return key


def _row() -> Hosting:
    row = hosting() or Hosting(id=1)
    db.session.add(row)
    return row
