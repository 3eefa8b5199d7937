"""Wrong guesses at secrets: counted in the database, so that every worker of every process counts with the others.

Of each count only a moment is kept: when all of it will be forgotten. A wrong guess moves that moment on by a step; who
is more than so many steps ahead of now has to wait until they are not. A count that is forgotten has no row.
"""

# ruff: noqa: TC003  the mapper reads annotations at run time
from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import String, bindparam, case, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, as_stored, db, millis, now
from models.writing import recording


class Guesses(Base):
    """A count of wrong guesses: whose and at what, and the moment at which it is forgotten."""

    __tablename__ = "guesses"

    who: Mapped[str] = mapped_column(String(80), primary_key=True)
    until: Mapped[datetime] = mapped_column(index=True)


guesses = as_stored(Guesses)
KNOWN = select(guesses.c.who, guesses.c.until).where(guesses.c.who.in_(bindparam("who", expanding=True)))
INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class Limit(NamedTuple):
    """So many wrong guesses are free; each is forgotten after a while, in milliseconds, one after the other."""

    who: str
    free: int
    step: int


def must_wait(limits: list[Limit]) -> int:
    """For how many milliseconds nothing may be guessed, because one of these limits is met; 0 when none is."""
    at = millis(now())
    known = dict(db.session.execute(KNOWN, {"who": [limit.who for limit in limits]}).all())
    waits = [known[limit.who] - at - (limit.free - 1) * limit.step for limit in limits if limit.who in known]
    return max([wait for wait in waits if wait > 0], default=0)


def missed(limits: list[Limit]) -> None:
    """Count a wrong guess against each limit, and let go of what is forgotten."""
    at = millis(now())
    with recording() as connection:
        connection.execute(delete(guesses).where(guesses.c.until < at))
        row = INSERTS[connection.dialect.name](guesses).values(who=bindparam("who"), until=at + bindparam("step"))
        later = case((guesses.c.until > at, guesses.c.until), else_=at)
        moved = row.on_conflict_do_update(index_elements=["who"], set_={"until": later + bindparam("step")})
        for limit in sorted(limits):  # in one order, so that no two wait for each other
            connection.execute(moved, {"who": limit.who, "step": limit.step})
