"""The circle as one file to keep or to take along; docs/export.md says what stands in it."""

from __future__ import annotations

import tempfile
from typing import IO

from flask import Blueprint, Response, render_template, request, url_for
from markupsafe import Markup
from sqlalchemy import Connection

from models.base import db, today
from models.circle_file.export import DamagedRow, export_circle, find_damaged_matches, find_damaged_rows, snapshot
from models.log.errors import BrokenChain
from web.auth.guard import own_circle
from web.http.answers import chunks_of
from web.http.requests import IN_MEMORY
from web.http.security import unseen_by_others
from web.i18n.locale import gettext, marked

bp = Blueprint("export", __name__)


@bp.get("/circle/file")
def download_file() -> Response | tuple[str, int]:
    """The file; written down whole before the first byte goes out, so that what is damaged can be told in words."""
    own = own_circle()
    unseen_by_others()
    with snapshot(db.engine) as connection:
        anyway = "without" in request.args
        harmed = [] if anyway else list(find_damaged_rows(connection, own.id))
        damaged = [broken.match for broken in find_damaged_matches(connection, own.id)] if anyway or harmed else []
        try:
            file = None if harmed else written_down(connection, own.id, damaged)
        except BrokenChain:
            damaged, file = [broken.match for broken in find_damaged_matches(connection, own.id)], None
        if file is None:
            return render_template(
                "circle/export_damaged.html", damaged=damaged, harmed=list(map(harm_words, harmed))
            ), 409
    answer = Response(chunks_of(file), mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="tallystick-{today().isoformat()}.json"'
    return answer


def harm_words(harm: DamagedRow) -> Markup:
    """What cannot be read whole, in words; of an evening where it is."""
    if harm.what == "circle":
        return Markup("{}").format(gettext("the circle’s name"))
    name = Markup("<bdi>{}</bdi>").format(harm.name)
    if harm.what == "player":
        return marked("the player {name}", name=name)
    if harm.what == "house_rules":
        return marked("the house rules {name}", name=name)
    if harm.what == "season":
        return marked("the season {name}", name=name)
    link = Markup('<a href="{}">{}</a>').format(url_for("evening.show_evening", uid=harm.name), gettext("an evening"))
    return marked("{evening}: its day, place or note", evening=link)


def written_down(connection: Connection, circle_id: int, without: list[str]) -> IO[bytes]:
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
