"""Request body as the app reads it: one that breaks off is a ConnectionError, whatever gunicorn's parser calls it."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gunicorn.http.errors import NoMoreData, ParseException


class Body:
    """`wsgi.input`: a chunk that ends too soon or is none raises ConnectionResetError."""

    def __init__(self, body: Any) -> None:
        self.body = body

    def read(self, size: int | None = None) -> bytes:
        """So many bytes, fewer at the end."""
        return self._checked(self.body.read, size)

    def readline(self, size: int | None = None) -> bytes:
        """The next line."""
        return self._checked(self.body.readline, size)

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def _checked(self, method: Callable[[int | None], bytes], size: int | None) -> bytes:
        try:
            return method(size)
        except (NoMoreData, ParseException) as error:
            raise ConnectionResetError(errno.ECONNRESET, str(error)) from error


def with_checked_body(app: Callable[..., Iterable[bytes]]) -> Callable[..., Iterable[bytes]]:
    """A WSGI app whose body is read so."""

    def checked(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        environ["wsgi.input"] = Body(environ["wsgi.input"])
        return app(environ, start_response)

    return checked
