"""Pictures kept in the instance folder by the hash of what they show; those go first that were used longest ago."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile

from web.review.picture.card import PictureCard, card_svg
from web.review.picture.render import png

FOLDER, MOST = "pictures", 16 << 20  # bytes of all pictures together


def stored_picture(
    instance: Path, card: PictureCard, dark: bool, most: int = MOST, before: Callable[[], object] = lambda: None
) -> bytes:
    """The PNG of a card, rendered unless one that shows the same is kept; before: what is done first then."""
    svg = card_svg(card, dark)
    place = instance / FOLDER / f"{sha256(svg.encode()).hexdigest()[:32]}.png"
    with suppress(OSError):
        found = place.read_bytes()
        place.touch()
        return found
    before()
    picture = png(svg)
    with suppress(OSError):  # on a full disk it is drawn again
        keep(place, picture, most)
    return picture


def keep(place: Path, picture: bytes, most: int) -> None:
    """Write a picture whole or not at all, and drop the oldest of too many; OSError on a full disk."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=place.parent, delete=False) as half:
        try:
            half.write(picture)
            half.flush()
        except OSError:
            Path(half.name).unlink()
            raise
    Path(half.name).replace(place)
    drop_oldest(place.parent, most)


def drop_oldest(folder: Path, most: int) -> None:
    """Delete the pictures used longest ago until the rest is small enough."""
    found = sorted(
        ((file.stat(), file) for file in os.scandir(folder)), key=lambda pair: pair[0].st_mtime_ns, reverse=True
    )
    size = 0
    for status, file in found:
        size += status.st_size
        if size > most:
            Path(file.path).unlink(missing_ok=True)
