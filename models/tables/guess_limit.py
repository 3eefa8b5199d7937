"""Wrong guesses at secrets: counted in the database, so that every worker of every process counts with the others.

Of each count only a moment is kept: when all of it will be forgotten. A wrong guess moves that moment on by a step; who
is more than so many steps ahead of now has to wait until they are not. A count that is forgotten has no row. A guess at
what is short is counted before anybody looks, so that guesses at the same moment count like one after another.
"""

# ruff: noqa: TC003  the mapper reads annotations at run time
from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import BigInteger, String, bindparam, case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, core_table, db, now, to_millis
from models.db.transaction import write_connection

if TYPE_CHECKING:
    from sqlalchemy import Connection


class GuessCount(Base):
    """A count of wrong guesses: whose and at what, and the moment at which it is forgotten."""

    __tablename__ = "guesses"

    who: Mapped[str] = mapped_column(String(80), primary_key=True)
    until: Mapped[datetime] = mapped_column(index=True)


guesses = core_table(GuessCount)
COUNTS = select(guesses.c.who, guesses.c.until).where(guesses.c.who.in_(bindparam("who", expanding=True)))
DIALECT_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class GuessLimit(NamedTuple):
    """So many wrong guesses are free; each is forgotten after a while, in milliseconds, one after the other."""

    who: str
    free: int
    step: int

    @property
    def most(self) -> int:
        """As far ahead of now a count can be, in milliseconds; twice as far was only a clock that was wrong."""
        return self.free * self.step


def required_wait(limits: list[GuessLimit]) -> int:
    """For how many milliseconds nothing may be guessed, because one of these limits is met; 0 when none is.

    Never longer than a step: what was counted while a clock was far ahead is forgotten.
    """
    at = to_millis(now())
    known = dict(db.session.execute(COUNTS, {"who": [limit.who for limit in limits]}).all())
    return max([wait_for(limit, known.get(limit.who, at), at) for limit in limits], default=0)


def wait_for(limit: GuessLimit, until: int, at: int) -> int:
    """For how many milliseconds one more guess is too many where all are forgotten then."""
    ahead = 0 if until - at > 2 * limit.most else min(until - at, limit.most)
    return max(ahead - (limit.free - 1) * limit.step, 0)


def count_guess(limits: list[GuessLimit]) -> int:
    """Count a wrong guess against each limit, unless one of them is met: then nothing is, and one has to wait so long.

    Guesses at the same moment count one after the other. What is forgotten is let go of.
    """
    at = to_millis(now())
    with write_connection() as connection:
        connection.execute(delete(guesses).where(guesses.c.until < at))
        row = DIALECT_INSERTS[connection.dialect.name](guesses).values(
            who=bindparam("who"), until=at + bindparam("step")
        )
        most = bindparam("most", type_=BigInteger)
        last, wrong = at + most, at + 2 * most
        gone = (guesses.c.until < at) | (guesses.c.until > wrong)
        within = case((gone, at), (guesses.c.until > last, last), else_=guesses.c.until)
        moved = row.on_conflict_do_update(index_elements=["who"], set_={"until": within + bindparam("step")})
        known = {}
        for limit in sorted(limits):  # in one order, so that no two wait for each other
            values = {"who": limit.who, "step": limit.step, "most": limit.most}
            known[limit] = connection.execute(moved.returning(guesses.c.until), values).scalar_one() - limit.step
        wait = max([wait_for(limit, until, at) for limit, until in known.items()], default=0)
        if wait:
            _uncount(connection, limits)
        return wait


def uncount_guess(limits: list[GuessLimit]) -> None:
    """Take back what was counted before anybody looked: the guess was right."""
    with write_connection() as connection:
        _uncount(connection, limits)


def _uncount(connection: Connection, limits: list[GuessLimit]) -> None:
    back = update(guesses).where(guesses.c.who == bindparam("of")).values(until=guesses.c.until - bindparam("step"))
    for limit in sorted(limits):
        connection.execute(back, {"of": limit.who, "step": limit.step})
