"""QR codes: of a link, drawn by our own templates; of an address, as text for a terminal."""

from __future__ import annotations

import io
from itertools import groupby
from typing import NamedTuple

import segno

QUIET_ZONE = 4  # modules around it that stay white


class QrCode(NamedTuple):
    """Link, SVG viewBox with the quiet zone, and the dark modules as one SVG path."""

    link: str
    box: str
    path: str


def make_qr_code(link: str) -> QrCode:
    """The QR code of a link."""
    rows = segno.make(link, micro=False, error="m").matrix
    width = len(rows) + 2 * QUIET_ZONE
    return QrCode(
        link,
        f"{-QUIET_ZONE} {-QUIET_ZONE} {width} {width}",
        "".join(row_path(y, bytes(row)) for y, row in enumerate(rows)),
    )


def row_path(y: int, row: bytes) -> str:
    """The dark runs of a row as rectangles one module high."""
    drawn, x = [], 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            drawn.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(drawn)


def terminal_qr_code(address: str) -> str:
    """The QR code of an address, in block characters."""
    picture = io.StringIO()
    segno.make(address).terminal(picture, compact=True)
    return picture.getvalue()
