"""The host of this server: the choice who may create a circle, the circles there are, how the server is.

The choice is that anybody may, or only who has the host's key. The address that ./run prints leads here; so does the
key, when the choice is to be another. Circles are only for who opened that address, for as long as it is valid: the
key opens nobody else's. Circles and people are deleted from the shell alone.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from flask import abort, current_app, jsonify, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from werkzeug import Response

from models.base import db
from models.database import current_revision
from models.grants import make_grant
from models.host import SENTENCES, Health, Trial, circle_summaries, health, host_setting, save_choice
from models.startup import folders_of
from models.tables import SCORE, Circle
from models.transaction import write_transaction
from web.auth.host import ANYBODY, KNOWN, KeyForm, by_address, guessed, host_here, is_host
from web.auth.links import NewLink, show_once
from web.http.errors import DAMAGED
from web.http.security import unseen_by_others
from web.i18n.dates import day
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


STARTED = time.monotonic()
FAULTS_OF_DATABASE = {"database", "damaged"}  # then it is asked for nothing more


@bp.get("/health", needs=PUBLIC)
def show_health() -> ResponseReturnValue:
    """What is wrong in words; with the host's cookie also version, database, age of the last good copy, free space."""
    now = status()
    body = {"ok": not now.wrong, "wrong": [SENTENCES[name] for name in now.wrong]}
    if not FAULTS_OF_DATABASE & {*now.wrong} and host_here():
        body |= {"version": current_app.config["VERSION"], "revision": current_revision(db.engine)}
        body = now._asdict() | body
    return jsonify(body), 503 if now.wrong else 200, {"Cache-Control": "no-store"}


def status() -> Health:
    """How it is now."""
    app, up = current_app, timedelta(seconds=time.monotonic() - STARTED)
    trial: Trial = app.extensions.setdefault("tallystick-trial", Trial())
    fault = "damaged" if app.extensions.get(DAMAGED) else trial.outcome()
    return health(db.engine, folders_of(app), up, app.config["DAILY_COPIES"], fault)


MEGABYTE = 1_000_000


@bp.get("/host/circles", needs=PUBLIC)
def show_circles() -> str:
    """Names, last evenings and sizes; how the server is."""
    return circles_page()


@bp.post("/host/circles/<slug:uid>/link", needs=PUBLIC)
def create_host_link(uid: str) -> str:
    """A new link for a circle, which its people see in their list as the host's; shown this once."""
    if not by_address(host_setting()):
        abort(404)
    circle = db.session.scalar(select(Circle).where(Circle.uid == uid)) or abort(404)
    with write_transaction():
        grant, secret = make_grant(circle, SCORE, "host")
    return circles_page(show_once(grant, secret)._replace(name=circle.name))  # there are many here


def circles_page(made: NewLink | None = None) -> str:
    """The page; 404 for everybody else."""
    if not by_address(host_setting()):
        abort(404)
    now = status()
    found = [(one, day(one.last, "short_year") if one.last else "") for one in circle_summaries()]
    hours = None if now.copy_age is None else now.copy_age // 3600
    free = now.disk_free // MEGABYTE
    return render_template("host/circles.html", circles=found, made=made, health=now, hours=hours, free=free)
