"""Whose forms may change something, and the headers of every answer: what a page may load, that nobody frames it."""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from flask import current_app, g, request, session
from flask_wtf import CSRFProtect
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.exceptions import BadRequest

from web.auth.permissions import NEEDS, NOBODYS
from web.i18n.locale import gettext

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
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
DATA = (("Content-Security-Policy", DATA_POLICY), ("X-Content-Type-Options", "nosniff"))
KEPT = HEADERS[-2:]  # for what may be kept
ONLY_SECURE = (*HEADERS, ("Strict-Transport-Security", "max-age=31536000"))


class Elsewhere(BadRequest):
    """A form that was sent by another site's page."""

    @property
    def words(self) -> str:
        """What its page says."""
        return gettext("This was not sent from a page of ours. Nothing was recorded.")


class Misnamed(BadRequest):
    """A request for a server of another name: whoever made it wants our links to lead there."""

    @property
    def words(self) -> str:
        """What its page says."""
        return gettext("This server has another name. Ask whoever sent you here for the right address.")


class OwnForms(CSRFProtect):  # type: ignore[misc]
    """What changes something must come from a form of ours, told by its token; what only reads is not asked for one.

    Neither is the choice of a language, which changes nothing but the words. A page that was open in another tab while
    this browser came in somewhere else has the token of before: it goes on with what the browser held then.
    """

    def protect(self, apply_exemptions: bool = False) -> None:
        """Look for the token, unless the request only reads."""
        if request.method == "GET":
            return
        if not sent_from_here():
            raise Elsewhere
        if request.endpoint != "languages.choose" and not made_earlier(self._get_csrf_token()):
            super().protect(apply_exemptions)


def made_earlier(token: str | None) -> bool:
    """Whether a page about something that is this browser's has the token of before its last grant.

    Only those grants count then: whoever planted that token here reaches nothing that came later.
    """
    need = NEEDS.get(request.endpoint or "")
    pages = session.get("earlier") if token and need and need.place != NOBODYS else None
    if not pages:
        return False
    signer = URLSafeTimedSerializer(str(current_app.secret_key), salt="wtf-csrf-token")
    try:
        secret = str(signer.loads(str(token)))
    except BadData:
        return False
    if compare_digest(str(session.get("csrf_token", "")), secret):
        return False
    held = next((page["grants"] for page in pages if compare_digest(page["token"], secret)), None)
    if held is None:
        return False
    g.earlier = held
    g.csrf_valid = True  # for the forms of Flask-WTF, which look at the token again
    return True


def sent_from_here() -> bool:
    """Whether the browser says that a page of ours sent this, or says nothing; one that keeps silence says null."""
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin", "null")
    return origin == "null" or origin.partition("://")[2] == request.host


def by_its_name() -> None:
    """Refuse a request for another name than the host gave this server."""
    if request.host != current_app.config["HOST"]:
        raise Misnamed


def secure(app: Flask) -> None:
    """Take changes from our own forms only; put the headers on every answer that does not bring its own.

    Pages are private and asked for anew each time.
    """
    if app.config["HOST"]:
        app.before_request(by_its_name)
    OwnForms(app)
    inner = app.wsgi_app

    def secured(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        pages = ONLY_SECURE if environ["wsgi.url_scheme"] == "https" else HEADERS

        def start(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            ours = of_data(status, dict(headers)) or pages
            given = {name for name, _ in headers} - {"Vary"}
            headers.extend(pair for pair in ours if pair[0] not in given)
            return start_response(status, headers, *error)

        return inner(environ, start)

    app.wsgi_app = secured  # type: ignore[method-assign]


def of_data(status: str, given: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """The few headers of an answer that is no page: asked for every two seconds, each of its bytes counts."""
    if status.startswith("304"):
        return KEPT[:1]
    if not given.get("Content-Type", "").startswith(("application/json", "application/octet-stream")):
        return ()
    return DATA if given.get("Cache-Control") == "no-store" else DATA + KEPT
