"""Claimed seats: which phone confirms for which player in an evening. The last phone to claim a seat has it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint, bindparam, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from models.base import DIALECT_INSERTS, Base, core_table, db, now, to_millis
from models.db.row_query import RowQuery
from models.db.transaction import write_connection
from models.tables.evening import Evening


class ClaimedSeat(Base):
    """A player (by uid, a guest by name) claimed by a phone, whose id is stored on the phone itself."""

    __tablename__ = "claims"
    __table_args__ = (UniqueConstraint("evening_id", "player"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"))
    player: Mapped[str] = mapped_column(String(200))
    phone: Mapped[str] = mapped_column(String(40))
    at: Mapped[datetime]


claims, evenings = core_table(ClaimedSeat), core_table(Evening)
HOLDER = RowQuery(
    select(claims.c.phone)
    .join(evenings, evenings.c.id == claims.c.evening_id)
    .where(evenings.c.uid == bindparam("evening"), claims.c.player == bindparam("player"))
)


def claiming_phone(evening: str, player: str) -> str | None:
    """The phone that claimed a player in the evening of this uid; None if none did."""
    row = HOLDER.first({"evening": evening, "player": player})
    return str(row[0]) if row else None


def claiming_phones(evening: str) -> dict[str, str]:
    """The claiming phones by player in the evening of this uid."""
    query = select(claims.c.player, claims.c.phone).join(evenings, evenings.c.id == claims.c.evening_id)
    return dict(db.session.execute(query.where(evenings.c.uid == evening)).all())


def claim_seat(evening: str, player: str, phone: str) -> None:
    """Claim a player for a phone, which gives up any other in this evening; an empty player only gives up."""
    with write_connection() as connection:
        here = connection.execute(select(evenings.c.id).where(evenings.c.uid == evening)).scalar_one()
        left = delete(claims).where(claims.c.evening_id == here, claims.c.phone == phone, claims.c.player != player)
        connection.execute(left)
        if player:
            new = {"phone": phone, "at": to_millis(now())}
            row = DIALECT_INSERTS[connection.dialect.name](claims).values(evening_id=here, player=player, **new)
            connection.execute(row.on_conflict_do_update(index_elements=["evening_id", "player"], set_=new))
