"""The digits of numbers: those a language writes, and those that people type."""

from __future__ import annotations

LATIN, PERSIAN = "0123456789", "۰۱۲۳۴۵۶۷۸۹"
ZEROS = ("0", "۰", "٠")  # of the digits that people type: Latin, Persian, Arabic


def in_digits(text: str, digits: str) -> str:
    """A text with its Latin digits changed to others."""
    return "".join([digits[ord(letter) - 48] if "0" <= letter <= "9" else letter for letter in text])


def latin_digit(letter: str) -> str:
    """The Latin digit that a letter stands for; empty when it is none."""
    for zero in ZEROS:
        if 0 <= ord(letter) - ord(zero) <= 9:
            return str(ord(letter) - ord(zero))
    return ""
