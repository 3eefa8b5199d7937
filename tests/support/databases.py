"""Empty, migrated databases for tests: one template of each kind is migrated once and then copied.

Most tests of a process share one database of each kind, emptied for each, and the app on it.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.base import Base
from models.startup import upgrade_database
from web.auth.rate_limit import init_counts

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "")
IN_MEMORY = Path("/dev/shm")
ROOM = 1 << 30  # bytes that must be free there
IMPATIENT: dict[str, Any] = {  # what a failed test still holds on PostgreSQL is waited for so long, never for ever
    "connect_timeout": 20,
    "options": "-c lock_timeout=20s -c statement_timeout=120s",
}
KINDS = ["sqlite", *([pytest.param("postgres", marks=pytest.mark.postgres)] if POSTGRES else [])]


class Reader(FlaskClient):
    """A browser that takes every answer whole, so that no file behind one stays open."""

    def open(self, *args: Any, buffered: bool = True, **kwargs: Any) -> TestResponse:
        """Ask as any client does."""
        return super().open(*args, buffered=buffered, **kwargs)


def app_on(url: str) -> Flask:
    """The app on the database at a URL."""
    from app import create_app

    app = create_app({"TESTING": True, "SECRET_KEY": "for tests", "DATABASE_URL": url})
    app.test_client_class = Reader
    return app


@contextmanager
def quick_folder() -> Iterator[Path]:
    """A folder for databases, in memory where the machine offers that and has room."""
    roomy = IN_MEMORY.is_dir() and os.access(IN_MEMORY, os.W_OK) and shutil.disk_usage(IN_MEMORY).free > ROOM
    with tempfile.TemporaryDirectory(prefix="tallystick-", dir=IN_MEMORY if roomy else None) as folder:
        yield Path(folder)


class Shared:
    """A database of each kind for one test after another, and the app on it."""

    def __init__(self, new: Callable[[str], str]) -> None:
        self.new = new
        self.urls: dict[str, str] = {}
        self.shapes: dict[str, Any] = {}  # by URL, of its tables when it was new
        self.apps: dict[str, tuple[Flask, dict[str, Any]]] = {}

    def empty(self, kind: str) -> str:
        """The URL of the database of a kind, empty: a new one where the last test changed more than rows."""
        url = self.urls.get(kind)
        if url is None or emptied(url) != self.shapes[url]:
            url = self.urls[kind] = self.new(kind)
            self.shapes[url] = emptied(url)
            self.apps[url] = (app := app_on(url)), dict(app.config)
        return url

    def app(self, url: str) -> Flask:
        """The app on a database, with the settings it began with; a new one on a database that is not shared."""
        if url not in self.apps:
            return app_on(url)
        app, settings = self.apps[url]
        app.config.clear()
        app.config.update(settings)
        init_counts(app)
        return app


SHAPE = "SELECT group_concat(type || name || coalesce(sql, '')) FROM sqlite_master"
SHAPE_ON_SERVER = "SELECT (SELECT count(*) FROM pg_attribute), (SELECT count(*) FROM pg_trigger)"
NUMBERS_ANEW = "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'"


def emptied(url: str) -> tuple[Any, ...] | None:
    """The shape of the tables, and on SQLite the file, which hold nothing any more; None where they are damaged."""
    import psycopg

    deletions = [f"DELETE FROM {table.name}" for table in reversed(Base.metadata.sorted_tables)]
    try:
        if url.startswith("sqlite"):
            path = url.removeprefix("sqlite:///")
            with closing(sqlite3.connect(path, timeout=20)) as file, file:
                shape = (*file.execute(SHAPE).fetchone(), Path(path).stat().st_ino)
                for deletion in deletions:
                    file.execute(deletion)
                if file.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                    return None
        else:
            with psycopg.connect(url.replace("+psycopg", ""), **IMPATIENT) as connection:
                shape = connection.execute(SHAPE_ON_SERVER).fetchone()
                for deletion in [*deletions, NUMBERS_ANEW]:
                    connection.execute(deletion)
    except (sqlite3.Error, psycopg.Error):
        return None
    return shape


@contextmanager
def copies(folder: Path) -> Iterator[Callable[[str], str]]:
    """A maker of databases by kind; what it made on the PostgreSQL server is dropped when the block ends."""
    names = (f"tallystick_test_{os.getpid()}_{number}" for number in count())
    templates: dict[str, str] = {}
    made: list[str] = []

    def new_sqlite() -> str:
        path = folder / f"{next(names)}.sqlite"
        if "sqlite" not in templates:
            upgrade_database(app_on(f"sqlite:///{folder / 'template.sqlite'}"), anew=True)
            templates["sqlite"] = str(folder / "template.sqlite")
        shutil.copyfile(templates["sqlite"], path)
        return f"sqlite:///{path}"

    def new_postgres() -> str:
        if "postgres" not in templates:
            template = create_database(next(names), "template0", made)
            upgrade_database(app_on(postgres_url(template)), anew=True)
            templates["postgres"] = template
        return postgres_url(create_database(next(names), templates["postgres"], made))

    yield lambda kind: new_postgres() if kind == "postgres" else new_sqlite()
    for name in made:
        on_server(f'DROP DATABASE "{name}" WITH (FORCE)')


def create_database(name: str, template: str, made: list[str]) -> str:
    """The name of a new database on the PostgreSQL server, copied from a template."""
    on_server(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
    made.append(name)
    return name


def postgres_url(name: str) -> str:
    """TEST_POSTGRES_URL with another database's name."""
    return POSTGRES.rpartition("/")[0] + "/" + name


def on_server(statement: str) -> None:
    """Run one statement on the PostgreSQL server, outside any transaction."""
    import psycopg

    with psycopg.connect(POSTGRES.replace("+psycopg", ""), autocommit=True, **IMPATIENT) as connection:
        connection.execute(statement)
