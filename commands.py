"""What can be done from the shell: results made anew, a copy made or put back, a circle brought in from its file."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy.exc import DBAPIError

from models.backup.backup import NoRoom, Unsound, alone, copies_in, local_now, made_by, make_copy, wrong_in
from models.backup.exchange import NotDurable
from models.backup.restore import InUse, NotACopy, Unsure, restore
from models.backup.schedule import folder_of_copies
from models.backup.server_lock import held, stopped
from models.base import db, new_uid
from models.circle_file.export import snapshot
from models.circle_file.format import SENTENCES, NotTaken
from models.circle_file.importer import take
from models.db.db_errors import told as what_it_said
from models.db.startup import in_words, place_of, ready
from models.tables.result import rebuild_results

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO

    from flask import Flask


def offer_commands(app: Flask) -> None:
    """Let the flask command know them."""
    from circle_commands import COMMANDS

    for command in (rebuild, copy, put_back, bring_in, check, *COMMANDS):
        app.cli.add_command(command)


@contextmanager
def told() -> Iterator[None]:
    """What cannot be done is said in a sentence."""
    try:
        yield
    except NotTaken as found:
        raise click.ClickException(str(SENTENCES[found.code]).format(**found.values)) from None
    except Unsure as found:
        raise click.ClickException(f"The line was cut: the copy is in place or nothing was changed. {found}") from None
    except DBAPIError as found:
        raise click.ClickException(f"Nothing was changed: {what_it_said(found)}") from None
    except (NoRoom, NotACopy, InUse, OSError, sqlite3.Error) as found:
        raise click.ClickException(f"Nothing was changed: {found}") from None


@click.command("rebuild-results")
@with_appcontext
def rebuild() -> None:
    """Write the results of every match that is over anew, and name the matches that are damaged."""
    for damage in rebuild_results():
        click.echo(damage)


@click.command("check-database")
@with_appcontext
def check() -> None:
    """Look through the whole database, and name what is not as it was recorded."""
    bring_up()
    with told(), snapshot(db.engine) as connection:
        faults = wrong_in(connection)
    for fault in faults:
        click.echo(fault)
    if faults:
        raise click.ClickException("Not all of it is sound. ./run restore FILE puts a copy back.")
    click.echo("All of it is sound.")


@click.command("copy")
@with_appcontext
def copy() -> None:
    """Make a dated copy of the database now."""
    bring_up()
    folder = folder_of_copies(current_app.instance_path)
    with told(), alone(folder):
        try:
            click.echo(make_copy(db.engine, folder))
        except Unsound as found:
            raise click.ClickException(f"The copy was made, but not all in it is sound. {found}") from None


@click.command("restore")
@click.argument("file")
@click.option("--anyway", is_flag=True, help="Put it back although something in it is damaged.")
@with_appcontext
def put_back(file: str, anyway: bool) -> None:
    """Put a copy (FILE, or latest) back in the place of the database."""
    folder = folder_of_copies(current_app.instance_path)
    with told(), stopped(Path(current_app.instance_path)) as ours, alone(folder):
        if not ours:
            raise click.ClickException("Tallystick is running. Stop it first, then try again.")
        found = chosen(file, folder)
        if db.engine.dialect.name != "sqlite":
            ready(db.engine, place_of(current_app.instance_path), anew=True)
        try:
            aside = restore(db.engine, found, folder, anyway)
        except Unsound as fault:
            words = (
                f"Nothing was changed: not all in this copy is sound. {fault}\nAnother copy may be; --anyway takes it."
            )
            raise click.ClickException(words) from None
        except NotDurable as fault:
            words = f"{found} is in place, but the disk does not say that it stays there: {fault}"
            raise click.ClickException(words) from None
    click.echo(f"{found} is in place." + (f" What was there before is in {aside}" if aside else ""))


def chosen(file: str, folder: Path) -> Path:
    """The copy that is meant; the latest is the last that is not from the future."""
    path = latest(folder) if file == "latest" else Path(file)
    if not path.is_file():
        raise click.ClickException(f"There is no copy {path}")
    return path


def latest(folder: Path) -> Path:
    """The last copy that is sound and not from the future; where all are, it is not chosen for anybody."""
    copies = copies_in(folder)
    past = made_by(copies, local_now())
    if copies and not past:
        names = "".join(f"\n  ./run restore {path}" for path in copies)
        raise click.ClickException(
            f"By this machine’s clock every copy is from the future. Name the one you want:{names}"
        )
    return past[-1] if past else folder / "latest"


@click.command("import-circle")
@click.argument("file", type=click.File("rb"))
@with_appcontext
def bring_in(file: BinaryIO) -> None:
    """Bring a circle in from its FILE, and print the link that lets somebody score there."""
    bring_up()
    with told():
        taken = take(file.read(), new_uid())
    click.echo(f"Evenings: {taken.evenings}, matches: {taken.matches}. Open this path once, it lets a phone in:")
    click.echo(f"/join/{taken.secret}")


def bring_up() -> None:
    """Bring the database to the newest revision; in words when it cannot be used, or a copy is being put back.

    No copy is put back until the command ends.
    """
    place = place_of(current_app.instance_path)
    with in_words(place):
        lock = held(place.instance)
    if lock is None:
        raise click.ClickException("A copy is being put back just now. Try again when that is done.")
    click.get_current_context().call_on_close(lock.close)
    ready(db.engine, place)
