"""How the server is, as JSON for a monitor: 200 when all is well, else 503."""

from __future__ import annotations

from flask import Blueprint, current_app, jsonify
from flask.typing import ResponseReturnValue

from web.host.status import status

bp = Blueprint("health", __name__)


@bp.get("/health")
def show_health() -> ResponseReturnValue:
    """Version, database, age of the last sound copy, free space."""
    now = status()
    body = {"ok": not now.wrong, "version": current_app.config["VERSION"], **now._asdict()}
    return jsonify(body), 503 if now.wrong else 200, {"Cache-Control": "no-store"}
