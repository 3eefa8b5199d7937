"""Letters of a card: the size at which a title or a line fits, and the first letter of a name."""

from __future__ import annotations

from textwrap import shorten, wrap
from unicodedata import combining

SIZES = (84, 72, 60, 50)  # of the title, the largest that fits
BROAD = 0.55  # width of a letter, of its size, about


def first_letter(name: str) -> str:
    """The first letter of a name, with what belongs to it."""
    name = name.strip()
    end = next((n for n, letter in enumerate(name) if n and not combining(letter)), len(name))
    return name[:end].upper()


def fitted(title: str, room: int, beside: int) -> tuple[int, list[str]]:
    """The largest size at which the title has two lines and the second leaves room for so many letters."""
    for size in SIZES:
        most = int(room / (BROAD * size))
        lines = wrap(title, most)
        if len(lines) <= 2 and len(lines[-1]) + beside <= most:
            return size, lines
    return SIZES[-1], wrap(shorten(title, 2 * most - beside - 4, placeholder=" …"), most)


def fitted_line(line: str, room: int) -> tuple[str, int]:
    """A line and the size at which it fits."""
    size = max(24, min(36, int(room / (0.52 * len(line))))) if line else 36
    return shorten(line, int(room / (0.5 * size)), placeholder=" …"), size
