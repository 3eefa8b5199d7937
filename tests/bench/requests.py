"""What is asked for, the same in process (as a WSGI environment) and over a socket (as bytes)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import BytesIO
from typing import Any, NamedTuple

BROWSER = {
    "User-Agent": "Mozilla/5.0 (Linux; Android 14) tallystick-bench",
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
    "Accept-Language": "en-GB,en;q=0.9",
    "Accept-Encoding": "gzip, deflate, br",
}
FORM = "application/x-www-form-urlencoded"
HOST = "127.0.0.1:8000"


class Ask(NamedTuple):
    """A request, without what every browser adds; a body makes it a POST."""

    path: str
    headers: dict[str, str]
    body: bytes = b""


class Answer(NamedTuple):
    """Status, headers by lower-case name, and body as sent."""

    status: int
    headers: dict[str, str]
    body: bytes


def environ(ask: Ask) -> dict[str, Any]:
    """The request as a WSGI environment."""
    path, _, query = ask.path.partition("?")
    known = {
        "REQUEST_METHOD": "POST" if ask.body else "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": HOST,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(ask.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if ask.body:
        known |= {"CONTENT_LENGTH": str(len(ask.body)), "CONTENT_TYPE": FORM}
    for name, value in (BROWSER | ask.headers).items():
        known["HTTP_" + name.upper().replace("-", "_")] = value
    return known


def answer(app: Callable[..., Any], known: dict[str, Any]) -> Answer:
    """What the app answers, called as a server calls it."""
    began: list[Any] = []
    parts = app(known, lambda status, headers, error=None: began.extend((status, headers)))
    body = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    return Answer(int(began[0][:3]), {name.lower(): value for name, value in began[1]}, body)


def wire(ask: Ask) -> bytes:
    """The request as it goes over a connection that is kept alive."""
    headers = {"Host": HOST} | BROWSER | ask.headers
    if ask.body:
        headers |= {"Content-Length": str(len(ask.body)), "Content-Type": FORM}
    lines = [f"{'POST' if ask.body else 'GET'} {ask.path} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + ask.body
