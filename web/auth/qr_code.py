"""A link as a QR code, drawn by our own templates."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import segno

QUIET = 4  # modules around it that stay white


class Code(NamedTuple):
    """What the drawing needs: the box with its quiet zone, and the dark modules as one path."""

    link: str
    box: str
    path: str


def code(link: str) -> Code:
    """The code of a link."""
    rows = segno.make(link, micro=False, error="m").matrix
    width = len(rows) + 2 * QUIET
    return Code(link, f"{-QUIET} {-QUIET} {width} {width}", "".join(bars(y, bytes(row)) for y, row in enumerate(rows)))


def bars(y: int, row: bytes) -> str:
    """The dark runs of a row as rectangles one module high."""
    drawn, x = [], 0
    for dark, run in groupby(row):
        length = len(list(run))
        if dark:
            drawn.append(f"M{x} {y}h{length}v1h-{length}z")
        x += length
    return "".join(drawn)
