"""The secret key that signs cookies, where SECRET_KEY sets none: a file in the instance folder."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
from pathlib import Path

from config import NotUsable
from models.backup.files import fsync_path


def secret_key(folder: Path) -> str:
    """The key in a folder: made on the first run, readable by its owner only, the same ever after."""
    path = folder / "secret"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, encoding="ascii") as new:  # mode 600
            new.write(secrets.token_urlsafe(48))
            new.flush()
            os.fsync(new.fileno())  # a power cut leaves no empty one
            with contextlib.suppress(FileExistsError):
                os.link(new.name, path)
        fsync_path(folder)
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if not key:
        raise NotUsable(
            f"The secret that signs cookies is empty: {path}. Put it back from where you keep it, or remove that file: "
            "then a new one is made, and every phone needs its link again."
        )
    return key
