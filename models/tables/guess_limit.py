"""Rate limit of wrong guesses at secrets: a leaky bucket per client in the database, shared by all workers.

A row holds only the time at which its bucket is empty. A wrong guess moves it on by a step; a client more than the free
number of steps ahead of now has to wait. An empty bucket has no row. Guesses at short secrets are counted before they
are checked, so that guesses at the same moment count like one after another.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, Connection, String, bindparam, case, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, core_table, db, now, to_millis
from models.db.transaction import write_connection


class GuessCount(Base):
    """Wrong guesses: whose and at what, and until when they count."""

    __tablename__ = "guesses"

    who: Mapped[str] = mapped_column(String(80), primary_key=True)
    until: Mapped[datetime] = mapped_column(index=True)


guesses = core_table(GuessCount)
COUNTS = select(guesses.c.who, guesses.c.until).where(guesses.c.who.in_(bindparam("who", expanding=True)))
DIALECT_INSERTS: dict[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class GuessLimit(NamedTuple):
    """A bucket: `free` wrong guesses at once, one more after each `step` milliseconds; one may weigh as many others."""

    who: str
    free: int
    step: int
    weight: int = 1

    @property
    def most(self) -> int:
        """Milliseconds that a full bucket is ahead of now; more than twice as many come from a wrong clock."""
        return self.free * self.step


def required_wait(limits: list[GuessLimit]) -> int:
    """Milliseconds until the next guess is allowed by all these limits; 0 for now.

    Never more than a step: counts made while a clock was far ahead are ignored.
    """
    at = to_millis(now())
    known = dict(db.session.execute(COUNTS, {"who": [limit.who for limit in limits]}).all())
    return max([wait_for(limit, known.get(limit.who, at), at) for limit in limits], default=0)


def wait_for(limit: GuessLimit, until: int, at: int) -> int:
    """Milliseconds until one more guess is allowed, at the time `at`, by a bucket that is empty at `until`."""
    ahead = 0 if until - at > 2 * limit.most else min(until - at, limit.most)
    return max(ahead - (limit.free - limit.weight) * limit.step, 0)


def count_guess(limits: list[GuessLimit], timeout: float | None = None) -> int:
    """Count a wrong guess against each limit; if one of them is met, count nothing and return the milliseconds to wait.

    Guesses at the same moment count one after the other. Rows of empty buckets are deleted. timeout: seconds to wait
    for the write lock, as for write_connection.
    """
    at = to_millis(now())
    with write_connection(timeout) as connection:
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
        for limit in sorted(limits):  # always in one order: no deadlock
            step = limit.step * limit.weight
            values = {"who": limit.who, "step": step, "most": limit.most}
            known[limit] = connection.execute(moved.returning(guesses.c.until), values).scalar_one() - step
        wait = max([wait_for(limit, until, at) for limit, until in known.items()], default=0)
        if wait:
            _uncount(connection, limits)
        return wait


def uncount_guess(limits: list[GuessLimit]) -> None:
    """Take back a guess that was counted before the check and was right."""
    with write_connection() as connection:
        _uncount(connection, limits)


def _uncount(connection: Connection, limits: list[GuessLimit]) -> None:
    back = update(guesses).where(guesses.c.who == bindparam("of")).values(until=guesses.c.until - bindparam("step"))
    for limit in sorted(limits):
        connection.execute(back, {"of": limit.who, "step": limit.step * limit.weight})
