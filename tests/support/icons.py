"""The icons of a home screen, drawn anew from static/icon.svg by python -m tests.support.icons."""

from __future__ import annotations

import re

import resvg_py

from config import ROOT

FOLDER = ROOT / "static" / "icons"
SOURCE = ROOT / "static" / "icon.svg"
GROUND = re.compile(r"<rect [^>]*/>")
FULL_GROUND = '<rect width="48" height="48" fill="#e6ebd6" stroke="none"/>'  # phones cut its corners themselves
SAFE = "translate(7.2 7.2) scale(.7)"  # what no phone cuts off: the middle 80 %


def icons() -> dict[str, bytes]:
    """Every icon as PNG, by the name of its file."""
    own = SOURCE.read_text(encoding="utf-8")
    full = GROUND.sub(FULL_GROUND, own)
    safe = full.replace("<g transform=", f'<g transform="{SAFE}"><g transform=').replace("</g>", "</g></g>")
    return {
        "192.png": png(own, 192),
        "512.png": png(own, 512),
        "512-maskable.png": png(safe, 512),
        "apple-180.png": png(full, 180),
    }


def png(svg: str, size: int) -> bytes:
    """A square picture of so many pixels."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size, skip_system_fonts=True))


if __name__ == "__main__":
    for name, content in icons().items():
        (FOLDER / name).write_bytes(content)
