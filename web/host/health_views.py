"""How the server is, as JSON for a monitor: 200 when all is well, else 503."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

from flask import Blueprint, current_app, jsonify

from models.base import db
from models.db.startup import folders_of
from models.host.health import health

STARTED = time.monotonic()

bp = Blueprint("health", __name__)


@bp.get("/health")
def look() -> tuple[Any, int, dict[str, str]]:
    """Version, database, age of the last sound copy, free space."""
    up = timedelta(seconds=time.monotonic() - STARTED)
    now = health(db.engine, folders_of(current_app), up, current_app.config["DAILY_COPIES"])
    told = {"ok": not now.wrong, "version": current_app.config["VERSION"], **now._asdict()}
    return jsonify(told), 503 if now.wrong else 200, {"Cache-Control": "no-store"}
