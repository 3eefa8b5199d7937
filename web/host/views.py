"""The host's choice: anybody may make a circle here, or only who has the host's key.

The address that ./run prints leads here; so does the key, when the choice is to be another. A server that only its own
machine can reach asks nothing of whoever sits there, as long as nothing was chosen.
"""

from __future__ import annotations

from hmac import compare_digest
from typing import TYPE_CHECKING

from flask import Blueprint, abort, current_app, redirect, render_template, request, session, url_for

from models.tables.grant import hash_secret
from models.tables.host_setting import host_setting, save_choice
from web.auth.rate_limit import guess
from web.host.own_machine import on_own_machine
from web.http.no_store import unseen_by_others
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from werkzeug import Response

    from models.tables.host_setting import HostSetting

ANYBODY, WITH_KEY, MINE, NOT_YET = "anybody", "key", "mine", "not yet"
KNOWN = 16  # letters of a hash that the host's cookie holds

bp = Blueprint("host", __name__)


def leave_of() -> str:
    """Who may make a circle: ANYBODY, who has the key, or nobody yet; then it is MINE to choose, or not."""
    row = host_setting()
    if current_app.config["CIRCLES"] == ANYBODY or (row and row.anybody):
        return ANYBODY
    if row is None or row.anybody is None:
        if on_own_machine():
            return ANYBODY
        return MINE if row and is_host(row) else NOT_YET
    return ANYBODY if is_host(row) else WITH_KEY


def is_host(row: HostSetting) -> bool:
    """Whether this browser came in by the host's address, or knew the key, and neither was replaced since."""
    proof = session.get("host", "")
    return any(known is not None and proof == known[:KNOWN] for known in (row.door_hash, row.key_hash))


def by_address(row: HostSetting | None) -> bool:
    """Whether this browser came in by the host's address, and that is good still: it sees more than who has the key."""
    return row is not None and row.door_hash is not None and session.get("host") == row.door_hash[:KNOWN]


def host_here() -> bool:
    """Whether this browser is the host's: who only has the key may be anybody who was given it."""
    return by_address(host_setting())


def found_key(key: str) -> bool:
    """Whether this is the host's key; wrong ones are counted."""
    row, letters = host_setting(), "".join(letter for letter in key.lower() if letter.isalnum())
    return guessed(letters, row.key_hash if row else None) is not None


def guessed(secret: str, right: str | None, what: str = "key") -> str | None:
    """The hash of the right secret if this is it; what is wrong is counted."""
    return guess(what, lambda: right if right and compare_digest(hash_secret(secret), right) else None)


@bp.get("/host/<slug:secret>")
def door(secret: str) -> Response:
    """The host's address: it leads to an address without the secret."""
    unseen_by_others()
    row = host_setting()
    recognise(guessed(secret, row.door_hash if row else None, "link") or abort(404))
    session.permanent = True
    return redirect(url_for("host.host"), 303)


@bp.get("/host")
def host() -> str:
    """The choice as two buttons; for anybody else the question for the key, or where the address is found."""
    return shown()


def shown(**more: str) -> str:
    """The page of the host."""
    row = host_setting()
    now = None if row is None else row.anybody
    may = row is not None and is_host(row)
    return render_template("host/host.html", may=may, by_address=by_address(row), now=now, **more)


@bp.post("/host")
def come_in() -> Response | tuple[str, int]:
    """Who knows the key may choose anew."""
    row = host_setting()
    if not found_key(request.form.get("key", "")) or row is None or row.key_hash is None:
        return shown(fault=gettext("This is not the host’s key.")), 422
    recognise(row.key_hash)
    return redirect(url_for("host.host"), 303)


def recognise(right: str) -> None:
    """Let this browser be the host's; the token it had is worth nothing then: somebody else may have put it here."""
    session["host"] = right[:KNOWN]
    session.pop("csrf_token", None)


@bp.post("/host/<any(anybody, key):who>")
def chosen(who: str) -> str | Response:
    """Keep the choice; a key is shown this once."""
    row = host_setting()
    if row is None or not is_host(row):
        abort(404)
    key = save_choice(anybody=who == ANYBODY)
    if not key:
        session.pop("host")
        return redirect(url_for("home.home"), 303)
    row = host_setting()
    session["host"] = (row.key_hash or "")[:KNOWN] if row else ""
    unseen_by_others()
    return shown(key="-".join(key[start : start + 5] for start in range(0, len(key), 5)))
