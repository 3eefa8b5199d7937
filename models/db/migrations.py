"""Migrations with Flask-Migrate, imported only when needed: Alembic loads slowly and most starts migrate nothing."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Engine, inspect, text
from werkzeug.local import LocalProxy

from models.base import db

MIGRATIONS = Path(__file__).parents[2] / "migrations"
VERSION_TABLE = "alembic_version"  # the table with the current revision
ADVISORY_LOCK = 20261120  # any number of our own: two servers may start at once on PostgreSQL


def init_migrations(app: Flask) -> None:
    """Register Flask-Migrate lazily with the app, and at once for the flask command, which needs its `flask db`."""

    @cache
    def made() -> Any:
        from flask_migrate import Migrate

        Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True, compare_type=True)
        return app.extensions["migrate"]

    app.extensions["migrate"] = LocalProxy(made)
    if app.config.get("FLASK_COMMAND"):
        made()


def current_revision(engine: Engine) -> str | None:
    """The revision of a database; None when it has no tables, "" when it has none of ours."""
    with engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        if VERSION_TABLE in tables:
            return connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}")) or ""  # noqa: S608  a name of our own
        return "" if tables else None


def latest_revision() -> str:
    """The number of the latest revision, from the names of the migration files."""
    return max(path.name.partition("_")[0] for path in (MIGRATIONS / "versions").glob("*.py"))
