"""Keys of phones, by which a browser that lost its cookie shows that it had grants; only their hashes are stored."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ForeignKey, String, UniqueConstraint, delete, select
from sqlalchemy.orm import Mapped, mapped_column

from models.base import DIALECT_INSERTS, Base, core_table, db
from models.db.transaction import write_connection
from models.tables.grant import Grant, hash_secret

MOST_PHONES = 64  # that a grant is remembered of; of more the one that was there longest ago goes


class PhoneKey(Base):
    """A grant that the phone with a key holds. secret_hash: SHA-256 of the key, a random secret of 256 bits."""

    __tablename__ = "phone_keys"
    __table_args__ = (UniqueConstraint("secret_hash", "grant_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str] = mapped_column(String(64))
    grant_id: Mapped[int] = mapped_column(ForeignKey("grants.id"), index=True)


phone_keys = core_table(PhoneKey)


def remember_phone(key: str, former: str, held: Sequence[Grant]) -> None:
    """Remember that the phone with this key holds these grants and no others; its former key is forgotten."""
    hashes = [hash_secret(key), hash_secret(former)]
    with write_connection() as connection:
        connection.execute(delete(phone_keys).where(phone_keys.c.secret_hash.in_(hashes)))
        for grant in held:
            row = DIALECT_INSERTS[connection.dialect.name](phone_keys).values(secret_hash=hashes[0], grant_id=grant.id)
            connection.execute(row.on_conflict_do_nothing())
            newest = select(phone_keys.c.id).where(phone_keys.c.grant_id == grant.id).order_by(phone_keys.c.id.desc())
            old = connection.execute(newest.offset(MOST_PHONES)).scalars().all()
            connection.execute(delete(phone_keys).where(phone_keys.c.id.in_(old)))


def grants_of_phone(key: str) -> list[Grant]:
    """The grants in force of the phone with this key, in their order."""
    query = select(Grant).join(PhoneKey, PhoneKey.grant_id == Grant.id).order_by(PhoneKey.id)
    return [
        grant for grant in db.session.scalars(query.where(PhoneKey.secret_hash == hash_secret(key))) if grant.in_force
    ]
