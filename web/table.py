"""The table: the screen people live in, and every saying that is made there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask_babel import gettext

from models.log import Clash, Refused, Stale, append
from models.reading import read
from scoring.games import games
from web.access import own_grant_id, own_match
from web.entries import entry_of
from web.screen import Screen

if TYPE_CHECKING:
    from models.matches import Match
    from models.reading import Reading
    from scoring.words import Entry

bp = Blueprint("table", __name__)


@bp.get("/m/<uid>")
def table(uid: str) -> str | Response:
    """The table screen, with what the address says is half tapped."""
    match = own_match(uid)
    reading = read(match)
    return render_template(
        "table.html", screen=Screen(match, reading, **half_made(reading), step=request.args.get("step"), said="said" in request.args)
    )


def half_made(reading: Reading) -> dict[str, Any]:
    """The draft and the form texts that a half-made entry leaves in the address."""
    if not request.args:
        return {}
    standing = reading.sheet.standing
    fields = games()[reading.sheet.game].fields(standing)
    return {"draft": entry_of(fields, request.args, len(standing.table.players)), "filled": texts(request.args)}


def texts(form: Any) -> dict[str, Any]:
    """Form texts by name; a name that stands several times keeps all of them."""
    return {name: values if len(values) > 1 else values[0] for name, values in form.lists()}


@bp.post("/m/<uid>/say")
def say(uid: str) -> Response | tuple[str, int]:
    """Record the bid, or the deal when the form is of the play step."""
    match = own_match(uid)
    reading = read(match)
    standing = reading.sheet.standing
    kind = "bid" if request.form.get("step") == "bid" else "deal"
    base = None if kind == "bid" else reading.sheet.pending
    fields = tuple(field for field in games()[match.game].fields(standing) if kind == "deal" or field.step == "bid")
    entry = entry_of(fields, request.form, len(standing.table.players), base)
    return recorded(match, reading, kind, entry)


def recorded(match: Match, reading: Reading, kind: str, body: Entry) -> Response | tuple[str, int]:
    """Append a saying and show the table; what is refused comes back filled in, with the reasons."""
    try:
        append(match, kind, form_uid(), body, form_after(reading), grant=own_grant_id())
    except Refused as refused:
        return shown_again(match, problems=refused.problems), 422
    except (Stale, Clash):
        return shown_again(match, news=gettext("Somebody else has just written something. Look at the sheet, then tap again.")), 409
    return redirect(url_for("table.table", uid=match.uid, said=1), 303)  # type: ignore[return-value]


def shown_again(match: Match, **more: Any) -> str:
    """The table with everything still typed in."""
    reading = read(match)
    standing = reading.sheet.standing
    fields = games()[match.game].fields(standing)
    draft = entry_of(fields, request.form, len(standing.table.players))
    screen = Screen(match, reading, draft, texts(request.form), step=request.form.get("step"), **more)
    return render_template("table.html", screen=screen)


def form_uid() -> str:
    """The saying's own id, made when its form was drawn."""
    return request.form.get("uid", "")


def form_after(reading: Reading) -> int:
    """The version that the form was made on; a form without one is taken to be of now."""
    text = request.form.get("after", "")
    return int(text) if text.isdecimal() else reading.version


@bp.post("/m/<uid>/undo")
def undo(uid: str) -> Response | tuple[str, int]:
    """Strike what was said last."""
    match = own_match(uid)
    reading = read(match)
    if reading.live.undo is None:
        return redirect(url_for("table.table", uid=uid), 303)  # type: ignore[return-value]
    return recorded(match, reading, "strike", {"of": reading.live.undo})


@bp.post("/m/<uid>/redo")
def redo(uid: str) -> Response | tuple[str, int]:
    """Restore what was struck last."""
    match = own_match(uid)
    reading = read(match)
    if reading.live.redo is None:
        return redirect(url_for("table.table", uid=uid), 303)  # type: ignore[return-value]
    return recorded(match, reading, "restore", {"of": reading.live.redo})


@bp.post("/m/<uid>/close")
def close(uid: str) -> Response | tuple[str, int]:
    """Time is up, or the match is given up."""
    match = own_match(uid)
    return recorded(match, read(match), "close", {})


@bp.post("/m/<uid>/reopen")
def reopen(uid: str) -> Response | tuple[str, int]:
    """The match goes on after all."""
    match = own_match(uid)
    return recorded(match, read(match), "reopen", {})
