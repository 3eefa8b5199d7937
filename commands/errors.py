"""Errors of commands as sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy.exc import DBAPIError

from models.backup.backup import DatabaseInUse, NoSpace
from models.backup.restore import NotACopy, OutcomeUnknown
from models.circle_file.format import SENTENCES, ImportRefused
from models.db.errors import describe_error


@contextmanager
def errors_in_words() -> Iterator[None]:
    """Turn what is expected to fail into a ClickException, whose message says whether anything was changed."""
    try:
        yield
    except ImportRefused as found:
        raise click.ClickException(str(SENTENCES[found.code]).format(**found.values)) from None
    except OutcomeUnknown as found:
        raise click.ClickException(f"The line was cut: the copy is in place or nothing was changed. {found}") from None
    except DBAPIError as found:
        raise click.ClickException(f"Nothing was changed: {describe_error(found)}") from None
    except (NoSpace, NotACopy, DatabaseInUse, OSError, sqlite3.Error) as found:
        raise click.ClickException(f"Nothing was changed: {found}") from None
