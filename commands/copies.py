"""Commands for the whole database: copy, restore, check-database and rebuild-results."""

from __future__ import annotations

from pathlib import Path

import click
from flask import current_app

from commands.command import circle_by_name, command
from models.backup import restore as backup
from models.backup.backup import (
    copies_until,
    exclusive_server_lock,
    folder_lock,
    make_copy,
    sound_copies,
    suffix,
)
from models.backup.files import DamagedCopy
from models.base import db, local_now
from models.integrity import database_faults
from models.review.upkeep import BATCH, all_matches, matches_behind, rebuild
from models.startup import folders_of
from models.tables import Evening
from models.transaction import snapshot


@command("copy")
def copy() -> None:
    """Make a dated copy of the database now."""
    folder = current_app.config["COPIES_FOLDER"]
    with folder_lock(folder):
        try:
            click.echo(make_copy(db.engine, folder))
        except DamagedCopy as fault:
            raise click.ClickException(f"The copy was made, but not all in it is sound. {fault}") from None


@command("restore", on_database=False)
@click.argument("file")
@click.option("--anyway", is_flag=True, help="Put it back although something in it is damaged.")
def restore(file: str, anyway: bool) -> None:
    """Put a copy (FILE, or latest) back in the place of the database."""
    place = folders_of(current_app)
    with exclusive_server_lock(place.instance) as is_stopped, folder_lock(place.copies):
        if not is_stopped:
            raise click.ClickException("Tallystick is running. Stop it first, then try again.")
        chosen = chosen_copy(file, place.copies, suffix(db.engine))
        try:
            aside = backup.restore(db.engine, chosen, place.copies, anyway)
        except DamagedCopy as fault:
            raise click.ClickException(
                f"Nothing was changed: not all in this copy is sound. {fault}\nAnother copy may be; --anyway takes it."
            ) from None
    click.echo(f"{chosen} is in place." + (f" What was there before is in {aside}" if aside else ""))


def chosen_copy(file: str, folder: Path, end: str) -> Path:
    """The path of a copy; "latest" is the last one that is not from the future. ClickException when there is none."""
    path = latest_copy(folder, end) if file == "latest" else Path(file)
    if not path.is_file():
        raise click.ClickException(f"There is no copy {path}")
    return path


def latest_copy(folder: Path, end: str) -> Path:
    """The last copy that is sound and not from the future; where all are, it is not chosen for anybody."""
    copies = [path for path in sound_copies(folder) if path.suffix == end]
    past = copies_until(copies, local_now())
    if copies and not past:
        names = "".join(f"\n  ./run restore {path}" for path in copies)
        raise click.ClickException(
            f"By this machine’s clock every copy is from the future. Name the one you want:{names}"
        )
    return past[-1] if past else folder / "latest"


@command("check-database")
def check_database() -> None:
    """Look through the whole database, and name what is not as it was recorded."""
    with snapshot(db.engine) as connection:
        faults = database_faults(connection)
    for fault in faults:
        click.echo(fault)
    if faults:
        raise click.ClickException("Not all of it is sound. ./run restore FILE puts a copy back.")
    click.echo("All of it is sound.")


@command("rebuild-results")
@click.option("--circle", "name", help="The name or the letters of a circle; without it all are rebuilt.")
@click.option("--go-on", is_flag=True, help="Leave what is up to date: go on where it was stopped.")
def rebuild_results(name: str | None, go_on: bool) -> None:
    """Write all that is derived from the logs anew, and name the matches that are damaged."""
    where = Evening.circle_id == circle_by_name(name).id if name else None
    ids = matches_behind(where) if go_on else all_matches(where)
    damaged: list[str] = []
    with click.progressbar(length=len(ids), label="Matches") as bar:
        for uids in rebuild(ids):
            damaged += uids
            bar.update(min(BATCH, len(ids) - bar.pos))
    for uid in damaged:
        click.echo(f"Match {uid} is damaged: no results of it are shown until a copy is put back.")
