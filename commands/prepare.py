"""What most commands do first: bring the database up to date."""

from __future__ import annotations

import click
from flask import current_app

from models.backup.server_lock import hold_server_lock
from models.base import db
from models.db.startup import ensure_database, explain_errors, folders_of


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
    ensure_database(db.engine, place)
