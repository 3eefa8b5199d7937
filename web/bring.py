"""A circle brought in from its file: on a server where circles may be made, by whoever has the file."""

from __future__ import annotations

import io
from datetime import date
from threading import Lock
from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request, session, url_for

from models.circle_file import SENTENCES, NotTaken
from models.circle_shape import day as is_day
from models.importing import brought, take
from scoring.games import games
from web import keyring
from web.days import day
from web.host import MINE, NOT_YET, WITH_KEY, found_key, leave_of
from web.language import gettext

if TYPE_CHECKING:
    from typing import TextIO

    from werkzeug import Response

Answer = str | tuple[str, int]
LARGEST = 64 << 20  # bytes

bp = Blueprint("bring", __name__)
_one_at_a_time = Lock()


@bp.url_value_preprocessor
def let_more_in(*_: object) -> None:
    """A file may be larger than all that is typed; said before anybody looks at the form."""
    request.max_content_length = LARGEST


@bp.get("/bring")
def bring() -> str:
    """The page that asks for the file."""
    return asked({})


def asked(faults: dict[str, str]) -> str:
    """The page, with what is wrong with "file" and "key"."""
    leave = leave_of()
    return render_template("bring.html", closed=leave in (NOT_YET, MINE), asks_key=leave == WITH_KEY, faults=faults)


@bp.post("/bring")
def take_in() -> Answer | Response:
    """Keep the circle and let this browser in; a file that is not whole is refused in words."""
    leave, faults = leave_of(), {}
    if leave == WITH_KEY and not found_key(request.form.get("key", "")):
        faults["key"] = gettext("This is not the host’s key.")
    if faults or leave in (NOT_YET, MINE):
        return asked(faults), 422
    file = request.files.get("file")
    if file is None or not file.filename:
        return asked({"file": gettext("Choose the file first.")}), 422
    fault = taken(io.TextIOWrapper(file.stream, encoding="utf-8-sig"))
    return (asked({"file": fault}), 422) if fault else redirect(url_for("home.home"), 303)


def taken(stream: TextIO) -> str:
    """Take the circle in and let this browser in; else why not."""
    if not _one_at_a_time.acquire(blocking=False):
        return gettext("Another circle is being brought in just now. Try again in a moment.")
    try:
        keyring.hold(take(stream, session["csrf_token"]).grant)
    except NotTaken as found:
        grant = brought(found.values.get("circle", ""), session["csrf_token"])
        if grant is None:
            return why_not(found)
        keyring.hold(grant)  # the button was tapped twice, or the answer was lost
    finally:
        _one_at_a_time.release()
    return ""


def why_not(found: NotTaken) -> str:
    """Why a file is not taken, in the reader's words."""
    values: dict[str, Any] = dict(found.values)
    if is_day(values.get("day")):
        values["day"] = day(date.fromisoformat(values["day"]), "named_year")
    if values.get("game") in games():
        values["game"] = gettext(games()[values["game"]].name)
    return gettext(str(SENTENCES[found.code]), **values)
