"""SVG to PNG, with our own fonts only."""

from __future__ import annotations

from pathlib import Path

import resvg_py

FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]


def png(svg: str) -> bytes:
    """The picture in the size that the SVG says."""
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=FONTS, skip_system_fonts=True))
