"""What can be done from the shell: results made anew, a copy made or put back, a circle brought in from its file."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy.exc import OperationalError

from models.base import db, new_uid
from models.circle_file import SENTENCES, NotTaken
from models.copying import NoRoom, Unsound, alone, copies_in, make_copy
from models.daily import copies_folder
from models.importing import take
from models.restoring import InUse, NotACopy, restore
from models.review import rebuild_results
from models.running import stopped

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from flask import Flask


def offer_commands(app: Flask) -> None:
    """Let the flask command know them."""
    for command in (rebuild, copy, put_back, bring_in):
        app.cli.add_command(command)


@contextmanager
def told() -> Iterator[None]:
    """What cannot be done is said in a sentence."""
    try:
        yield
    except NotTaken as found:
        raise click.ClickException(str(SENTENCES[found.code]).format(**found.values)) from None
    except (NoRoom, NotACopy, InUse, OSError, OperationalError) as found:
        raise click.ClickException(f"Nothing was changed: {found}") from None


@click.command("rebuild-results")
@with_appcontext
def rebuild() -> None:
    """Write the results of every match that is over anew, and name the matches that are damaged."""
    for damage in rebuild_results():
        click.echo(damage)


@click.command("copy")
@with_appcontext
def copy() -> None:
    """Make a dated copy of the database now."""
    bring_up()
    folder = folder_of_copies()
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
    folder = folder_of_copies()
    with told(), stopped(Path(current_app.instance_path)) as ours, alone(folder):
        if not ours:
            raise click.ClickException("Tallystick is running. Stop it first, then try again.")
        found = chosen(file, folder)
        if db.engine.dialect.name != "sqlite":
            bring_up()
        try:
            aside = restore(db.engine, found, folder, anyway)
        except Unsound as fault:
            words = (
                f"Nothing was changed: not all in this copy is sound. {fault}\nAnother copy may be; --anyway takes it."
            )
            raise click.ClickException(words) from None
    click.echo(f"{found} is in place." + (f" What was there before is in {aside}" if aside else ""))


def chosen(file: str, folder: Path) -> Path:
    """The copy that is meant."""
    path = (copies_in(folder) or [folder / "latest"])[-1] if file == "latest" else Path(file)
    if not path.is_file():
        raise click.ClickException(f"There is no copy {path}")
    return path


@click.command("import-circle")
@click.argument("file", type=click.File(encoding="utf-8"))
@with_appcontext
def bring_in(file: TextIO) -> None:
    """Bring a circle in from its FILE, and print the link that lets somebody score there."""
    bring_up()
    with told():
        taken = take(file, new_uid())
    click.echo(f"Evenings: {taken.evenings}, matches: {taken.matches}. Open this path once, it lets a phone in:")
    click.echo(f"/join/{taken.secret}")


def bring_up() -> None:
    """Bring the database to the newest revision."""
    from serve import upgrade_database

    upgrade_database(current_app)


def folder_of_copies() -> Path:
    """Where copies are kept, even if none are made by themselves."""
    return copies_folder(current_app.instance_path) or Path(current_app.instance_path) / "copies"
