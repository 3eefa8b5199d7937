"""The circle as one file: to keep or to take along, and to bring to a server where circles may be created.

Whether a file may come, and whether too many others are sending theirs, is decided before any of it is read. One file
is imported at a time.
"""

from __future__ import annotations

import tempfile
from datetime import date
from threading import BoundedSemaphore, Lock
from typing import IO, Any

from flask import Response, g, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_wtf.file import FileField
from sqlalchemy import Connection
from werkzeug.exceptions import RequestEntityTooLarge, ServiceUnavailable
from wtforms.validators import ValidationError

from models.base import REPLACEMENT_CHARACTER, db, today
from models.circle_file.export import export_circle, find_damaged_matches
from models.circle_file.importer import find_import_grant, import_circle_file
from models.circle_file.schema import SENTENCES, ImportRefused
from models.grants import derived_uid
from models.host import host_setting
from models.log.errors import BrokenChain
from models.transaction import snapshot
from scoring.games import games
from scoring.words import message
from web.auth import browser
from web.auth.guard import own_circle
from web.auth.host import ANYBODY, KNOWN, MINE, NOT_YET, WITH_KEY, KeyForm, creation_policy
from web.auth.rate_limit import count_use
from web.forms import Form
from web.http.requests import IN_MEMORY, InWords, chunks_of
from web.http.security import unseen_by_others
from web.i18n.dates import day
from web.i18n.locale import gettext
from web.routes import PUBLIC, SCORE_CIRCLE, Pages


class FileForm(Form):
    """A file."""

    file = FileField()

    def validate_file(self, field: Any) -> None:
        """Refuse no file."""
        if not field.data:
            raise ValidationError(gettext("Choose the file first."))


class ImportForm(FileForm):
    """A circle's file."""

    file = FileField(render_kw={"accept": ".json,application/json"})


MEGABYTE = 1 << 20
MAX_MEGABYTES = 32  # of a file
MAX_UPLOADS = 4  # files that are sent to this process at the same time
PATIENCE = 5  # s for the import before this one; it may be that of a first tap on the same button
RETRY_AFTER = 10  # s

export_bp = Pages("export", __name__)
import_bp = Pages("import", __name__)
_uploads, _importing = BoundedSemaphore(MAX_UPLOADS), Lock()


@export_bp.get("/circle/file", needs=SCORE_CIRCLE)
def download_file() -> Response | tuple[str, int]:
    """The file; written down whole before the first byte goes out, so that what is damaged can be told in words."""
    own, without = own_circle(), list[str]()
    unseen_by_others()
    with snapshot(db.engine) as connection:
        if "without" in request.args:
            without = [broken.match for broken in find_damaged_matches(connection, own.id)]
        try:
            file = write_temporary_file(connection, own.id, without)
        except BrokenChain:
            damaged = [broken.match for broken in find_damaged_matches(connection, own.id)]
            return render_template("circle/export_damaged.html", damaged=damaged), 409
    answer = Response(chunks_of(file), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="tallystick-{today().isoformat()}.json"'
    return answer


def write_temporary_file(connection: Connection, circle_id: int, without: list[str]) -> IO[bytes]:
    """The whole file at its beginning; it goes away when it is closed."""
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed when it was sent
    try:
        for piece in export_circle(connection, circle_id, without):
            file.write(piece.encode())
    except BaseException:
        file.close()
        raise
    file.seek(0)
    return file


class AnotherImport(InWords, ServiceUnavailable):
    """503: somebody else’s file is being imported, or too many are being sent."""

    sentence = message("Another circle is being imported just now. Try again in a moment.")


@import_bp.url_value_preprocessor
def allow_upload(*_: object) -> None:
    """Raise the limit of a body's size, for a browser that may import a file and has seen our form."""
    if request.method == "POST" and "csrf_token" in session and may_import():
        g.uploading = _uploads.acquire(blocking=False)
        if not g.uploading:
            raise AnotherImport(retry_after=RETRY_AFTER)
        count_use("file")
        request.max_content_length = MAX_MEGABYTES * MEGABYTE


@import_bp.teardown_request
def end_upload(_: object) -> None:
    """Let the next file come."""
    if g.pop("uploading", False):
        _uploads.release()


@import_bp.errorhandler(RequestEntityTooLarge)
def refuse_large_file(_: RequestEntityTooLarge) -> tuple[str, int]:
    """The form, with how large a file may be."""
    if not may_import():
        return import_page(KeyForm(formdata=None)), 413
    form = ImportForm(formdata=None)
    form.file.errors = [gettext("This file is too large: at most {num} MB can be sent here.", num=MAX_MEGABYTES)]
    return import_page(form), 413


def may_import() -> bool:
    """Whether this browser may import a circle: anybody may, or it has given the host's key before."""
    policy = creation_policy()
    return policy == ANYBODY or (policy == WITH_KEY and bool(key_mark()) and session.get("import_key") == key_mark())


def key_mark() -> str:
    """What a browser keeps that has given the host's key; a new key has another."""
    row = host_setting()
    return (row.key_hash or "")[:KNOWN] if row else ""


@import_bp.get("/import", needs=PUBLIC)
def show_import_form() -> str:
    """The form that asks for the file, or first for the host's key."""
    return import_page(ImportForm() if may_import() else KeyForm())


def import_page(form: ImportForm | KeyForm) -> str:
    """The page with its form."""
    return render_template("circle/import.html", closed=creation_policy() in (NOT_YET, MINE), form=form)


@import_bp.post("/import", needs=PUBLIC)
def import_circle() -> ResponseReturnValue:
    """Import the circle and let this browser in, once it has given the host's key; sent twice it is the same one."""
    form = ImportForm() if may_import() else KeyForm()
    if creation_policy() in (NOT_YET, MINE) or not form.validate():
        return import_page(form), 422
    if isinstance(form, KeyForm):
        session["import_key"] = key_mark()
        return redirect(url_for("import.show_import_form"), 303)
    browser.check_room()
    bringer = derived_uid(browser.browser_secret(), "brings a circle")
    db.session.rollback()  # who waits here holds no connection
    if not _importing.acquire(timeout=PATIENCE):
        raise AnotherImport(retry_after=RETRY_AFTER)
    try:
        grant = import_circle_file(form.file.data.stream.read(), bringer).grant
    except ImportRefused as refused:
        imported = find_import_grant(refused.values.get("circle", ""), bringer)
        if imported is None:
            form.file.errors = [refusal_words(refused)]
            return import_page(form), 422
        grant = imported
    finally:
        _importing.release()
    browser.add_grant(grant)
    return redirect(url_for("home.show_home"), 303)


def refusal_words(refused: ImportRefused) -> str:
    """Why a file is not taken, in the reader's words; of what stands in the file only letters that can be shown."""
    values: dict[str, Any] = {key: visible(value) for key, value in refused.values.items()}
    if values.get("day"):
        values["day"] = day(date.fromisoformat(values["day"]), "named_year")
    if values.get("game") in games():
        values["game"] = gettext(games()[values["game"]].name)
    return gettext(str(SENTENCES[refused.code]), **values)


def visible(text: str) -> str:
    """The text with a mark in the place of each letter that cannot be shown or turns the direction of others."""
    return "".join(letter if letter.isprintable() else REPLACEMENT_CHARACTER for letter in text)
