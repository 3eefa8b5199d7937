"""Settles a conflict: theirs is kept, this phone's entry amends it, or it is recorded as one more deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from drawing.form_entry import parse_int
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.granted_match import read_granted
from web.auth.guard import granted_match, record_author
from web.table.amend_page import make_amendment
from web.table.conflict_page import BOTH, MINE, THEIRS, first_deal_since
from web.table.own_entry import parse_own_entry
from web.table.record import filled_table, form_after, form_texts, form_uid, record_entry
from web.table.stale_entry import conflict_notice

if TYPE_CHECKING:
    from drawing.form_entry import Form

bp = Blueprint("conflict", __name__)


@bp.post("/m/<slug:uid>/settle")
def settle_conflict(uid: str) -> ResponseReturnValue:
    """Do what was chosen; the log keeps every record."""
    chosen = request.form.get("settle", "")
    if chosen == BOTH:
        match = granted_match(uid)
        return record_entry(match, read_granted(match), "deal", own_deal(uid))
    if chosen == MINE:
        return amend_with_own(uid)
    return redirect(url_for("table.show_table", uid=uid), 303) if chosen == THEIRS else abort(400)


def amend_with_own(uid: str) -> ResponseReturnValue:
    """Amend their deal to the own entry; when the table has moved on, show the conflict anew."""
    match = granted_match(uid)
    state = read_granted(match)
    record = first_deal_since(state, own_version())
    if record is None:
        abort(400)
    amendment = make_amendment(state, record, own_form())
    try:
        append(
            match,
            "amend",
            form_uid(),
            {"of": record.uid, "entry": amendment.entry},
            form_after(state),
            **record_author(match),
        )
    except (Refused, StaleVersion, DuplicateUid):
        now = granted_match(uid)
        own = parse_own_entry(read_granted(now), own_version(), own_form())
        updates = conflict_notice(read_granted(now), own_version(), own)
        return filled_table(now, read_granted(now), MultiDict(own.texts), step="play", updates=updates), 409
    return redirect(url_for("table.show_table", uid=uid, recorded=1), 303)


def own_deal(uid: str) -> dict[str, object]:
    """The own entry, read at the version that it was made on."""
    return parse_own_entry(read_granted(granted_match(uid)), own_version(), own_form()).entry


def own_form() -> Form:
    """The own entry as the form carries it."""
    return {name: values for name, values in form_texts(request.form).items() if name not in ("settle", "since")}


def own_version() -> int:
    """The version that the own entry was made on."""
    version = parse_int(request.form.get("since", ""))
    return version if type(version) is int else abort(400)
