"""Keys of phones, by which a browser that lost its cookie shows that it had grants; only their hashes are stored."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, core_table


class PhoneKey(Base):
    """A grant that the phone with a key holds. fingerprint: SHA-256 of the public key; shown_at: of which moment the
    newest question was that the key has answered.
    """

    __tablename__ = "phone_keys"
    __table_args__ = (UniqueConstraint("fingerprint", "grant_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    grant_id: Mapped[int] = mapped_column(ForeignKey("grants.id"), index=True)
    shown_at: Mapped[datetime]


phone_keys = core_table(PhoneKey)
