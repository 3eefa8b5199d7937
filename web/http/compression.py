"""Compression of pages and data by Flask-Compress, also of streamed answers; static files are compressed beforehand."""

from __future__ import annotations

from flask import Flask, Response, request
from flask_compress import Compress

SETTINGS = {
    "COMPRESS_MIMETYPES": ["text/html", "application/json", "text/javascript"],  # the last: the service worker
    "COMPRESS_ALGORITHM": ["gzip"],
    "COMPRESS_ALGORITHM_STREAMING": ["gzip"],
    "COMPRESS_LEVEL": 3,  # of 9: the next costs half as much again and saves one byte in twenty-five
    "COMPRESS_MIN_SIZE": 500,  # bytes; less is not worth it
    "COMPRESS_EVALUATE_CONDITIONAL_REQUEST": False,  # views answer 304 themselves (web/http/etag.py)
}


class GzipCompress(Compress):
    """Flask-Compress, for which "gzip;q=0" is what HTTP calls it: a refusal."""

    def after_request(self, response: Response | None) -> Response:
        """The answer compressed where that is worth it and the browser takes it."""
        if response and ";q=0" in request.headers.get("Accept-Encoding", "") and not request.accept_encodings["gzip"]:
            response.vary.add("Accept-Encoding")
            return response
        return super().after_request(response)


def init_compression(app: Flask) -> None:
    """Compress every answer of text that is streamed or large."""
    app.config.from_mapping(SETTINGS)
    GzipCompress(app)
