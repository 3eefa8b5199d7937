"""Font files by what they can draw: our own, then those of the system.

Here lie Recursive (its casual cut), Vazirmatn and DejaVu Sans, with their licences: Latin, Arabic and Persian, Greek,
Cyrillic, Armenian, Hebrew and Georgian letters. Other scripts and emoji are drawn where the system has a font of them.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import category

OWN = tuple(Path(__file__).parent / f"{name}.ttf" for name in ("casual", "vazirmatn", "dejavu"))
FOLDERS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "/System/Library/Fonts", "/Library/Fonts",
    "C:/Windows/Fonts",
)  # fmt: skip
BOXES = re.compile(r"last.?resort|blank|notdef|barcode", re.IGNORECASE)  # fonts that draw anything, as a box or as none
ODD = re.compile(r"mono|serif|italic|oblique|condensed|narrow|light|thin", re.IGNORECASE)


class Font(NamedTuple):
    """A font file: the families that it answers to, and its table from characters to glyphs."""

    path: str
    family: str
    characters: bytes

    def draws(self, text: str) -> bool:
        """Whether it has a glyph for each character of a text but spaces and what is not seen."""
        return all(character == " " or unseen(character) or self.has(character) for character in text)

    def has(self, character: str) -> bool:
        """Whether it has a glyph for a character."""
        return glyph_in(self.characters, ord(character)) > 0


@lru_cache(4096)
def font_of(character: str) -> Font | None:
    """The first font with a glyph for a character; None where there is none."""
    return next((font for font in fonts_known() if font.has(character)), None)


def fonts_known() -> Iterator[Font]:
    """Our own fonts, then those of the system, opened as they are asked for."""
    for path in (*OWN, *system_fonts()):
        if font := opened(path):
            yield font


@cache
def system_fonts() -> tuple[Path, ...]:
    """The font files of the system: emoji, then what is bold and plain, as our own lettering is."""
    files = [file for folder in FOLDERS for file in Path(folder).expanduser().rglob("*.[toTO][tT][fFcC]")]
    plain = [file for file in files if not BOXES.search(file.name)]
    return tuple(sorted(plain, key=plainness))


def plainness(file: Path) -> tuple[bool, bool, bool, str]:
    """The order in which fonts are asked for a character."""
    return "Emoji" not in file.name, bool(ODD.search(file.name)), "Bold" not in file.name, file.name


@lru_cache(256)
def opened(path: Path) -> Font | None:
    """A font file, of a collection the first; None for one that cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(16)
            file.seek(struct.unpack_from(">I", head, 12)[0] if head.startswith(b"ttcf") else 0)
            count = struct.unpack(">4xH6x", file.read(12))[0]
            places = {tag: (at, size) for tag, at, size in struct.iter_unpack(">4s4xII", file.read(16 * count))}
            tables = [(file.seek(at), file.read(size))[1] for at, size in (places[b"name"], places[b"cmap"])]
        return Font(str(path), family_in(tables[0]), unicode_in(tables[1]))
    except (OSError, struct.error, KeyError, ValueError):
        return None


def family_in(table: bytes) -> str:
    """The families that the renderer knows a font by, as CSS; ValueError for none."""
    count, strings = struct.unpack_from(">2xHH", table)
    found: dict[int, str] = {}
    for n in range(count):
        platform, _, _, kind, size, at = struct.unpack_from(">6H", table, 6 + 12 * n)
        if platform in (0, 3) and kind in (1, 16):
            found.setdefault(kind, table[strings + at : strings + at + size].decode("utf-16-be"))
    if not found:
        raise ValueError("a font without a name")
    return ",".join(f"'{found[kind]}'" for kind in sorted(found, reverse=True))


def unicode_in(table: bytes) -> bytes:
    """The part of a table of characters with the most of Unicode; ValueError for none."""
    count = struct.unpack_from(">2xH", table)[0]
    entries = [struct.unpack_from(">HHI", table, 4 + 8 * n) for n in range(count)]
    parts = [table[at:] for platform, kind, at in entries if platform == 0 or (platform, kind) in ((3, 1), (3, 10))]
    known = {part[:2]: part for part in parts}
    for form in (b"\0\x0c", b"\0\x04"):
        if form in known:
            return known[form]
    raise ValueError("a font without Unicode")


def glyph_in(table: bytes, code: int) -> int:
    """The glyph of a character in a table of form 12 or 4; 0 for none."""
    if table[1] == 12:
        count = struct.unpack_from(">I", table, 12)[0]
        groups = struct.iter_unpack(">III", table[16 : 16 + 12 * count])
        return next((first + code - start for start, end, first in groups if start <= code <= end), 0)
    count = struct.unpack_from(">H", table, 6)[0] // 2
    ends, starts, shifts, places = (
        struct.unpack_from(f">{count}H", table, at + 2 * count * n) for n, at in enumerate((14, 16, 16, 16))
    )
    segment = next((n for n, end in enumerate(ends) if code <= end), None)
    if segment is None or code < starts[segment]:
        return 0
    glyph = code
    if places[segment]:
        at = 16 + 6 * count + 2 * segment + places[segment] + 2 * (code - starts[segment])
        glyph = struct.unpack_from(">H", table, at)[0]
    return (glyph + shifts[segment]) & 0xFFFF if glyph else 0


def unseen(character: str) -> bool:
    """Whether a character has no form of its own: it joins, parts, or says which way to read."""
    return category(character) in ("Cf", "Cc")
