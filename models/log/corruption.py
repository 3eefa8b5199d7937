"""How damage shows itself when stored values are read, before any hash is compared."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy.exc import DatabaseError, NoResultFound

from models.log.errors import BrokenChain

if TYPE_CHECKING:
    from collections.abc import Iterator

CORRUPTION_MESSAGES = ("Could not decode", "malformed")  # in SQLite's words


@contextmanager
def detect_corruption(uid: str) -> Iterator[None]:
    """Whatever shows that stored values are damaged is told as BrokenChain of this match."""
    try:
        yield
    except (ValueError, TypeError, NoResultFound) as error:
        raise BrokenChain(uid, str(error)) from error
    except DatabaseError as error:
        if any(words in str(error.orig) for words in CORRUPTION_MESSAGES):
            raise BrokenChain(uid, str(error.orig)) from error
        raise
