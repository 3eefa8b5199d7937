"""Whose forms may change something, and the headers of every answer: what a page may load, that nobody frames it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import request
from flask_wtf import CSRFProtect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types tallystick"
)
ENGINE_POLICY = (  # of the phone engine's worker, which is no page: it may compile WebAssembly, and load our own files
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
HEADERS = (
    ("Content-Security-Policy", CONTENT_POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "private, no-cache"),
    ("Vary", "Cookie, Accept-Language"),
)
ONLY_SECURE = (*HEADERS, ("Strict-Transport-Security", "max-age=31536000"))


class OwnForms(CSRFProtect):  # type: ignore[misc]
    """What changes something must come from a form of ours, told by its token; what only reads is not asked for one.

    Neither is the choice of a language, which changes nothing but the words.
    """

    def protect(self, apply_exemptions: bool = False) -> None:
        """Look for the token, unless the request only reads."""
        if request.method != "GET" and request.endpoint != "languages.choose":
            super().protect(apply_exemptions)


def secure(app: Flask) -> None:
    """Take changes from our own forms only; put the headers on every answer that does not bring its own.

    Pages are private and asked for anew each time.
    """
    OwnForms(app)
    inner = app.wsgi_app

    def secured(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        ours = ONLY_SECURE if environ["wsgi.url_scheme"] == "https" else HEADERS

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            given = {name for name, _ in headers} - {"Vary"}
            headers.extend(pair for pair in ours if pair[0] not in given)
            return start_response(status, headers, *error)

        return inner(environ, start)

    app.wsgi_app = secured  # type: ignore[method-assign]
