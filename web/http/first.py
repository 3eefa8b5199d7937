"""Who writes goes first: while a saying is taken down, phones that only ask whether anything is new wait a moment."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from web.http.unchanged import QUESTION

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

MOMENT = 0.02  # seconds at most; most sayings are taken down in a fifth of that
MATCH = "/m/"  # where sayings go; who brings a large file in is waited for by nobody


class Writers:
    """How many sayings are under way in this process."""

    def __init__(self) -> None:
        self.count = 0
        self.lock = threading.Lock()
        self.none = threading.Event()
        self.none.set()

    def __enter__(self) -> None:
        with self.lock:
            self.count += 1
            self.none.clear()

    def __exit__(self, *_: object) -> None:
        with self.lock:
            self.count -= 1
            if not self.count:
                self.none.set()


def writers_first(app: Flask) -> None:
    """Let questions step back behind what is written at the same moment."""
    inner: Any = app.wsgi_app
    writers = Writers()

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST" and environ["PATH_INFO"].startswith(MATCH):
            with writers:
                return inner(environ, start_response)  # type: ignore[no-any-return]
        if QUESTION.fullmatch(environ["PATH_INFO"]):
            writers.none.wait(MOMENT)
        return inner(environ, start_response)  # type: ignore[no-any-return]

    app.wsgi_app = answered  # type: ignore[method-assign]
