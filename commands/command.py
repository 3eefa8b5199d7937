"""What every command has: a name, the app's context, a database that is up to date, errors as sentences."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy.exc import DBAPIError

from models.backup.backup import hold_server_lock
from models.backup.files import NotCopied, OutcomeUnknown
from models.circle_file.schema import SENTENCES, ImportRefused
from models.deletion import truncate_wal
from models.host import find_circles
from models.startup import explain_errors, folders_of, upgrade_database
from models.tables import Circle
from models.transaction import describe_error, is_malformed

COMMANDS: list[click.Command] = []  # every command that was made
UNREADABLE = "The database cannot be read: {}. ./run restore latest puts the last good copy in its place."
PORT = 8000  # unless ./run was told another one
OLD_COPIES = (
    "Copies that were made before hold it still, until later ones of seven days and four weeks are there or you remove "
    "them."
)
STILL_READ = "Somebody reads just now, so it still stands in the log beside the database. Stop Tallystick once."


def command(name: str, on_database: bool = True) -> Callable[[Callable[..., None]], click.Command]:
    """Make a function a command. on_database: bring the database up to date first."""

    def made(function: Callable[..., None]) -> click.Command:
        @wraps(function)
        def run(*args: Any, **options: Any) -> None:
            with errors_in_words():
                if on_database:
                    prepare_database()
                function(*args, **options)

        COMMANDS.append(click.command(name)(with_appcontext(run)))
        return COMMANDS[-1]

    return made


@contextmanager
def errors_in_words() -> Iterator[None]:
    """Turn what is expected to fail into a ClickException, whose message says whether anything was changed."""
    try:
        yield
    except ImportRefused as error:
        raise click.ClickException(str(SENTENCES[error.code]).format(**error.values)) from None
    except OutcomeUnknown as error:
        raise click.ClickException(f"The line was cut: the copy is in place or nothing was changed. {error}") from None
    except UnicodeDecodeError:  # SQLite's own words about a damaged file
        raise click.ClickException(UNREADABLE.format("its tables are damaged")) from None
    except (DBAPIError, sqlite3.Error) as error:
        words = UNREADABLE if is_malformed(error) else "Nothing was changed: {}"
        raise click.ClickException(words.format(describe_error(error))) from None
    except (NotCopied, OSError) as error:
        raise click.ClickException(f"Nothing was changed: {error}") from None


def prepare_database() -> None:
    """Bring the database to the newest revision; ClickException when it cannot be used, or a copy is being put back.

    No copy is put back until the command ends.
    """
    place = folders_of(current_app)
    with explain_errors(place):
        lock = hold_server_lock(place.instance)
    if lock is None:
        raise click.ClickException("A copy is being put back just now. Try again when that is done.")
    click.get_current_context().call_on_close(lock.close)
    upgrade_database(current_app)


def circle_by_name(name: str) -> Circle:
    """The circle of this name or uid; ClickException when there is none, or more than one."""
    circles = find_circles(name)
    if not circles:
        raise click.ClickException(f"There is no circle {name}. ./run circles lists them.")
    if len(circles) > 1:
        uids = "".join(f"\n  {circle.uid}" for circle in circles)
        raise click.ClickException(f"Several circles are called {name}. Say which one by its letters:{uids}")
    return circles[0]


def address(path: str) -> str:
    """Where a browser finds a path of this server: by its name, else on this machine."""
    if current_app.config["HOST"]:
        scheme = "https" if current_app.config["SESSION_COOKIE_SECURE"] else "http"
        return f"{scheme}://{current_app.config['HOST']}{path}"
    return f"http://127.0.0.1:{PORT}{path}"


def confirm_twice(question: str, prompt: str, name: str) -> None:
    """Go on only for a yes, and for the name typed out."""
    click.confirm(question, abort=True)
    if click.prompt(prompt, default="", show_default=False) != name:
        raise click.ClickException("That is not the name. Nothing was changed.")


def remove_traces() -> None:
    """Delete what the database's log holds of the gone; says what to do where that cannot be done now."""
    if not truncate_wal():
        click.echo(STILL_READ)
