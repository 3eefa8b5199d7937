"""Which files of scoring/ only the server runs: those that tell a match afterwards. No phone is given them."""

from __future__ import annotations

from pathlib import PurePath

TELLING = ("review.py", "win_chance.py")  # of scoring/, the first in each game's folder, too


def server_only(path: PurePath) -> bool:
    """Whether this file, given from the top of the project, is the server's only."""
    return path.parts[0] == "scoring" and path.name in TELLING
