"""What protects every request and answer: session cookie, forms of our own pages only, headers, the server's name."""

from __future__ import annotations

import time
from contextlib import suppress
from typing import Any

from flask import Flask, after_this_request, current_app, request
from flask import Request as FlaskRequest
from flask import Response as FlaskResponse
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_wtf import CSRFProtect
from itsdangerous import BadData
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from scoring.words import message
from web.http.requests import InWords, sent_token

RENEWED = 7 * 24 * 3600  # seconds after which a cookie that is used is sent anew
TOKEN_FREE = "language.choose_language"  # noqa: S105  an endpoint: it changes nothing but the language of the pages
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types tallystick"
)
ENGINE_POLICY = (  # of the phone engine's worker, which is no page: it may compile WebAssembly, and load our own files
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
PRIVATE = "private, no-cache"
VARY = "Cookie, Accept-Language"
PAGE_HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": PRIVATE,
}
DATA_HEADERS = {"Content-Security-Policy": DATA_POLICY, "X-Content-Type-Options": "nosniff"}
TLS_ONLY = {"Strict-Transport-Security": "max-age=31536000"}
DATA_TYPES = ("application/json",)


class CrossSite(InWords, BadRequest):
    """A form that was sent by another site's page."""

    sentence = message("This was not sent from a page of ours. Nothing was recorded.")


class WrongHost(InWords, BadRequest):
    """A request for a server of another name: whoever made it wants our links to lead there."""

    sentence = message("This server has another name. Ask whoever sent you here for the right address.")


def init_security(app: Flask) -> None:
    """Put all of it on the app.

    Of functions that run after a request the first one registered runs last: call this before what sets Vary.
    """
    app.session_interface = CookieSessions()
    if app.config["HOST"]:
        app.before_request(check_host)
    app.after_request(add_headers)
    FormProtect(app)


class Session(SecureCookieSession):
    """What a browser's cookie holds. old: whether it was signed so long ago that it is to be sent anew."""

    old = False


class CookieSessions(SecureCookieSessionInterface):
    """Flask's signed cookies, whatever their age: a clock that was set back, or a long pause, locks nobody out."""

    session_class = Session

    def open_session(self, app: Flask, request: FlaskRequest) -> Session | None:
        """What the cookie of a browser holds; nothing where it was not signed with a key of ours."""
        signer = self.get_signing_serializer(app)
        if signer is None:
            return None
        with suppress(BadData):
            values, at = signer.loads(request.cookies.get(self.get_cookie_name(app), ""), return_timestamp=True)
            session = Session(values)
            session.old = session.permanent and abs(time.time() - at.timestamp()) > RENEWED
            return session
        return Session()

    def save_session(self, app: Flask, session: SessionMixin, response: FlaskResponse) -> None:
        """Send a cookie that was changed.

        An old one is sent anew with a page: beside what script fetches, another tab may be changing it.
        """
        if getattr(session, "old", False) and response.mimetype == "text/html":
            session.modified = True
        if session.modified:
            super().save_session(app, session, response)

    def get_cookie_secure(self, app: Flask) -> bool:
        """Over TLS a cookie is never sent without it; the host may ask for that in any case."""
        return super().get_cookie_secure(app) or request.is_secure


class FormProtect(CSRFProtect):  # type: ignore[misc]
    """Flask-WTF's check of the form's token, and a check of the origin that the browser names."""

    def protect(self, apply_exemptions: bool = False) -> None:
        """Refuse what no page of ours sent, unless the request only reads."""
        if request.method == "GET":
            return
        if not same_origin():
            raise CrossSite
        if request.endpoint != TOKEN_FREE:
            super().protect(apply_exemptions)

    def _get_csrf_token(self) -> str | None:
        """The token in a form, in a header, or in a JSON body."""
        token: str | None = super()._get_csrf_token()
        return token or (sent_token() if request.is_json else None)


def same_origin() -> bool:
    """Whether the browser names our own origin, or none; one that keeps it to itself says null."""
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin", "null")
    return origin == "null" or origin.partition("://")[2] == request.host


def check_host() -> None:
    """Refuse a request for another name than the host gave this server."""
    if request.host != current_app.config["HOST"]:
        raise WrongHost


def add_headers(response: Any) -> Any:
    """The same answer with those headers that it does not bring along.

    Files under /static/ are answered before the app runs and bring DATA_HEADERS along (web/assets.py).
    """
    headers = response.headers
    headers.extend({name: value for name, value in headers_of(response).items() if name not in headers})
    return response


def headers_of(response: Response) -> dict[str, str]:
    """The headers of a page; fewer for data, which is fetched every two seconds, so that each byte counts."""
    headers = response.headers
    if response.status_code == 304:
        headers.pop("Vary", None)  # the cached answer has it
        return {"Cache-Control": PRIVATE}
    if response.mimetype in DATA_TYPES and headers.get("Cache-Control") == "no-store":
        headers.pop("Vary", None)  # no cache holds what it could vary by
        return DATA_HEADERS
    headers["Vary"] = f"{VARY}, {headers['Vary']}" if "Vary" in headers else VARY
    if response.mimetype in DATA_TYPES:
        return {**DATA_HEADERS, "Cache-Control": PRIVATE}
    return {**PAGE_HEADERS, **TLS_ONLY} if request.is_secure else PAGE_HEADERS


def unseen_by_others() -> None:
    """Let no cache keep the answer under way, which holds a secret, and let no other page learn its address."""

    @after_this_request
    def add_secret_headers(response: Response) -> Response:
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response
