"""gunicorn's log without addresses and values: a secret may be in them."""

from __future__ import annotations

import sys
from typing import Any

from gunicorn.glogging import Logger

from models.db.errors import format_error

INVALID = "Invalid request"  # how gunicorn's message begins


class PrivateLogger(Logger):  # type: ignore[misc]
    """gunicorn's logger, which writes an error with its traceback but not for which address."""

    def exception(self, msg: str, *_: object, **more: Any) -> None:
        """Log the error in flight with its traceback, without the address that follows the message's first "%s"."""
        error = sys.exc_info()[1]
        super().error("%s\n%s", str(msg).partition(" %s")[0], format_error(error) if error else "", **more)

    def warning(self, msg: str, *values: object, **more: Any) -> None:
        """Log a warning; of an invalid request neither its first line, which holds an address, nor the sender."""
        text, values = (INVALID, ()) if msg.startswith(INVALID) else (msg, values)
        super().warning(text, *values, **more)
