"""Commands for copies of the database: copy and restore."""

from __future__ import annotations

from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext

from commands.errors import errors_in_words
from commands.prepare import prepare_database
from models.backup import restore as backup
from models.backup.backup import DamagedCopy, copies_until, folder_lock, local_now, make_copy, sound_copies
from models.backup.server_lock import exclusive_server_lock
from models.base import db
from models.db.startup import ensure_database, folders_of


@click.command("copy")
@with_appcontext
def copy() -> None:
    """Make a dated copy of the database now."""
    prepare_database()
    folder = current_app.config["COPIES_FOLDER"]
    with errors_in_words(), folder_lock(folder):
        try:
            click.echo(make_copy(db.engine, folder))
        except DamagedCopy as found:
            raise click.ClickException(f"The copy was made, but not all in it is sound. {found}") from None


@click.command("restore")
@click.argument("file")
@click.option("--anyway", is_flag=True, help="Put it back although something in it is damaged.")
@with_appcontext
def restore(file: str, anyway: bool) -> None:
    """Put a copy (FILE, or latest) back in the place of the database."""
    place = folders_of(current_app)
    with errors_in_words(), exclusive_server_lock(place.instance) as is_stopped, folder_lock(place.copies):
        if not is_stopped:
            raise click.ClickException("Tallystick is running. Stop it first, then try again.")
        chosen = chosen_copy(file, place.copies)
        if db.engine.dialect.name != "sqlite":
            ensure_database(db.engine, place, anew=True)
        try:
            aside = backup.restore(db.engine, chosen, place.copies, anyway)
        except DamagedCopy as fault:
            raise click.ClickException(
                f"Nothing was changed: not all in this copy is sound. {fault}\nAnother copy may be; --anyway takes it."
            ) from None
    click.echo(f"{chosen} is in place." + (f" What was there before is in {aside}" if aside else ""))


def chosen_copy(file: str, folder: Path) -> Path:
    """The path of a copy; "latest" is the last one that is not from the future. ClickException when there is none."""
    path = latest_copy(folder) if file == "latest" else Path(file)
    if not path.is_file():
        raise click.ClickException(f"There is no copy {path}")
    return path


def latest_copy(folder: Path) -> Path:
    """The last copy that is sound and not from the future; where all are, it is not chosen for anybody."""
    copies = sound_copies(folder)
    past = copies_until(copies, local_now())
    if copies and not past:
        names = "".join(f"\n  ./run restore {path}" for path in copies)
        raise click.ClickException(
            f"By this machine’s clock every copy is from the future. Name the one you want:{names}"
        )
    return past[-1] if past else folder / "latest"
