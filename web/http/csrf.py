"""Cross-site request forgery: unsafe methods need a token of one of our forms and must come from our own origin."""

from __future__ import annotations

from hmac import compare_digest

from flask import Flask, current_app, g, request, session
from flask_wtf import CSRFProtect
from itsdangerous import BadData, URLSafeTimedSerializer
from werkzeug.exceptions import BadRequest

from web.auth.permissions import PERMISSIONS, PUBLIC
from web.http.json_body import sent_token
from web.i18n.locale import gettext

TOKEN_FREE = "language.choose_language"  # noqa: S105  an endpoint: it changes nothing but the language of the pages


class CrossSite(BadRequest):
    """A form that was sent by another site's page."""

    @property
    def words(self) -> str:
        """What its page says."""
        return gettext("This was not sent from a page of ours. Nothing was recorded.")


class FormProtect(CSRFProtect):  # type: ignore[misc]
    """Flask-WTF's token check, also against the origin that the browser names.

    A page that was open in another tab while this browser opened another link has the token of before: it goes on with
    the grants that the browser held then.
    """

    def protect(self, apply_exemptions: bool = False) -> None:
        """Look for the token, unless the request only reads."""
        if request.method == "GET":
            return
        if not same_origin():
            raise CrossSite
        if request.endpoint != TOKEN_FREE and not has_earlier_token(self._get_csrf_token()):
            super().protect(apply_exemptions)

    def _get_csrf_token(self) -> str | None:
        """The token in a form, in a header, or in a JSON body."""
        found: str | None = super()._get_csrf_token()
        return found or (sent_token() if request.is_json else None)


def init_csrf(app: Flask) -> None:
    """Check every request before the view runs."""
    FormProtect(app)


def has_earlier_token(token: str | None) -> bool:
    """Whether a page about something that is this browser's has the token of before its last grant.

    Only the grants of then count for this request (`g.earlier`): whoever planted that token here reaches nothing that
    came later.
    """
    need = PERMISSIONS.get(request.endpoint or "")
    pages = session.get("earlier_pages") if token and need and need.place != PUBLIC else None
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


def same_origin() -> bool:
    """Whether the browser names our own origin, or none; one that keeps it to itself says null."""
    site = request.headers.get("Sec-Fetch-Site")
    if site:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin", "null")
    return origin == "null" or origin.partition("://")[2] == request.host
