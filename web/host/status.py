"""Health of this server process."""

from __future__ import annotations

import time
from datetime import timedelta

from flask import current_app

from models.base import db
from models.db.startup import folders_of
from models.host.health import Health, health

STARTED = time.monotonic()


def status() -> Health:
    """How it is now."""
    up = timedelta(seconds=time.monotonic() - STARTED)
    return health(db.engine, folders_of(current_app), up, current_app.config["DAILY_COPIES"])
