"""init_database(): ties the database to an app."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import models.tables.all_tables  # noqa: F401  Flask-Migrate and SQLAlchemy look at all of them
from config import driver_url
from models.base import db
from models.db.db_errors import limit_waiting
from models.db.migrations import offer_migrations
from models.db.sqlite import prepare
from models.db.transaction import PATIENCE

if TYPE_CHECKING:
    from flask import Flask

PATIENT = {"pool_timeout": PATIENCE, "hide_parameters": True}  # no names in what is said of an error
REACHING = {"connect_timeout": PATIENCE, "tcp_user_timeout": 1000 * PATIENCE}


def init_database(app: Flask) -> None:
    """Tie a database to the app: SQLALCHEMY_DATABASE_URI, else DATABASE_URL, else a file in the instance folder."""
    url = app.config.get("SQLALCHEMY_DATABASE_URI") or app.config.get("DATABASE_URL")
    url = driver_url(url or f"sqlite:///{Path(app.instance_path) / 'tallystick.db'}")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", pool(url))
    db.init_app(app)
    offer_migrations(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            prepare(db.engine)
        else:
            limit_waiting(db.engine)


def pool(url: str) -> dict[str, Any]:
    """How many connections each process keeps: on SQLite one for every thread of the server."""
    if url.startswith("sqlite"):
        return {} if url in ("sqlite://", "sqlite:///:memory:") else {"pool_size": 64, "max_overflow": 16, **PATIENT}
    return {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True, "connect_args": REACHING, **PATIENT}
