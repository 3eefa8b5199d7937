"""What both commands that delete for good do: confirm by name, and say where it is still found."""

from __future__ import annotations

from pathlib import Path

import click
from flask import current_app

from models.people.delete_circle import truncate_wal

OLD_COPIES = (
    "Copies that were made before hold it still, until later ones of seven days and four weeks are there or you remove "
    "them."
)
PICTURES = "pictures"  # where the web keeps those of stories
STILL_READ = "Somebody reads just now, so it still stands in the log beside the database. Stop Tallystick once."


def confirm_twice(question: str, prompt: str, name: str) -> None:
    """Go on only for a yes, and for the name typed out."""
    click.confirm(question, abort=True)
    if click.prompt(prompt, default="", show_default=False) != name:
        raise click.ClickException("That is not the name. Nothing was changed.")


def empty_database_log() -> None:
    """Empty the database's log of what is gone; say what to do where it cannot be done now."""
    if not truncate_wal():
        click.echo(STILL_READ)


def remove_pictures() -> None:
    """Delete the pictures of stories, which show names; they are drawn anew when somebody asks."""
    for picture in (Path(current_app.instance_path) / PICTURES).glob("*"):
        picture.unlink(missing_ok=True)
