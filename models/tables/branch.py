"""Tails of phones that were not recorded as they came: what waits to be settled, and what another phone had already."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, core_table


class Branch(Base):
    """Records of one phone that are not in the log of their match.

    uid is a hash of match, device, base and the first of the records, so that a tail sent twice is stored once.
    base_seq is the last seq that the phone knew; body has the records (models/tail/branches.py); settled_at is null
    while somebody has to decide. seal is the hash of all the others.
    """

    __tablename__ = "branches"

    uid: Mapped[str] = mapped_column(String(64), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), index=True)
    base_seq: Mapped[int]
    device: Mapped[str | None]
    grant: Mapped[str | None]
    came_at: Mapped[datetime]
    body: Mapped[str] = mapped_column(Text)
    settled_at: Mapped[datetime | None]
    seal: Mapped[str] = mapped_column(String(64))


branches = core_table(Branch)
