"""PostgreSQL connections: nobody waits for a server that hangs, and what its standby did not take is no success.

Imported only where DATABASE_URL names such a server.
"""

from __future__ import annotations

import time
from typing import Any

import psycopg
from psycopg.abc import PQGen
from sqlalchemy import Engine, event

from models import transaction

CONNECT_TIMEOUT = 2  # s for each of the hosts that DATABASE_URL names
IDLE_TIMEOUT = 60  # s that a transaction of a process that has gone silent keeps its locks
CONNECT_ARGS = {
    "connect_timeout": CONNECT_TIMEOUT,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 5000,  # ms
}
WARNING = "01000"  # while a transaction is committed: it is, but its wait for a standby was cut short


class LiveConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server is silent: only the client notices one that was stopped."""

    patience: float | None = None  # s of silence that an answer is waited for
    is_alone = False  # whether the last commit was not taken by the standby that it had to wait for

    def wait(self, gen: PQGen[Any], *given: Any, **named: Any) -> Any:
        """Wait for an answer, with a limit where there is one."""
        return super().wait(gen if self.patience is None else self.watched(gen, self.patience), *given, **named)

    def note(self, notice: psycopg.errors.Diagnostic) -> None:
        """There is one kind of warning that a commit can give."""
        self.is_alone |= notice.sqlstate == WARNING

    def watched(self, gen: PQGen[Any], patience: float) -> PQGen[Any]:
        """What the driver does for an answer; OperationalError once nothing came for so many seconds."""
        until = time.monotonic() + patience
        try:
            state = next(gen)
            while True:
                ready = yield state
                if ready:
                    until = time.monotonic() + patience
                elif time.monotonic() > until:
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server gives no answer")
                state = gen.send(ready)
        except StopIteration as done:
            return done.value


def configure_postgres(engine: Engine, unhurried: bool) -> None:
    """Set what the connections of an engine wait for; unhurried: for commands, which may take any time."""
    commit = engine.dialect.do_commit

    def connect(_: object, __: object, arguments: list[Any], options: dict[str, Any]) -> LiveConnection:
        return LiveConnection.connect(*arguments, **options)

    def on_connect(connection: LiveConnection, _: object) -> None:
        lock = transaction.LOCK_TIMEOUT
        connection.add_notice_handler(connection.note)
        connection.patience = None if unhurried else lock + 1
        settings = {"lock_timeout": lock, "statement_timeout": 0 if unhurried else lock + 0.5}
        settings["idle_in_transaction_session_timeout"] = 0 if unhurried else IDLE_TIMEOUT
        connection.execute(";".join(f"SET {name} = {int(1000 * limit)}" for name, limit in settings.items()))
        connection.commit()

    def do_commit(connection: Any) -> None:
        driver = getattr(connection, "dbapi_connection", connection)  # behind what the pool hands out
        driver.is_alone = False
        commit(connection)
        if driver.is_alone:
            raise psycopg.OperationalError("committed here, but the standby does not answer")

    event.listen(engine, "do_connect", connect)
    event.listen(engine, "connect", on_connect)
    engine.dialect.do_commit = do_commit  # type: ignore[method-assign, assignment]
