"""circle_transaction(): serialised write transactions on one circle, on every database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session

from models.db.transaction import write_transaction
from models.tables.circle import Circle


@contextmanager
def circle_transaction(circle_id: int) -> Iterator[Session]:
    """write_transaction() with the circle's row locked, so that queries inside stay true until the end.

    For check-then-insert: two requests at once would each find that a row is missing, and both insert it.
    """
    with write_transaction() as session:
        session.get_one(Circle, circle_id, with_for_update=True)
        yield session
