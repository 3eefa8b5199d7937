"""Evenings: people who met, a date and a place."""

from __future__ import annotations

from datetime import date, datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import Base, new_uid, now
from models.tables.circle import Circle


class Evening(Base):
    """People who met: the day by the calendar of the table, the place, and the matches they played.

    A hidden one is left out of all lists. A deleted one is hidden too: it had no match, and its row stays only so that
    no other evening gets its id, which old links name, and that a second request to delete it is recognised.
    """

    __tablename__ = "evenings"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    date: Mapped[date]
    place: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]
    hidden: Mapped[bool] = mapped_column(default=False)
    deleted: Mapped[bool] = mapped_column(default=False)
    circle: Mapped[Circle] = relationship()
