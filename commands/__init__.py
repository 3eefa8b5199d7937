"""Commands: what whoever runs the server does from the shell, each with ./run in front."""

from commands import circles, copies, demo  # noqa: F401  each makes its commands
from commands.command import COMMANDS

__all__ = ["COMMANDS"]
