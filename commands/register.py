"""Every command of the flask command line, one list."""

from __future__ import annotations

from flask import Flask

from commands import backups, circles, database, icons, people
from commands.demo.command import demo

COMMANDS = (
    database.rebuild_results,
    database.check_database,
    backups.copy,
    backups.restore,
    circles.list_circles,
    circles.link,
    circles.export,
    circles.import_circle,
    circles.delete_circle,
    people.delete_person,
    icons.make_icons,
    demo,
)


def register_commands(app: Flask) -> None:
    """Add every command to the app."""
    for command in COMMANDS:
        app.cli.add_command(command)
