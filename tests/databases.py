"""Empty, migrated databases for tests: one template of each kind is migrated once and then copied."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient

from serve import upgrade_database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from flask import Flask
    from werkzeug.test import TestResponse

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "")
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

    with psycopg.connect(POSTGRES.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(statement)
