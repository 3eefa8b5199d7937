"""The signed cookie: a browser sends the same one each time, so that its signature is checked once and remembered."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from flask import request
from flask.sessions import SecureCookieSessionInterface

from web.shelf import Shelf

if TYPE_CHECKING:
    from flask import Flask, Request, Response
    from flask.sessions import SecureCookieSession, SessionMixin

RECHECKED = 3600  # seconds after which a signature is checked anew, so that an old cookie runs out
LONGEST = 2000  # characters of what is remembered; beside ours a browser may send cookies of others


class Cookies(SecureCookieSessionInterface):
    """Sessions as Flask keeps them, in a cookie that nobody can forge."""

    def __init__(self) -> None:
        self.known: Shelf[tuple[float, dict[str, Any]]] = Shelf(1024)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """What the cookie holds; the values are plain and are copied, so that what is remembered stays as signed."""
        text = request.environ.get("HTTP_COOKIE", "")
        found = self.known.get(text)
        if found is not None and time.monotonic() < found[0]:
            return self.session_class(found[1])
        session = super().open_session(app, request)
        if session and len(text) <= LONGEST:
            self.known.put(text, (time.monotonic() + RECHECKED, dict(session)))
        return session

    def get_cookie_secure(self, app: Flask) -> bool:
        """Over TLS a cookie is never sent without it; the host may ask for that in any case."""
        return super().get_cookie_secure(app) or request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send a cookie that was changed; that answers vary by the cookie is said with every answer's headers."""
        if session.modified:
            super().save_session(app, session, response)
