"""An evening shared: the code that is said across the table, and links for those who sit elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, url_for

from models.access import code_of, end_code, make_code
from models.writing import writing
from web.access import own_evening
from web.days import evening_words
from web.links import asked, made

if TYPE_CHECKING:
    from werkzeug import Response

    from models.evenings import Evening

Answer = str | tuple[str, int]

bp = Blueprint("sharing", __name__)


@bp.get("/e/<uid>/share")
def share(uid: str) -> str:
    """How others come to see this evening."""
    return shown(own_evening(uid))


def shown(evening: Evening, **more: object) -> str:
    """The page with the code that is in force, and a link that was just made."""
    words: dict[str, object] = {"typed": "", "fault": "", "made": None} | more
    spoken = code_of(evening)
    return render_template(
        "share.html", evening=evening, when=evening_words(evening), code=spoken.code if spoken else "", **words
    )


@bp.post("/e/<uid>/code")
def say(uid: str) -> Response:
    """A code for this evening, in place of the one before."""
    evening = own_evening(uid)
    with writing():
        end_code(evening)
        if evening.closed_at is None:
            make_code(evening)
    return redirect(url_for("sharing.share", uid=uid), 303)


@bp.post("/e/<uid>/links")
def make_link(uid: str) -> Answer:
    """A new link to this evening only."""
    evening = own_evening(uid)
    right, name, fault = asked()
    if fault:
        return shown(evening, typed=name, fault=fault), 422
    return shown(evening, made=made(evening, right, name))
