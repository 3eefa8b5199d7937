"""Commands: what whoever runs the server does from the shell, each with ./run in front."""

from __future__ import annotations

import click
from flask import Flask

from commands import circles, copies, demo

MODULES = (copies, circles, demo)
COMMANDS = [each for module in MODULES for each in vars(module).values() if isinstance(each, click.Command)]


def register_commands(app: Flask) -> None:
    """Add every command to the app."""
    for command in COMMANDS:
        app.cli.add_command(command)
