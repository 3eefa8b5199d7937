"""Migrations make exactly the tables of the models, and can be undone."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from os import getpid
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask_migrate import downgrade
from sqlalchemy import inspect, text

from config import driver_url
from models.base import Base, db
from models.database import ADVISORY_LOCK, MIGRATIONS, current_revision, latest_revision, revisions, upgrade_schema
from models.transaction import write_transaction
from tests.models.tables import MADE, new_match, opened, say
from tests.support.databases import KINDS, create_database, on_server, postgres_url

ROOT = Path(__file__).parents[2]
START = """
import sys
from models.database import upgrade_schema
from tests.models.tables import opened
with opened(sys.argv[1]): upgrade_schema()
"""
IMPATIENT = """
import models.database
from models import transaction
transaction.LOCK_TIMEOUT = 0.05
models.database.SETTINGS += ("busy_timeout=1",)
lock = transaction.write_lock
def told(*given):
    print("waiting", flush=True)
    return lock(*given)
transaction.write_lock = told
"""
WAITING = """
SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted
"""


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path) -> Iterator[str]:
    """A database that holds nothing, not even tables."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite'}"
    else:
        name = f"tallystick_migrations_{getpid()}"
        yield postgres_url(create_database(name, "template0", []))
        on_server(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def starting(url: str, before: str = "") -> Iterator[subprocess.Popen[str]]:
    """A process that brings this database up to date; it does not outlive the block."""
    command = [sys.executable, "-c", before + START, url]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def differences() -> list[object]:
    """What the models have that the database has not, and the other way round."""
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        return compare_metadata(context, Base.metadata)


def tables() -> set[str]:
    return set(inspect(db.engine).get_table_names())


def test_migrations_make_what_the_models_have_and_can_be_undone_and_done_again(empty_url):
    with opened(empty_url):
        assert current_revision(db.engine) is None
        for _ in range(2):
            upgrade_schema()
            assert differences() == []
            assert tables() == {*Base.metadata.tables, "alembic_version"}
            assert current_revision(db.engine) == latest_revision()
        downgrade(revision="base")
        assert tables() == {"alembic_version"}
        assert current_revision(db.engine) == ""
        upgrade_schema()
        say(new_match(), "deal", MADE)


def test_the_latest_revision_is_the_last_of_the_chain():
    assert revisions(MIGRATIONS)[0] == latest_revision()


@pytest.mark.thorough
def test_a_server_waits_for_the_migration_of_another_however_long_it_takes(empty_url):
    """Longer than anybody waits for a lock otherwise."""
    with ExitStack() as stack:
        with opened(empty_url), db.engine.connect().execution_options(writes=True) as connection, connection.begin():
            if connection.dialect.name == "postgresql":
                connection.execute(text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"))
            start = stack.enter_context(starting(empty_url, IMPATIENT))
            assert start.stdout.readline() == "waiting\n"
            while connection.dialect.name == "postgresql" and not connection.scalar(text(WAITING)):
                assert start.poll() is None
                time.sleep(0.01)
            time.sleep(0.5)
            assert start.poll() is None
        assert start.wait(60) == 0
    with opened(empty_url):
        assert differences() == []


def test_a_migration_that_fails_leaves_nothing(empty_url, monkeypatch):
    with opened(empty_url):
        from sqlalchemy.engine import Connection

        execute = Connection.execute

        def fail(self, statement, *given, **named):
            if "results" in str(statement):
                raise ZeroDivisionError
            return execute(self, statement, *given, **named)

        with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
            patch.setattr(Connection, "execute", fail)
            upgrade_schema()
        assert tables() == set()
        upgrade_schema()
        assert differences() == []


def test_every_constraint_has_a_name_by_which_it_can_be_changed():
    for table in Base.metadata.tables.values():
        for item in [*table.constraints, *table.indexes]:
            assert item.name, f"{table.name}: {item}"


def test_sqlite_is_opened_so_that_nothing_acknowledged_is_lost(tmp_path):
    with opened(f"sqlite:///{tmp_path / 'new.sqlite'}"):
        upgrade_schema()
        for setting, value in (
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("busy_timeout", 5000),
            ("foreign_keys", 1),
        ):
            assert db.session.scalar(text(f"PRAGMA {setting}")) == value
        with write_transaction() as session:
            assert session.scalar(text("PRAGMA foreign_keys")) == 1
        made = db.session.scalar(text("SELECT sql FROM sqlite_master WHERE name = 'records'"))
        assert "WITHOUT ROWID" in made


def test_a_url_may_be_spelled_as_providers_do():
    several = "postgres://u:p,q@a,[::1]:2/d?target_session_attrs=read-write"
    as_options = "postgresql+psycopg://u:p,q@/d?host=a,::1&port=5432,2&target_session_attrs=read-write"
    for given, used in (
        ("postgres://u:p@h:5/d?sslmode=require", "postgresql+psycopg://u:p@h:5/d?sslmode=require"),
        ("postgresql://h/d", "postgresql+psycopg://h/d"),
        ("postgresql+psycopg://h/d", "postgresql+psycopg://h/d"),
        (several, as_options),
        ("sqlite:////tmp/x.db", "sqlite:////tmp/x.db"),
    ):
        assert driver_url(given) == used
