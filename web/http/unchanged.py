"""Whether anything has changed: asked by every phone that looks on, every two seconds, so answered before the app runs.

The same question with the same cookie is answered as before while nothing at all was committed to the database since:
no saying, no revoked grant. Where that cannot be known cheaply, and after AGE, the app answers.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from models.db.stamp import Stamp
from web.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

QUESTION = re.compile(r"/m/\w+/(?:live|log|others|sheet)")
VERSION = re.compile(r'(?:W/)?"[\w-]+"')
AGE = 10  # seconds; a grant that runs out by the clock alone is noticed by then
KEPT = 8192
LONGEST = 2000  # characters of a question that is remembered


class Known(NamedTuple):
    """What was answered: nothing new since this version, while the database had this stamp; until when that is good."""

    version: str
    stamp: int
    until: float


def answer_unchanged(app: Flask) -> None:
    """Answer what was asked before, and has not changed, at the door."""
    inner: Any = app.wsgi_app
    stamp, known = Stamp(app), Shelf[Known](KEPT)
    app.extensions["unchanged"] = known

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        version = environ.get("HTTP_IF_NONE_MATCH")
        now = stamp() if version and is_question(environ, version) else None
        if now is None:
            return inner(environ, start_response)  # type: ignore[no-any-return]
        key = (environ["PATH_INFO"], environ.get("QUERY_STRING"), environ.get("HTTP_COOKIE"))
        found = known.get(key)
        if found and found[:2] == (version, now) and time.monotonic() < found.until:
            start_response("304 NOT MODIFIED", [("ETag", version)])
            return []

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            if status.startswith("304"):
                known.put(key, Known(str(version), now, time.monotonic() + AGE))
            return start_response(status, headers, *error)

        return inner(environ, start)  # type: ignore[no-any-return]

    app.wsgi_app = answered  # type: ignore[method-assign]


def is_question(environ: dict[str, Any], version: str) -> bool:
    """Whether a request asks for nothing but what is newer than one version."""
    asks = environ["REQUEST_METHOD"] == "GET" and QUESTION.fullmatch(environ["PATH_INFO"])
    remembered = len(environ.get("QUERY_STRING", "")) + len(environ.get("HTTP_COOKIE", "")) + len(version)
    return bool(asks and VERSION.fullmatch(version) and remembered <= LONGEST)
