"""Session cookie: Flask's signed cookie, and what becomes of one that is old or cannot be read (docs/security.md).

- A cookie that was signed ahead of our clock counts: the clock may have been set back, or be another worker's.
- A cookie that is in use is renewed at most once a week, so that its age counts from then.
- A cookie that cannot be read is never overwritten: what is wrong may be the clock or the server's secret. Meanwhile a
  spare cookie is written beside it; its grants are added once the first one can be read again.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

from flask import Flask, Request, Response
from flask import request as current_request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadData

RENEWED = 7 * 24 * 3600  # seconds after which a cookie that is used is sent anew
CACHED = 1024  # cookies
SPARE = "_spare"  # ending of the spare cookie's name


class Session(SecureCookieSession):
    """What a browser's cookie holds.

    name: of the cookie that it is written to. signed: when it was signed, in seconds since 1970, None for a new one.
    unread: whether the browser sent one that cannot be read. merged: whether the spare cookie can go.
    """

    name = ""
    signed: int | None = None
    unread = merged = False

    def forget(self) -> None:
        """Let both cookies go, also one that cannot be read."""
        self.clear()
        self.name, self.unread, self.merged = self.name.removesuffix(SPARE), False, True

    @property
    def old(self) -> bool:
        """Whether it is to be renewed; also one from a clock that was far ahead."""
        return bool(self) and self.permanent and self.signed is not None and abs(time.time() - self.signed) > RENEWED


class CookieSessions(SecureCookieSessionInterface):
    """Reads and writes these sessions.

    Whether a text was signed with a key never changes, so that is checked once for each of the last CACHED cookies: it
    is a quarter of what an unchanged question would cost (docs/bench.md). The age is checked each time, and what was
    not signed with the key is not cached.
    """

    session_class: type[SecureCookieSession] = Session

    def __init__(self) -> None:
        self.unsign = lru_cache(CACHED)(self._unsign)

    def open_session(self, app: Flask, request: Request) -> Session | None:
        """What the cookies of a browser hold; None where the app has no secret key."""
        if not app.secret_key:
            return None
        name = self.get_cookie_name(app)
        own, spare = self.read(app, request, name), self.read(app, request, name + SPARE)
        found = next((session for session in (own, spare) if session is not None), Session())
        found.unread = own is None and bool(request.cookies.get(name))
        found.name = name + SPARE if found.unread else name
        found.merged = spare is not None and not found.unread
        if own is not None and spare is not None:
            own.update(merged_grants(own, spare))
        found.modified = found.merged
        return found

    def read(self, app: Flask, request: Request, name: str) -> Session | None:
        """What a cookie holds; None when there is none, or it was not signed with our key, or too long ago."""
        if not request.cookies.get(name):
            return None
        try:
            values, signed = self.unsign(app, app.secret_key, request.cookies[name])
        except BadData:
            return None
        found = Session(values)
        found.signed = signed
        return found if time.time() - found.signed <= app.permanent_session_lifetime.total_seconds() else None

    def _unsign(self, app: Flask, key: str | bytes | None, text: str) -> tuple[dict[str, Any], int]:
        """The values of a cookie, not to be changed, and when it was signed; BadData when not with this key."""
        signer: Any = self.get_signing_serializer(app)
        values, at = signer.loads(text, return_timestamp=True)
        return values, int(at.timestamp())

    def get_cookie_secure(self, app: Flask) -> bool:
        """Over TLS a cookie is never sent without it; the host may ask for that in any case."""
        return super().get_cookie_secure(app) or current_request.is_secure

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Send a cookie that was changed or is to be renewed.

        It is renewed with a page: beside what script fetches, another tab may be changing it.
        """
        assert isinstance(session, Session)  # noqa: S101  there is no other kind
        if not session.modified and not (session.old and response.mimetype == "text/html"):
            return
        options: dict[str, Any] = {
            "path": self.get_cookie_path(app),
            "domain": self.get_cookie_domain(app),
            "secure": self.get_cookie_secure(app),
            "samesite": self.get_cookie_samesite(app),
            "httponly": self.get_cookie_httponly(app),
        }
        signer = self.get_signing_serializer(app)
        if session.merged:
            response.delete_cookie(session.name + SPARE, **options)
        if session and signer:
            expires = self.get_expiration_time(app, session)
            response.set_cookie(session.name, signer.dumps(dict(session)), expires=expires, **options)
        else:
            response.delete_cookie(session.name, **options)


def merged_grants(session: Session, spare: Session) -> dict[str, Any]:
    """The grants of both, those of the spare cookie last, as a session holds them."""
    first, *others = dict.fromkeys(grants_in(session) + grants_in(spare)) or [None]
    return {"_permanent": True, "grant": first, "other_grants": others} if first is not None else {}


def grants_in(session: Session) -> list[Any]:
    """The grants that a session holds, the current one first."""
    return [session["grant"], *session.get("other_grants", ())] if session.get("grant") is not None else []
