"""The language switch: a cookie with the choice, and back to the page."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from flask import abort, current_app, redirect, request, url_for
from werkzeug import Response
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from web.i18n.locale import COOKIE, NAMES
from web.routes import PUBLIC, Pages

COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep a cookie

bp = Pages("language", __name__)


@bp.post("/language", needs=PUBLIC)
def choose_language() -> Response:
    """Store the choice. No CSRF token: the worst that a foreign form can do is a page in another language."""
    code = request.form.get("language", "")
    if code not in NAMES:
        abort(400)
    answer = redirect(page_before(), 303)
    secure = current_app.session_interface.get_cookie_secure(current_app)
    answer.set_cookie(COOKIE, code, max_age=COOKIE_AGE, secure=secure, httponly=True, samesite="Lax")
    return answer


def page_before() -> str:
    """The address that the tap came from, or the nearest page above it."""
    came = parts_of(request.referrer or "")
    if came.netloc == request.host:
        path = came.path.removeprefix(request.root_path).rstrip("/")
        if is_page(path):
            return request.root_path + path + (f"?{came.query}" if came.query else "")
        while path := path.rpartition("/")[0]:
            if is_page(path):
                return request.root_path + path
    return url_for("home.show_home")


def parts_of(address: str) -> SplitResult:
    """The parts of an address; empty ones for an invalid one."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def is_page(path: str) -> bool:
    """Whether an address of ours answers GET."""
    try:
        found, _ = current_app.create_url_adapter(request).match(path, "GET")  # type: ignore[union-attr]
    except (HTTPException, RequestRedirect):
        return False
    return bool(path) and found != "language.choose_language"
