"""A circle imported from its file: on a server where circles may be created, by whoever has the file.

Whether a file may come, and whether too many others are sending theirs, is decided before any of it is read. A small
file is imported at once, a larger one by a process of its own while a page tells how far that is.
"""

from __future__ import annotations

from datetime import date
from os import SEEK_END
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO, Any

from flask import Blueprint, current_app, g, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import ServiceUnavailable

from models.circle_file.format import SENTENCES, ImportRefused
from models.circle_file.import_job import file_digest, read_status, running_digest, start_import
from models.circle_file.importer import find_import_grant, import_circle_file
from models.tables.grant import derived_uid
from models.tables.host_setting import host_setting
from scoring.games import games
from web.auth import session_grants
from web.auth.rate_limit import count_use
from web.circle.forms import ImportForm
from web.host.access import ANYBODY, KNOWN, MINE, NOT_YET, WITH_KEY, creation_policy
from web.host.forms import KeyForm
from web.i18n.dates import day
from web.i18n.locale import gettext

LARGEST = 64 << 20  # bytes
AT_ONCE = 1 << 20  # bytes of a file that is imported within the request: some 0.2 s
ARRIVING = 4  # files that are sent to this process at the same time
SOON = 10  # s until it is worth to ask again
LOOK_AGAIN = 2  # s

bp = Blueprint("import", __name__)
_arriving = BoundedSemaphore(ARRIVING)


class Another(ServiceUnavailable):
    """Somebody else’s file is being imported, or too many are being sent."""

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
        count_use("file")
        request.max_content_length = LARGEST


@bp.teardown_request
def arrived(_: object) -> None:
    """Let the next file come."""
    if g.pop("arriving", False):
        _arriving.release()


def may_bring() -> bool:
    """Whether this browser may import a circle: anybody may, or it has given the host's key before."""
    policy = creation_policy()
    return policy == ANYBODY or (policy == WITH_KEY and bool(key_mark()) and session.get("import_key") == key_mark())


def key_mark() -> str:
    """What a browser keeps that has given the host's key; a new key has another."""
    row = host_setting()
    return (row.key_hash or "")[:KNOWN] if row else ""


@bp.get("/import")
def show_import_form() -> str:
    """The form that asks for the file, or first for the host's key."""
    return import_page(ImportForm() if may_bring() else KeyForm())


def import_page(form: ImportForm | KeyForm) -> str:
    """The page with its form."""
    return render_template("circle/import.html", closed=creation_policy() in (NOT_YET, MINE), form=form)


@bp.post("/import")
def import_circle() -> ResponseReturnValue:
    """Import the circle and let this browser in, once it has given the host's key."""
    form = ImportForm() if may_bring() else KeyForm()
    if creation_policy() in (NOT_YET, MINE) or not form.validate():
        return import_page(form), 422
    if isinstance(form, KeyForm):
        session["import_key"] = key_mark()
        return redirect(url_for("import.show_import_form"), 303)
    session_grants.check_room()
    if size_of(form.file.data.stream) > AT_ONCE:
        return hand_over(form)
    fault = admit_with(form.file.data.stream.read())
    return show_fault(form, fault) if fault else redirect(url_for("home.show_home"), 303)


def size_of(file: IO[bytes]) -> int:
    """The size of a file in bytes; it is at its beginning afterwards."""
    size = file.seek(0, SEEK_END)
    file.seek(0)
    return size


def show_fault(form: ImportForm, fault: str) -> ResponseReturnValue:
    """The form with why the file was not imported."""
    form.file.errors = [fault]
    return import_page(form), 422 if request.method == "POST" else 200


def bringer() -> str:
    """Names this browser’s import; whoever has it is let in."""
    return derived_uid(session_grants.browser_secret(), "brings a circle")


def admit_with(data: bytes) -> str:
    """Import the circle and let this browser in; else why not, in a sentence."""
    try:
        session_grants.add_grant(import_circle_file(data, bringer()).grant)
    except ImportRefused as found:
        return "" if let_in(found.values.get("circle", ""), bringer()) else why_not(found.code, found.values)
    return ""


def let_in(circle: str, job: str) -> bool:
    """Let this browser into the circle of this uid if its import brought that, and it was not let in before."""
    grant = find_import_grant(circle, job)
    if grant is not None:
        session_grants.add_grant(grant)
        session.pop("import_job", None)
    return grant is not None


def hand_over(form: ImportForm) -> ResponseReturnValue:
    """Leave the import to a process, and lead to the page that tells how far it is."""
    instance, job, file = Path(current_app.instance_path), bringer(), form.file.data.stream
    running = running_digest(instance, job)
    if running is None:
        let_into_earlier(instance, job)
        if not start_import(instance, current_app.config["SQLALCHEMY_DATABASE_URI"], job, file):
            raise Another(retry_after=SOON)
    elif running != file_digest(file):
        return show_fault(form, gettext("Another file from this browser is still being imported. Try again after it."))
    session["import_job"] = job
    return redirect(url_for("import.progress"), 303)


def let_into_earlier(instance: Path, job: str) -> None:
    """Let this browser into the circle that it imported before, whose end it has not looked at."""
    status = read_status(instance, job)
    if status is not None:
        let_in(status.circle, job)


@bp.get("/import/progress")
def progress() -> ResponseReturnValue:
    """How far the import of this browser is; it is let in when the circle is here."""
    job = session.get("import_job", "")
    status = read_status(Path(current_app.instance_path), job) if job else None
    if status is None:
        return redirect(url_for("import.show_import_form"), 303)
    if status.running:
        answer = make_response(render_template("circle/import_progress.html", status=status))
        answer.headers["Refresh"] = str(LOOK_AGAIN)
        return answer
    if let_in(status.circle, job):
        return redirect(url_for("home.show_home"), 303)
    if status.refused:
        return show_fault(ImportForm(), why_not(status.refused, status.values))
    return show_fault(ImportForm(), gettext("The import was interrupted. Nothing of it was stored; try again."))


def why_not(code: str, known: dict[str, str]) -> str:
    """Why a file is not taken, in the reader's words."""
    values: dict[str, Any] = dict(known)
    if values.get("day"):
        values["day"] = day(date.fromisoformat(values["day"]), "named_year")
    if values.get("game") in games():
        values["game"] = gettext(games()[values["game"]].name)
    return gettext(str(SENTENCES[code]), **values)
