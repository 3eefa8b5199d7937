"""Pages and data go out compressed to whoever takes gzip; static files were compressed beforehand, not here."""

from __future__ import annotations

import zlib
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

TEXT = ("text/html", "application/json")
SMALLEST = 500  # bytes; less is not worth it
LEVEL = 3  # of 9: the next costs half as much again and saves one byte in twenty-five
GZIP = 31  # how zlib is told to put gzip's head around it


def pack(app: Flask) -> None:
    """Compress every answer of text that is whole and large; what is streamed has no length and passes as it is."""
    inner: Any = app.wsgi_app

    def packed(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        began: list[Any] = []
        parts: Iterable[bytes] = inner(environ, lambda *said: began.extend(said))
        headers = began[1]
        if is_large_text(headers):
            headers.append(("Vary", "Accept-Encoding"))
            if takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")) and environ["REQUEST_METHOD"] != "HEAD":
                parts = [squeezed(parts, headers)]
        start_response(*began)
        return parts

    app.wsgi_app = packed  # type: ignore[method-assign]


def is_large_text(headers: list[tuple[str, str]]) -> bool:
    """Whether these are the headers of an answer that is worth compressing."""
    known = dict(headers)
    size = int(known.get("Content-Length", 0))
    return size >= SMALLEST and known.get("Content-Type", "").startswith(TEXT)


@lru_cache(64)
def takes_gzip(accepted: str) -> bool:
    """Whether a browser that accepts these encodings takes gzip."""
    return parse_accept_header(accepted, Accept)["gzip"] > 0


def squeezed(parts: Any, headers: list[tuple[str, str]]) -> bytes:
    """The body compressed, its headers told."""
    body = zlib.compress(b"".join(parts), LEVEL, GZIP)
    parts.close()
    headers[:] = [pair for pair in headers if pair[0] != "Content-Length"]
    headers.extend((("Content-Encoding", "gzip"), ("Content-Length", str(len(body)))))
    return body
