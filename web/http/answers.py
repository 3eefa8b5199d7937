"""What goes out with an answer: compression, ETags, files in chunks, addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any
from urllib.parse import urlencode

from flask import Flask, Response, request
from flask_compress import Compress

CHUNK = 1 << 16  # bytes
COMPRESSION = {
    "COMPRESS_MIMETYPES": ["text/html", "application/json", "text/javascript"],  # the last: the service worker
    "COMPRESS_ALGORITHM": ["gzip"],
    "COMPRESS_ALGORITHM_STREAMING": ["gzip"],
    "COMPRESS_LEVEL": 3,  # of 9: the next costs half as much again and saves one byte in twenty-five
    "COMPRESS_MIN_SIZE": 500,  # bytes; less is not worth it
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # views answer 304 themselves: unless_known()
}


def init_compression(app: Flask) -> None:
    """Compress every answer of text that is streamed or large; static files are compressed beforehand."""
    app.config.from_mapping(COMPRESSION)
    Compress(app)


def unless_known(version: str, make: Callable[[], Response]) -> Response:
    """The answer that is made, with this version as ETag; an empty 304 for whoever names it in If-None-Match."""
    known = request.if_none_match.contains_weak(version)
    answer = Response(status=304) if known else make()
    answer.set_etag(version, weak=True)
    return answer


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    """The file in chunks of CHUNK bytes, closed at its end."""
    with file:
        while chunk := file.read(CHUNK):
            yield chunk


def address_with(path: str, query: Mapping[str, Any]) -> str:
    """A path with a query of these names and values, or lists of values; what is None is left out.

    url_for() takes names such as "_scheme" for its own: nothing that a request may hold is spread into it.
    """
    pairs = {name: value for name, value in query.items() if value is not None}
    text = urlencode(pairs, doseq=True)
    return f"{path}?{text}" if text else path
