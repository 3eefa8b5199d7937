"""The host's choice: anybody may create a circle here, or only who has the host's key.

The address that ./run prints leads here; so does the key, when the choice is to be another.
"""

from __future__ import annotations

from typing import Any

from flask import abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from models.host import host_setting, save_choice
from web.host.access import ANYBODY, KNOWN, by_address, guessed, is_host
from web.host.forms import KeyForm
from web.http.security import unseen_by_others
from web.routes import PUBLIC, Pages

bp = Pages("host", __name__)


@bp.get("/host/<slug:secret>", needs=PUBLIC)
def open_host_link(secret: str) -> Response:
    """Recognise the host by the secret address, and lead to one without the secret."""
    unseen_by_others()
    row = host_setting()
    session["host"] = (guessed(secret, row.door_hash if row else None, "link") or abort(404))[:KNOWN]
    session.permanent = True
    return redirect(url_for("host.show_host"), 303)


@bp.get("/host", needs=PUBLIC)
def show_host() -> str:
    """The choice as two buttons; for anybody else the question for the key, or where the address is found."""
    return host_page(form=KeyForm())


def host_page(**values: Any) -> str:
    """The page of the host; values: its form, or the new key."""
    row = host_setting()
    chosen = None if row is None else row.anybody
    may = row is not None and is_host(row)
    return render_template("host/host.html", may=may, by_address=by_address(row), now=chosen, **values)


@bp.post("/host", needs=PUBLIC)
def enter_key() -> ResponseReturnValue:
    """Recognise the host by the key."""
    form, row = KeyForm(), host_setting()
    if not form.validate() or row is None:
        return host_page(form=form), 422
    session["host"] = (row.key_hash or "")[:KNOWN]
    return redirect(url_for("host.show_host"), 303)


@bp.post("/host/<any(anybody, key):who>", needs=PUBLIC)
def choose_who_creates(who: str) -> ResponseReturnValue:
    """Save the choice; a key is shown this once."""
    row = host_setting()
    if row is None or not is_host(row):
        abort(404)
    key = save_choice(anybody=who == ANYBODY)
    if not key:
        session.pop("host")
        return redirect(url_for("home.show_home"), 303)
    row = host_setting()
    session["host"] = (row.key_hash or "")[:KNOWN] if row else ""
    unseen_by_others()
    return host_page(key="-".join(key[start : start + 5] for start in range(0, len(key), 5)))
