"""Copies of a database on PostgreSQL, by its own programs: pg_dump, pg_restore and psql."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
from pathlib import Path

from sqlalchemy import Engine, inspect, text

from config import environment_with
from models.backup.files import DamagedCopy, NotCopied, OutcomeUnknown, move_into_place, sibling
from models.database import VERSION_TABLE, is_newer
from models.integrity import database_faults
from models.transaction import snapshot

DEBIAN = Path("/usr/lib/postgresql")  # where Debian has the programs of each version
LINE_WAS_CUT = 2  # status of psql
NO_TIMEOUTS = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
OURS = ("--no-owner", "--no-privileges")  # whoever puts it back owns it then
AT_ONCE = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
DROP_ALL = """
SET LOCAL lock_timeout = '10s';
SET LOCAL client_min_messages = warning;
DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DROP TABLE %I CASCADE', name);
    END LOOP;
END $$
"""


def dump(engine: Engine, path: Path) -> list[str]:
    """Write everything committed until now into a new file; returns the faults of that, a sentence each."""
    with snapshot(engine) as connection:
        connection.exec_driver_sql(NO_TIMEOUTS)
        dump_plain(engine, path, f"--snapshot={connection.scalar(text('SELECT pg_export_snapshot()'))}")
        return database_faults(connection)


def dump_plain(engine: Engine, path: Path, *more: str) -> None:
    """Write a database of any revision into a new file that only its owner can read, and read that once."""
    path.touch(mode=0o600)
    run(engine, "pg_dump", "--format=custom", *OURS, f"--file={path}", *more, *address(engine))
    run(engine, "pg_restore", f"--file={os.devnull}", str(path))


def put_back(engine: Engine, copy: Path, aside: Path, anyway: bool = False) -> Path | None:
    """Replace all tables by those of a copy in one transaction; returns where the previous ones are, if there were any.

    aside: the file for them. The copy may be of an older revision.
    """
    if "-damaged" in copy.name and not anyway:
        raise DamagedCopy(copy, ["the database was damaged when it was made"])
    script, draft = sibling(aside, ".sql"), sibling(aside, ".draft")
    try:
        check_revision(engine, copy)
        script.touch(mode=0o600)
        run(engine, "pg_restore", *OURS, f"--file={script}", str(copy))
        before = bool(inspect(engine).get_table_names())
        if before:
            dump_plain(engine, draft)
            move_into_place(draft, aside)
        run(engine, "psql", *AT_ONCE, f"--command={DROP_ALL}", f"--file={script}", *address(engine))
    finally:
        script.unlink(missing_ok=True)
        draft.unlink(missing_ok=True)
    return aside if before else None


def check_revision(engine: Engine, copy: Path) -> None:
    """NotCopied when a file is no copy of ours, or one of a newer Tallystick."""
    try:
        rows = run(engine, "pg_restore", "--data-only", f"--table={VERSION_TABLE}", "--file=-", str(copy))
    except NotCopied as error:
        raise NotCopied(f"{copy} is not a copy of Tallystick’s database: {error}") from None
    revision = re.search(rf"^COPY .*\b{VERSION_TABLE} .*\n(\w+)$", rows, re.MULTILINE)
    if not revision:
        raise NotCopied(f"{copy} is a copy of another database")
    if is_newer(revision[1]):
        raise NotCopied(f"{copy} was made by a newer Tallystick; bring this one up to date first")


def run(engine: Engine, name: str, *arguments: str) -> str:
    """What a program prints; NotCopied in words when it is missing or fails, OutcomeUnknown when its line is cut."""
    with engine.connect() as connection:
        version = int((connection.dialect.server_version_info or (0,))[0])
    secret = {"PGPASSWORD": engine.url.password} if engine.url.password else {}
    done = subprocess.run(  # noqa: S603  our own arguments
        [program(name, version), *arguments],
        env=environment_with(**secret, LC_ALL="C"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode == 0:
        return done.stdout
    said, *_ = done.stderr.strip().splitlines() or [f"status {done.returncode}"]  # more lines may quote what was typed
    if os.strerror(errno.ENOSPC) in done.stderr:
        raise NotCopied("the disk for copies is full")
    if "version mismatch" in said:
        raise NotCopied(
            f"{name} here is older than the server. It needs the programs of PostgreSQL {version} "
            f"(Debian, Ubuntu: apt install postgresql-client-{version})"
        )
    if name == "psql" and done.returncode == LINE_WAS_CUT:
        raise OutcomeUnknown(said)
    raise NotCopied(f"{name} failed: {said}")


def program(name: str, version: int) -> str:
    """The path of a program of PostgreSQL, of this version or the next newer one where there are several."""
    kept = {int(path.parts[-3]): path for path in DEBIAN.glob(f"*/bin/{name}") if path.parts[-3].isdigit()}
    fitting = [kept[number] for number in sorted(kept) if number >= version]
    found = fitting[0] if fitting else shutil.which(name) or next(iter(kept.values()), None)
    if not found:
        need = "Debian, Ubuntu: apt install postgresql-client"
        raise NotCopied(f"copies of PostgreSQL need its program {name}, which is not here ({need})")
    return str(found)


def address(engine: Engine) -> list[str]:
    """Arguments that lead a program to the database, by as many hosts as there are; never the password."""
    arguments = engine.dialect.create_connect_args(engine.url)[1]
    from psycopg.conninfo import make_conninfo  # only there when PostgreSQL is used

    arguments.pop("password", None)
    words = {name: str(value) for name, value in arguments.items() if isinstance(value, str | int)}
    return ["--no-password", f"--dbname={make_conninfo(**words)}"]
