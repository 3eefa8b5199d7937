"""The database of an app: its engine, how SQLite and PostgreSQL are opened, and which revision its tables have."""

from __future__ import annotations

import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection, Engine, event, inspect, text

from config import driver_url, from_environment
from models.base import db
from models.log.results import LISTENERS
from models.review.upkeep import write_review
from models.transaction import LOCK_TIMEOUT

MIGRATIONS = Path(__file__).parents[1] / "migrations"
VERSION_TABLE = "alembic_version"  # the table with the current revision
LATEST = "0001"  # the last of migrations/, so that a server without anything to upgrade need not load Alembic (7 MiB)
ADVISORY_LOCK = 20261120  # any number of our own: two servers may start at once on PostgreSQL
SETTINGS = (
    *("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"),
    "secure_delete=ON",  # replaced and moved values are overwritten in the file, which not every SQLite does
    "cache_size=-512",  # KiB that a connection keeps of the file; each of 16 threads has one
)
"""Of SQLite."""


def init_database(app: Flask) -> None:
    """Bind a database to the app: SQLALCHEMY_DATABASE_URI, else DATABASE_URL, else a file in the instance folder."""
    url = app.config.get("SQLALCHEMY_DATABASE_URI") or app.config.get("DATABASE_URL")
    url = driver_url(url or f"sqlite:///{Path(app.instance_path) / 'tallystick.db'}")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    options: dict[str, Any] = {"pool_timeout": LOCK_TIMEOUT, "hide_parameters": True}  # errors without people's names
    if url in ("sqlite://", "sqlite:///:memory:"):
        options = {}
    elif url.startswith("sqlite"):
        options |= {"pool_size": 64, "max_overflow": 16}  # a connection for each thread of the server
    else:
        from models.postgres import CONNECT_ARGS

        options |= {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True, "connect_args": CONNECT_ARGS}
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", options)
    db.init_app(app)
    LISTENERS.add(write_review)
    if app.config.get("FLASK_COMMAND"):
        init_migrations(app)
    with app.app_context():
        if db.engine.dialect.name == "sqlite":
            configure_sqlite(db.engine)
        else:
            from models.postgres import configure_postgres

            configure_postgres(db.engine, bool(app.config.get("FLASK_COMMAND") or app.config.get("UNHURRIED")))


def app_from_environment() -> Flask:
    """An app with the settings of the environment and nothing but its database, for processes beside the server."""
    settings = from_environment() | {"UNHURRIED": True}
    app = Flask(__name__, static_folder=None, instance_path=str(settings["INSTANCE_FOLDER"]))
    app.config.update(settings)
    init_database(app)
    return app


def configure_sqlite(engine: Engine) -> None:
    """Apply SETTINGS to each connection; a transaction that will write has the lock before its first read."""

    def on_connect(connection: Any, _: object) -> None:
        connection.isolation_level = None  # the driver would begin too late: concurrent writes were lost
        # one invalid byte must not make a whole query fail
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        try:
            for setting in SETTINGS:
                connection.execute(f"PRAGMA {setting}")
        except UnicodeDecodeError:  # SQLite quotes the schema that it cannot read, and the driver cannot read that
            damaged = sqlite3.DatabaseError("malformed database schema")
            damaged.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise damaged from None

    def on_begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    event.listen(engine, "connect", on_connect)
    event.listen(engine, "begin", on_begin)


def init_migrations(app: Flask) -> None:
    """Register Flask-Migrate with the app: for `flask db`, and before an upgrade, as it is slow to load."""
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True, compare_type=True)


def current_revision(engine: Engine) -> str | None:
    """The revision of a database; None when it has no tables, "" when it has none of ours."""
    with engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        if VERSION_TABLE in tables:
            return connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) or ""  # noqa: S608  a name of our own
        return "" if tables else None


def latest_revision() -> str:
    """The last revision of this release."""
    return LATEST


def is_newer(revision: str) -> bool:
    """Whether a database has a revision that comes after those of this release."""
    return revision != LATEST and revision not in revisions(MIGRATIONS)


@cache
def revisions(folder: Path) -> tuple[str, ...]:
    """The revisions along the chain of the migrations in a folder, the last one first."""
    from alembic.script import ScriptDirectory

    return tuple(script.revision for script in ScriptDirectory(str(folder)).walk_revisions())


def upgrade_schema(revision: str = "head") -> None:
    """Bring the database of the current app to a revision."""
    from flask_migrate import upgrade

    init_migrations(current_app)
    upgrade(str(MIGRATIONS), revision)
