"""Commands for the whole database: rebuild-results and check-database."""

from __future__ import annotations

import click
from flask.cli import with_appcontext

from commands.errors import errors_in_words
from commands.prepare import prepare_database
from models.backup.backup import database_faults
from models.base import db
from models.circle_file.export import snapshot
from models.tables import result


@click.command("rebuild-results")
@with_appcontext
def rebuild_results() -> None:
    """Write the results of every match that is over anew, and name the matches that are damaged."""
    for damage in result.rebuild_results():
        click.echo(damage)


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
