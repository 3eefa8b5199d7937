"""A circle imported from its file: on a server where circles may be created, by whoever has the file.

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
from web.circle.forms import ImportForm
from web.host.access import ANYBODY, KNOWN, MINE, NOT_YET, WITH_KEY, creation_policy
from web.host.forms import KeyForm
from web.i18n.dates import day
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

LARGEST = 64 << 20  # bytes
SOON = 10  # s until it is worth to ask again

bp = Blueprint("import", __name__)
_arriving = Lock()  # one file at a time is sent to this process and read


class Another(ServiceUnavailable):
    """Somebody else is sending a file just now."""

    @property
    def words(self) -> str:
        """What its page says."""
        return gettext("Another circle is being imported just now. Try again in a moment.")


@bp.url_value_preprocessor
def let_more_in(*_: object) -> None:
    """Raise the limit of a body's size, for a browser that may import a file and has seen our form."""
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
    """Whether this browser may import a circle: anybody may, or it has given the host's key before."""
    policy = creation_policy()
    return policy == ANYBODY or (policy == WITH_KEY and bool(key_mark()) and session.get("bring") == key_mark())


def key_mark() -> str:
    """What a browser keeps that has given the host's key; a new key has another."""
    row = host_setting()
    return (row.key_hash or "")[:KNOWN] if row else ""


@bp.get("/bring")
def show_import_form() -> str:
    """The form that asks for the file, or first for the host's key."""
    return import_page(ImportForm() if may_bring() else KeyForm())


def import_page(form: ImportForm | KeyForm) -> str:
    """The page with its form."""
    return render_template("circle/import.html", closed=creation_policy() in (NOT_YET, MINE), form=form)


@bp.post("/bring")
def import_circle() -> ResponseReturnValue:
    """Import the circle and let this browser in, once it has given the host's key."""
    form = ImportForm() if may_bring() else KeyForm()
    if creation_policy() in (NOT_YET, MINE) or not form.validate():
        return import_page(form), 422
    if isinstance(form, KeyForm):
        session["bring"] = key_mark()
        return redirect(url_for("import.show_import_form"), 303)
    fault = admit_with(form.file.data.stream.read())
    if fault:
        form.file.errors = [fault]
        return import_page(form), 422
    return redirect(url_for("home.show_home"), 303)


def admit_with(data: bytes) -> str:
    """Import the circle and let this browser in; else why not, in a sentence."""
    try:
        session_grants.check_room()
        session_grants.add_grant(import_circle_file(data, session_grants.browser_secret()).grant)
    except ImportRefused as found:
        grant = find_import_grant(found.values.get("circle", ""), session_grants.browser_secret())
        if grant is None:
            return why_not(found)
        session_grants.add_grant(grant)  # the button was tapped twice, or the answer was lost
    return ""


def why_not(found: ImportRefused) -> str:
    """Why a file is not taken, in the reader's words."""
    values: dict[str, Any] = dict(found.values)
    if values.get("day"):
        values["day"] = day(date.fromisoformat(values["day"]), "named_year")
    if values.get("game") in games():
        values["game"] = gettext(games()[values["game"]].name)
    return gettext(str(SENTENCES[found.code]), **values)
