"""Commands for the whole database: rebuild-results and check-database."""

from __future__ import annotations

import click
from flask.cli import with_appcontext

from commands.errors import errors_in_words
from commands.lookup import circle_by_name
from commands.prepare import prepare_database
from models.backup.backup import database_faults
from models.base import db
from models.circle_file.export import snapshot
from models.review.stored.catch_up import BATCH, all_matches, rebuild, stale_matches
from models.tables.evening import Evening


@click.command("rebuild-results")
@click.option("--circle", "name", help="The name or the letters of a circle; without it all are rebuilt.")
@click.option("--go-on", is_flag=True, help="Leave what is up to date: go on where it was stopped.")
@with_appcontext
def rebuild_results(name: str | None, go_on: bool) -> None:
    """Write all that is derived from the logs anew, and name the matches that are damaged."""
    prepare_database()
    with errors_in_words():
        where = Evening.circle_id == circle_by_name(name).id if name else None
        ids = stale_matches(where) if go_on else all_matches(where)
        damaged: list[str] = []
        with click.progressbar(length=len(ids), label="Matches") as bar:
            for found in rebuild(ids):
                damaged += found
                bar.update(min(BATCH, len(ids) - bar.pos))
    for uid in damaged:
        click.echo(f"Match {uid} is damaged: no results of it are shown until a copy is put back.")


@click.command("check-database")
@with_appcontext
def check_database() -> None:
    """Look through the whole database, and name what is not as it was recorded."""
    prepare_database()
    with errors_in_words(), snapshot(db.engine) as connection:
        faults = database_faults(connection)
    for fault in faults:
        click.echo(fault)
    if faults:
        raise click.ClickException("Not all of it is sound. ./run restore FILE puts a copy back.")
    click.echo("All of it is sound.")
