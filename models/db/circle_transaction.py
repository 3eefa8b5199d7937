"""writing_in(): a unit of work that changes a circle, one after the other on every database."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from models.db.transaction import write_transaction
from models.tables.circle import Circle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy.orm import Session


@contextmanager
def circle_transaction(circle_id: int) -> Iterator[Session]:
    """writing(), with the circle's row locked: what is looked up inside stays true until the end.

    Where two taps at once would each find that something is not there yet, and both make it.
    """
    with write_transaction() as session:
        session.get_one(Circle, circle_id, with_for_update=True)
        yield session
