"""Damage that shows as a database or value error when rows are read, before any hash is compared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DatabaseError, NoResultFound

from models.db.errors import is_malformed
from models.log.errors import BrokenChain


@contextmanager
def detect_corruption(uid: str) -> Iterator[None]:
    """Raise BrokenChain of this match in place of errors that damaged values cause."""
    try:
        yield
    except (ValueError, TypeError, NoResultFound) as error:
        raise BrokenChain(uid, str(error)) from error
    except DatabaseError as error:
        if is_malformed(error):
            raise BrokenChain(uid, str(error.orig)) from error
        raise
