"""Commands for circles: circles, link, export, import-circle and delete-circle."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import click
from flask import current_app
from flask.cli import with_appcontext

from commands.deletion import OLD_COPIES, confirm_twice, empty_database_log, remove_pictures
from commands.errors import errors_in_words
from commands.lookup import circle_by_name
from commands.prepare import prepare_database
from models.base import db, new_uid
from models.circle_file.export import export_circle, find_damaged_matches, snapshot
from models.circle_file.importer import import_circle_file
from models.db.transaction import write_transaction
from models.host.circle_list import circle_summaries, summarize
from models.log.errors import BrokenChain
from models.people import delete_circle as deletion
from models.tables.grant import SCORE, WATCH, make_grant


@click.command("circles")
@with_appcontext
def list_circles() -> None:
    """List the circles: their names, when they last met, how large they are."""
    prepare_database()
    for one in circle_summaries():
        met = f"last evening {one.last}" if one.last else "no evening yet"
        size = f"players: {one.players}, evenings: {one.evenings}, matches: {one.matches}"
        click.echo(f"{one.circle.uid}  {one.circle.name or '(no name)'}  ({met}; {size})")


@click.command("link")
@click.argument("circle")
@click.option("--watch", is_flag=True, help="The link may only look on.")
@with_appcontext
def link(circle: str, watch: bool) -> None:
    """Make a new link for a CIRCLE (its name, or the letters before it in ./run circles)."""
    prepare_database()
    found = circle_by_name(circle)
    with errors_in_words(), write_transaction():
        _, secret = make_grant(found, WATCH if watch else SCORE, "host")
    click.echo(f"Open this path once on the phone that is to be let in to {found.name or found.uid}:")
    click.echo(f"{current_app.config['HOST'] or ''}/join/{secret}")


@click.command("export")
@click.argument("circle")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--without-damaged", is_flag=True, help="Leave out the matches that are damaged.")
@with_appcontext
def export(circle: str, file: Path, without_damaged: bool) -> None:
    """Write a CIRCLE into a FILE, which ./run import and the page for it take."""
    prepare_database()
    found = circle_by_name(circle)
    with errors_in_words(), snapshot(db.engine) as connection:
        left_out = [broken.match for broken in find_damaged_matches(connection, found.id)] if without_damaged else []
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise click.ClickException(f"Nothing was changed: there is a file {file} already.") from None
        try:
            with open(handle, "w", encoding="utf-8") as out:  # noqa: PTH123  one that only its owner reads
                out.writelines(export_circle(connection, found.id, left_out))
        except BrokenChain as broken:
            file.unlink()
            raise click.ClickException(f"{broken}. --without-damaged leaves out such matches.") from None
        except BaseException:
            file.unlink()
            raise
    click.echo(f"{file}" + "".join(f"\nLeft out, since it is damaged: match {uid}" for uid in left_out))


@click.command("import-circle")
@click.argument("file", type=click.File("rb"))
@with_appcontext
def import_circle(file: BinaryIO) -> None:
    """Bring a circle in from its FILE, and print the link that lets somebody score there."""
    prepare_database()
    with errors_in_words():
        taken = import_circle_file(file.read(), new_uid())
    click.echo(f"Evenings: {taken.evenings}, matches: {taken.matches}. Open this path once, it lets a phone in:")
    click.echo(f"/join/{taken.secret}")


@click.command("delete-circle")
@click.argument("circle")
@with_appcontext
def delete_circle(circle: str) -> None:
    """Delete a CIRCLE for good, with all that was ever played in it."""
    prepare_database()
    found = circle_by_name(circle)
    one, name = summarize(found), found.name or found.uid
    size = f"players: {one.players}, evenings: {one.evenings}, matches: {one.matches}"
    confirm_twice(f"Delete {name} for good ({size})?", f"Type {name} to delete it", name)
    with errors_in_words():
        deletion.delete_circle(found)
    click.echo(f"{name} is deleted. {OLD_COPIES}")
    remove_pictures()
    empty_database_log()
