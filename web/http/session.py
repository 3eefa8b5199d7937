"""The signed cookie of a browser: what it holds, how old it is, and what becomes of one that cannot be read.

A browser sends the same cookie each time, so that its signature is checked once and remembered.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import request as asked
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadData

from web.shelf import Shelf

if TYPE_CHECKING:
    from flask import Flask, Request, Response
    from flask.sessions import SessionMixin
    from itsdangerous import URLSafeTimedSerializer

RECHECKED = 3600  # seconds after which a signature is checked anew
RENEWED = 7 * 24 * 3600  # seconds after which a cookie that is used is sent anew, so that its age counts from then
LONGEST = 2000  # characters of what is remembered; beside ours a browser may send cookies of others
SPARE = "_spare"  # the cookie that is written while the other one cannot be read
GRANTS = ("grant", "others")


class Signed(NamedTuple):
    """The values of a cookie, and when it was signed, in seconds since 1970."""

    values: dict[str, Any]
    at: int


class Known(NamedTuple):
    """What the cookies of a browser hold together, as a session has it; until: when it is read anew."""

    name: str
    values: dict[str, Any]
    signed: int | None
    until: float
    unread: bool = False
    spent: bool = False


class Session(SecureCookieSession):
    """What a browser's cookie holds.

    signed: when it was signed, in seconds since 1970, None for a new one. unread: whether the browser sent one that
    cannot be read: that stays as it is, since what is wrong may be the clock or the server's secret, and another
    cookie is written beside it. spent: whether that other one can go.
    """

    def __init__(self, known: Known) -> None:
        super().__init__(known.values)
        self.name, self.signed, self.unread, self.spent = known.name, known.signed, known.unread, known.spent
        self.modified = known.spent

    def set_aside(self) -> None:
        """Treat the cookie as one that cannot be read."""
        self.clear()
        self.unread = True
        self.name = self.name.removesuffix(SPARE) + SPARE

    @property
    def old(self) -> bool:
        """Whether it is to be renewed; also one from a clock that was far ahead."""
        return bool(self) and self.permanent and self.signed is not None and abs(time.time() - self.signed) > RENEWED


class Cookies(SecureCookieSessionInterface):
    """Sessions as Flask keeps them, in a cookie that nobody can forge."""

    session_class: type[SecureCookieSession] = Session

    def __init__(self) -> None:
        self.known: Shelf[Known] = Shelf(1024)

    def open_session(self, app: Flask, request: Request) -> Session | None:
        """What the cookie holds; the values are plain and are copied, so that what is remembered stays as signed."""
        text = request.environ.get("HTTP_COOKIE", "")
        known = self.known.get(text)
        if known is None or time.monotonic() >= known.until:
            signer = self.get_signing_serializer(app)
            if signer is None:
                return None
            known = read(signer, app, request)
            if known.values and not known.unread and len(text) <= LONGEST:
                self.known.put(text, known)
        return Session(known)

    def get_cookie_secure(self, app: Flask) -> bool:
        """Over TLS a cookie is never sent without it; the host may ask for that in any case."""
        return super().get_cookie_secure(app) or asked.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send a cookie that was changed or is to be renewed; that answers vary by it every answer's headers say.

        It is renewed with a page: beside what script asks, another tab may be changing it.
        """
        assert isinstance(session, Session)  # noqa: S101  there is no other kind
        if not session.modified and not (session.old and response.mimetype == "text/html"):
            return
        way: dict[str, Any] = {
            "path": self.get_cookie_path(app),
            "domain": self.get_cookie_domain(app),
            "secure": self.get_cookie_secure(app),
            "samesite": self.get_cookie_samesite(app),
            "httponly": self.get_cookie_httponly(app),
        }
        signer = self.get_signing_serializer(app)
        if session.spent:
            response.delete_cookie(session.name + SPARE, **way)
        if session and signer:
            signed = signer.dumps(dict(session))
            response.set_cookie(session.name, signed, expires=self.get_expiration_time(app, session), **way)
        else:
            response.delete_cookie(session.name, **way)


def read(signer: URLSafeTimedSerializer, app: Flask, request: Request) -> Known:
    """What a browser's cookies hold.

    The spare one counts while the other cannot be read. When it can be read again, the spare one's grants come behind.
    """
    name = app.config["SESSION_COOKIE_NAME"]
    lasts = int(app.permanent_session_lifetime.total_seconds())
    until = time.monotonic() + RECHECKED
    own = unsigned(signer, request.cookies.get(name, ""), lasts)
    spare = unsigned(signer, request.cookies.get(name + SPARE, ""), lasts)
    if own is None and request.cookies.get(name):
        return Known(name + SPARE, spare.values if spare else {}, spare.at if spare else None, until, unread=True)
    if own and spare:
        return Known(name, together(own.values, spare.values), own.at, until, spent=True)
    found = own or spare
    return Known(name, found.values if found else {}, found.at if found else None, until, spent=bool(spare))


def unsigned(signer: URLSafeTimedSerializer, text: str, lasts: int) -> Signed | None:
    """What a cookie holds; None when it was not signed here, or not for so many seconds.

    Signed by a clock that was ahead of ours it counts: the clock may have been set back since, or be another worker's.
    """
    try:
        values, at = signer.loads(text, return_timestamp=True)
    except BadData:
        return None
    signed = int(at.timestamp())
    return Signed(values, signed) if time.time() - signed <= lasts else None


def together(own: dict[str, Any], spare: dict[str, Any]) -> dict[str, Any]:
    """The values of one cookie with the grants of another behind its own."""
    grants = [grant for values in (own, spare) for grant in grants_in(values)]
    if not grants:
        return own
    first, *others = dict.fromkeys(grants)
    return {**{name: own[name] for name in own if name not in GRANTS}, "_permanent": True, "grant": first} | (
        {"others": others} if others else {}
    )


def grants_in(values: dict[str, Any]) -> list[Any]:
    """The grants that a cookie names, the current one first."""
    return [values["grant"], *values.get("others", ())] if values.get("grant") is not None else []
