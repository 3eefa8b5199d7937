"""Values worked out over a circle's finished matches, stored while these and who is who stay as they are.

The one cache of review: shared by all processes, there after a restart, and never older than its mark says.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from models.base import db
from models.log.state import OVER
from models.review.people import People
from models.review_tables import KeptValue, match_reviews, review_kept
from models.transaction import is_transient, write_connection

MATCH = match_reviews.c


def mark_of(circle_id: int, people: People, game: str | None = None) -> str:
    """A mark that changes with any finished match of a game, or of all, and with who is who in the circle."""
    query = select(func.count(), func.max(MATCH.stamp)).where(MATCH.circle_id == circle_id, MATCH.state == OVER)
    count, stamp = db.session.execute(query.where(MATCH.game == game) if game else query).one()
    return f"{count} {stamp} {people.mark}"


def kept(circle_id: int, key: str, mark: str, make: Callable[[], Any]) -> Any:
    """The stored value of a key if it has this mark, else a new one, which is stored; a value is JSON."""
    stored = db.session.scalar(select(KeptValue).where(KeptValue.circle_id == circle_id, KeptValue.key == key))
    if stored and stored.mark == mark:
        return stored.body
    body = make()
    row = {"circle_id": circle_id, "key": key, "mark": mark, "body": body}
    old = review_kept.c.circle_id == circle_id, review_kept.c.key == key
    try:
        with suppress(IntegrityError), write_connection() as connection:  # another request stored it at this moment
            connection.execute(delete(review_kept).where(*old))
            connection.execute(insert(review_kept), row)
    except Exception as error:
        if not is_transient(error):  # where nothing can be written just now it is worked out again next time
            raise
    return body
