"""Circles of friends, their players and the house rules they saved."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, UniqueConstraint, false
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import Base, CanonicalJson, core_table, new_uid, now


class Circle(Base):
    """Friends who play together."""

    __tablename__ = "circles"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(default=now)
    players: Mapped[list[Player]] = relationship(back_populates="circle", order_by="Player.id")


class Player(Base):
    """A person of a circle. A merged one points to the player who is the same person.

    unranked: stays out of standings and stories.
    """

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    name: Mapped[str]
    retired: Mapped[bool] = mapped_column(default=False)
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    unranked: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[datetime] = mapped_column(default=now)
    circle: Mapped[Circle] = relationship(back_populates="players")


class Merge(Base):
    """A merge of two players that can be undone: `one` into `into`, with those merged into `one` before.

    retired: whether `one` was retired before; moved: the ids of those merged into `one` before.
    """

    __tablename__ = "merges"

    id: Mapped[int] = mapped_column(primary_key=True)
    one_id: Mapped[int] = mapped_column(ForeignKey("players.id"), unique=True)
    into_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    retired: Mapped[bool]
    moved: Mapped[list[int]] = mapped_column(CanonicalJson)
    at: Mapped[datetime] = mapped_column(default=now)
    one: Mapped[Player] = relationship(foreign_keys=one_id)
    into: Mapped[Player] = relationship(foreign_keys=into_id)


class HouseRules(Base):
    """Rules of a game that a circle saved under a name."""

    __tablename__ = "house_rules"
    __table_args__ = (UniqueConstraint("circle_id", "game", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"))
    game: Mapped[str]
    name: Mapped[str]
    rules: Mapped[dict[str, Any]] = mapped_column(CanonicalJson)
    created_at: Mapped[datetime] = mapped_column(default=now)


players = core_table(Player)
