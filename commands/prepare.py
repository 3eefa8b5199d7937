"""What most commands do first: bring the database up to date."""

from __future__ import annotations

import click
from flask import current_app

from models.backup.server_lock import held
from models.base import db
from models.db.startup import in_words, place_of, ready


def prepare_database() -> None:
    """Bring the database to the newest revision; ClickException when it cannot be used, or a copy is being put back.

    No copy is put back until the command ends.
    """
    place = place_of(current_app)
    with in_words(place):
        lock = held(place.instance)
    if lock is None:
        raise click.ClickException("A copy is being put back just now. Try again when that is done.")
    click.get_current_context().call_on_close(lock.close)
    ready(db.engine, place)
