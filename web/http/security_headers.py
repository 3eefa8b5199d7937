"""Security headers: what an answer may load, that nobody frames it, and that pages are private and revalidated.

Added by `after_request` where the view has set none of its own. Files under /static/ are answered before the app runs
and bring DATA_HEADERS along (web/assets/fingerprint.py).
"""

from __future__ import annotations

from flask import Flask, current_app, request
from werkzeug import Response
from werkzeug.exceptions import BadRequest

from web.i18n.locale import gettext

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


class WrongHost(BadRequest):
    """A request for a server of another name: whoever made it wants our links to lead there."""

    @property
    def words(self) -> str:
        """What its page says."""
        return gettext("This server has another name. Ask whoever sent you here for the right address.")


def init_security_headers(app: Flask) -> None:
    """Refuse requests for another host than HOST, where one is set; put the headers on every answer of the app.

    Of functions that run after a request the first one registered runs last: register this before what sets Vary.
    """
    if app.config["HOST"]:
        app.before_request(check_host)
    app.after_request(add_headers)


def check_host() -> None:
    """Refuse a request for another name than the host gave this server."""
    if request.host != current_app.config["HOST"]:
        raise WrongHost


def add_headers(response: Response) -> Response:
    """The same answer with those headers that it does not bring along."""
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
