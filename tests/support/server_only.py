"""Which files of scoring/ only the server runs: those that tell a match afterwards. No phone is given them."""

from __future__ import annotations

from pathlib import PurePath

PACKAGES = ("review", "win_chance")  # of scoring/
OF_A_GAME = ("win_chance.py", "review.py")  # in the game's folder


def server_only(path: PurePath) -> bool:
    """Whether this file, given from the top of the project, is the server's only."""
    if path.parts[0] != "scoring":
        return False
    return path.parts[1] in PACKAGES or (path.parts[1] == "games" and len(path.parts) == 4 and path.name in OF_A_GAME)
