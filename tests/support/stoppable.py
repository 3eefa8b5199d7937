"""A server in this process that can be stopped and started again at the same address: a network that goes and comes."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event, Thread
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.support.servers import free_port


class Silent(WSGIRequestHandler):
    """Requests without a line in the log."""

    def log(self, type: str, message: str, *args: object) -> None:
        """Say nothing."""


class Stoppable:
    """Serves an app at an address while it runs."""

    def __init__(self, app: Flask) -> None:
        self.app, self.port, self.held = app, free_port(), Event()
        self.missing = ""  # what the address of a file contains that is not found
        self.held.set()
        app.before_request_funcs.setdefault(None, []).insert(0, self.wait)
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Answer from now on."""
        self.server = make_server("127.0.0.1", self.port, self.answer, threaded=True, request_handler=Silent)
        self.thread = Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def answer(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """What the app answers, but for what is missing."""
        if self.missing and self.missing in environ["PATH_INFO"]:
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"missing"]
        return self.app(environ, start_response)

    def wait(self) -> None:
        """Let a request wait as long as all are held."""
        self.held.wait(60)

    def stop(self) -> None:
        """Answer nothing more."""
        self.held.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(60)
        assert not self.thread.is_alive()
