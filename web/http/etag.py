"""Answers with a version as ETag: whoever has that version already gets an empty 304, for which no log is replayed."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, request


def unless_known(version: str, make: Callable[[], Response]) -> Response:
    """The answer that is made, under this version; nothing but the version for whoever names it in If-None-Match."""
    known = request.if_none_match.contains_weak(version)
    answer = Response(status=304) if known else make()
    answer.set_etag(version, weak=True)
    return answer
