"""A conflict settled: theirs is kept, this phone's entry amends it, or it is recorded as one more deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from drawing.form_entry import parse_int
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.granted_match import read_granted
from web.auth.guard import opened_here, writer
from web.table.amend_page import truth_of
from web.table.conflict_page import MINE, THEIRS, TWO, first_deal
from web.table.own_entry import own_entry
from web.table.record import filled_page, form_after, form_uid, record_entry, texts
from web.table.stale_entry import beside

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from drawing.form_entry import Form

bp = Blueprint("settle", __name__)


@bp.post("/m/<slug:uid>/settle")
def settle(uid: str) -> ResponseReturnValue:
    """Do what was chosen; whatever is not kept stays in the log, or was never in it."""
    chosen = request.form.get("settle", "")
    if chosen == TWO:
        match = opened_here(uid)
        return record_entry(match, read_granted(match), "deal", entry(uid))
    if chosen == MINE:
        return amended(uid)
    return redirect(url_for("table.table", uid=uid), 303) if chosen == THEIRS else abort(400)


def amended(uid: str) -> ResponseReturnValue:
    """Put the own entry in the place of the other; when the table has moved on it is shown anew what can be done."""
    match = opened_here(uid)
    state = read_granted(match)
    record = first_deal(state, since())
    if record is None:
        abort(400)
    truth = truth_of(state, record, half())
    try:
        append(match, "amend", form_uid(), {"of": record.uid, "entry": truth.entry}, form_after(state), **writer(match))
    except (Refused, StaleVersion, DuplicateUid):
        now = opened_here(uid)
        own = own_entry(read_granted(now), since(), half())
        news = beside(read_granted(now), since(), own)
        return filled_page(now, read_granted(now), MultiDict(own.texts), step="play", news=news), 409
    return redirect(url_for("table.table", uid=uid, said=1), 303)


def entry(uid: str) -> dict[str, object]:
    """The own entry as it was meant when it was tapped."""
    return own_entry(read_granted(opened_here(uid)), since(), half()).entry


def half() -> Form:
    """The own entry as the form carries it."""
    return {name: values for name, values in texts(request.form).items() if name not in ("settle", "since")}


def since() -> int:
    """The version that the own entry was made on."""
    version = parse_int(request.form.get("since", ""))
    return version if type(version) is int else abort(400)
