"""Runs migrations on the app's database: one transaction, when it is our turn to write."""

from __future__ import annotations

from threading import TIMEOUT_MAX
from typing import Any

from alembic import context
from flask import current_app
from sqlalchemy import text

from models import transaction
from models.base import Base, CanonicalJson, UtcDateTime, db
from models.database import ADVISORY_LOCK

A_DAY = 24 * 3600 * 1000  # ms


def spelled(kind: str, item: Any, _: object) -> str | bool:
    """Our own column types as what they are stored as, so that a migration never needs the models."""
    return (
        f"sa.{item.impl.__class__.__name__}()"
        if kind == "type" and isinstance(item, (UtcDateTime, CanonicalJson))
        else False
    )


def run() -> None:
    """Waits for whoever came first however long it takes: they may have much to do.

    On SQLite a changed table is made anew and the old one dropped: what points to it must not mind meanwhile.
    """
    on_sqlite = db.engine.dialect.name == "sqlite"
    with transaction.write_lock(db.engine, TIMEOUT_MAX), db.engine.connect() as connection:
        driver = connection.connection.driver_connection
        if on_sqlite:
            driver.execute("PRAGMA foreign_keys=OFF")
            driver.execute(f"PRAGMA busy_timeout={A_DAY}")
        else:
            driver.patience = None
        connection = connection.execution_options(writes=True)
        context.configure(
            connection=connection,
            target_metadata=Base.metadata,
            render_item=spelled,
            transactional_ddl=True,
            transaction_per_migration=False,
            **current_app.extensions["migrate"].configure_args,
        )
        with context.begin_transaction():
            if not on_sqlite:
                connection.execute(text("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0"))
                connection.execute(text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"))
                connection.execute(text(f"SET LOCAL lock_timeout = '{transaction.LOCK_TIMEOUT}s'"))
            context.run_migrations()
        if on_sqlite:
            driver.execute("PRAGMA foreign_keys=ON")
        connection.invalidate()  # the next connection waits no longer than others


if context.is_offline_mode():
    raise SystemExit("Migrations run on a database, not as a script.")
run()
