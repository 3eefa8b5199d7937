"""A circle brought in from its file: on a server where circles may be made, by whoever has the file.

Whether a file may come, and whether others are sending theirs, is decided before any of it is read.
"""

from __future__ import annotations

from datetime import date
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import Blueprint, g, redirect, render_template, request, session, url_for
from werkzeug.exceptions import ServiceUnavailable

from models.circle_file.format import SENTENCES, ImportRefused
from models.circle_file.importer import find_import_grant, import_circle_file
from models.tables.host_setting import host_setting
from scoring.games import games
from web.auth import session_grants
from web.auth.rate_limit import count_file
from web.host.views import ANYBODY, KNOWN, MINE, NOT_YET, WITH_KEY, found_key, leave_of
from web.i18n.dates import day
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from werkzeug import Response

Answer = str | tuple[str, int]
LARGEST = 64 << 20  # bytes
SOON = 10  # s until it is worth to ask again

bp = Blueprint("bring", __name__)
_arriving = Lock()  # one file at a time is sent to this process and read


class Another(ServiceUnavailable):
    """Somebody else is sending a file just now."""

    @property
    def words(self) -> str:
        """What its page says."""
        return gettext("Another circle is being imported just now. Try again in a moment.")


@bp.url_value_preprocessor
def let_more_in(*_: object) -> None:
    """Let a file be larger than all that is typed, from a browser that may bring one in and has seen our form."""
    if request.method == "POST" and "csrf_token" in session and may_bring():
        g.arriving = _arriving.acquire(blocking=False)
        if not g.arriving:
            raise Another(retry_after=SOON)
        count_file()
        request.max_content_length = LARGEST


@bp.teardown_request
def arrived(_: object) -> None:
    """Let the next file come."""
    if g.pop("arriving", False):
        _arriving.release()


def may_bring() -> bool:
    """Whether this browser may bring a circle in: anybody may, or it has given the host's key before."""
    leave = leave_of()
    return leave == ANYBODY or (leave == WITH_KEY and bool(key_mark()) and session.get("bring") == key_mark())


def key_mark() -> str:
    """What a browser keeps that has given the host's key; a new key has another."""
    row = host_setting()
    return (row.key_hash or "")[:KNOWN] if row else ""


@bp.get("/bring")
def bring() -> str:
    """The page that asks for the file."""
    return asked({})


def asked(faults: dict[str, str]) -> str:
    """The page, with what is wrong with "file" and "key"."""
    closed = leave_of() in (NOT_YET, MINE)
    return render_template("circle/import.html", closed=closed, asks_key=not closed and not may_bring(), faults=faults)


@bp.post("/bring")
def take_in() -> Answer | Response:
    """Keep the circle and let this browser in, once it has given the host's key; what is not whole is refused."""
    if leave_of() in (NOT_YET, MINE):
        return asked({}), 422
    if not may_bring():
        if not found_key(request.form.get("key", "")):
            return asked({"key": gettext("This is not the host’s key.")}), 422
        session["bring"] = key_mark()
        return redirect(url_for("bring.bring"), 303)
    file = request.files.get("file")
    if file is None or not file.filename:
        return asked({"file": gettext("Choose the file first.")}), 422
    fault = taken(file.stream.read())
    return (asked({"file": fault}), 422) if fault else redirect(url_for("home.home"), 303)


def taken(data: bytes) -> str:
    """Take the circle in and let this browser in; else why not."""
    try:
        session_grants.make_room()
        session_grants.hold(import_circle_file(data, session_grants.secret()).grant)
    except ImportRefused as found:
        grant = find_import_grant(found.values.get("circle", ""), session_grants.secret())
        if grant is None:
            return why_not(found)
        session_grants.hold(grant)  # the button was tapped twice, or the answer was lost
    return ""


def why_not(found: ImportRefused) -> str:
    """Why a file is not taken, in the reader's words."""
    values: dict[str, Any] = dict(found.values)
    if values.get("day"):
        values["day"] = day(date.fromisoformat(values["day"]), "named_year")
    if values.get("game") in games():
        values["game"] = gettext(games()[values["game"]].name)
    return gettext(str(SENTENCES[found.code]), **values)
