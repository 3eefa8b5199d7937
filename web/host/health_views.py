"""How the server is, as JSON: whether all is well for a monitor, with status 200 or 503; the numbers for the host."""

from __future__ import annotations

import time
from datetime import timedelta

from flask import current_app, jsonify
from flask.typing import ResponseReturnValue

from models.base import db
from models.database import current_revision
from models.host import SENTENCES, Health, Trial, health
from models.startup import folders_of
from web.host.access import host_here
from web.http.errors import DAMAGED
from web.routes import PUBLIC, Pages

STARTED = time.monotonic()
FAULTS_OF_DATABASE = {"database", "damaged"}  # then it is asked for nothing more

bp = Pages("health", __name__)


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
