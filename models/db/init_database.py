"""init_database(): binds the database to an app."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask

import models.tables.all_tables  # noqa: F401  Flask-Migrate and SQLAlchemy look at all of them
from config import driver_url, from_environment
from models.base import db
from models.db.migrations import init_migrations
from models.db.sqlite import configure_sqlite
from models.db.transaction import LOCK_TIMEOUT
from models.db.transient_errors import set_lock_timeout

COMMON_OPTIONS = {"pool_timeout": LOCK_TIMEOUT, "hide_parameters": True}  # error messages without people's names
POSTGRES_CONNECT_ARGS = {"connect_timeout": LOCK_TIMEOUT, "tcp_user_timeout": 1000 * LOCK_TIMEOUT}


def init_database(app: Flask) -> None:
    """Bind a database to the app: SQLALCHEMY_DATABASE_URI, else DATABASE_URL, else a file in the instance folder."""
    url = app.config.get("SQLALCHEMY_DATABASE_URI") or app.config.get("DATABASE_URL")
    url = driver_url(url or f"sqlite:///{Path(app.instance_path) / 'tallystick.db'}")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", engine_options(url))
    db.init_app(app)
    init_migrations(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            configure_sqlite(db.engine)
        else:
            set_lock_timeout(db.engine)


def engine_options(url: str) -> dict[str, Any]:
    """Pool size and timeouts per process; on SQLite one connection for each thread of the server."""
    if url in ("sqlite://", "sqlite:///:memory:"):
        return {}
    if url.startswith("sqlite"):
        return {"pool_size": 64, "max_overflow": 16, **COMMON_OPTIONS}
    pool = {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True}
    return {**pool, "connect_args": POSTGRES_CONNECT_ARGS, **COMMON_OPTIONS}


def app_from_environment() -> Flask:
    """An app with the settings of the environment and nothing but its database, for processes beside the server."""
    settings = from_environment()
    app = Flask(__name__, static_folder=None, instance_path=str(settings["INSTANCE_FOLDER"]))
    app.config.update(settings)
    init_database(app)
    return app
