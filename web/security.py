"""The headers of every answer: what a page may load, and that nobody frames or sniffs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request

if TYPE_CHECKING:
    from flask import Flask

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def secure(app: Flask) -> None:
    """Put the headers on every answer that does not bring its own; pages are private and asked for anew each time."""

    @app.after_request
    def add_headers(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-cache"
        if request.is_secure:
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        return response
