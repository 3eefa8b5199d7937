"""The command demo: fill an empty installation with a made-up circle."""

from __future__ import annotations

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import select

from commands.demo.circle_file import demo_file
from commands.errors import errors_in_words
from commands.prepare import prepare_database
from models.base import db, new_uid, now
from models.circle_file.importer import import_circle_file
from models.review.stored.catch_up import catch_up
from models.review.stored.win_chances import work_out_chances
from models.tables.circle import Circle


@click.command("demo")
@with_appcontext
def demo() -> None:
    """Fill an empty installation with two years of a made-up circle's evenings, and print the link to it."""
    prepare_database()
    if db.session.scalar(select(Circle.id).limit(1)) is not None:
        raise click.ClickException("There is a circle here already: the demonstration needs an empty installation.")
    with errors_in_words():
        found = import_circle_file(demo_file(now().date()).encode(), new_uid())
        circle = found.grant.circle_id or 0
        while catch_up(circle).left or work_out_chances(circle):
            pass
    click.echo(f"{found.evenings} evenings with {found.matches} matches. Start ./run, then open this path once:")
    click.echo(f"{current_app.config['HOST'] or ''}/join/{found.secret}")
