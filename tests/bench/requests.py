"""What is asked for: the same in process, as a WSGI environment, and over a socket."""

from __future__ import annotations

from collections.abc import Callable
from http.client import HTTPConnection
from typing import Any, NamedTuple

from werkzeug.test import EnvironBuilder

BROWSER = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14) tallystick-bench",
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-GB,en;q=0.9",
    "Accept-Encoding": "gzip, deflate, br",
}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
ORIGIN = "http://127.0.0.1:8000"
PATIENCE = 30  # s that an answer may take


class Ask(NamedTuple):
    """A request, without what every browser adds; a body makes it a POST."""

    path: str
    headers: dict[str, str]
    body: bytes = b""

    @property
    def method(self) -> str:
        return "POST" if self.body else "GET"

    @property
    def all_headers(self) -> dict[str, str]:
        return BROWSER | (FORM if self.body else {}) | self.headers

    def environ(self) -> dict[str, Any]:
        """The request as a WSGI environment, which serves once."""
        method, headers, body = self.method, self.all_headers, self.body or None
        return EnvironBuilder(self.path, ORIGIN, method=method, headers=headers, data=body).get_environ()

    def wire(self) -> bytes:
        """The request as bytes on a connection that is kept open."""
        headers = {"Host": ORIGIN.removeprefix("http://"), **self.all_headers}
        headers |= {"Content-Length": str(len(self.body))} if self.body else {}
        lines = [f"{self.method} {self.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
        return "\r\n".join([*lines, "", ""]).encode() + self.body


class Answer(NamedTuple):
    """Status, headers by lower-case name, and body as sent."""

    status: int
    headers: dict[str, str]
    body: bytes


def answer(app: Callable[..., Any], environ: dict[str, Any]) -> Answer:
    """What the app answers, called as a server calls it."""
    began: list[Any] = []
    parts = app(environ, lambda status, headers, error=None: began.extend((status, headers)))
    body = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    return Answer(int(began[0][:3]), {name.lower(): value for name, value in began[1]}, body)


def connected(port: int) -> HTTPConnection:
    """A connection to 127.0.0.1 that is kept open."""
    return HTTPConnection("127.0.0.1", port, timeout=PATIENCE)


def asked(line: HTTPConnection, ask: Ask) -> Answer:
    """The answer over this connection."""
    line.request(ask.method, ask.path, ask.body or None, ask.all_headers)
    response = line.getresponse()
    return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, response.read())
