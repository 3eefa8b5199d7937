"""The page on which a file from a phone without a network is taken in."""

from __future__ import annotations

from flask import g, render_template
from flask.typing import ResponseReturnValue

from web.auth.guard import own_circle
from web.auth.rate_limit import count_tail
from web.auth.session_grants import device_id
from web.circle.file import FileForm
from web.routes import SCORE_CIRCLE, Pages
from web.tail.take_file import TakenMatch, take_in
from web.tail.unsent_file import NotTaken, parse_file

bp = Pages("unsent_file", __name__)


@bp.get("/circle/unsent", needs=SCORE_CIRCLE)
def show_form() -> str:
    """The form that asks for the file."""
    return render_template("tail/file.html", form=FileForm(), taken=())


@bp.post("/circle/unsent", needs=SCORE_CIRCLE)
def take_file() -> ResponseReturnValue:
    """Take the file in, and tell what became of each match in it."""
    form = FileForm()
    try:
        taken = taken_of(form) if form.validate() else []
    except NotTaken as refused:
        form.file.errors = [str(refused)]
        taken = []
    status = 422 if all(match.refused for match in taken) else 200  # also without any
    return render_template("tail/file.html", form=form, taken=taken), status


def taken_of(form: FileForm) -> list[TakenMatch]:
    """What became of the matches in the file of a form; raises NotTaken."""
    file = parse_file(form.file.data.stream.read())
    count_tail(device_id(), len(file.begun) + sum(len(tail.records) for tail in file.tails.values()))
    return take_in(file, own_circle(), g.by.uid, device_id())
