"""Pictures rendered: an answer with a PNG, whose lettering can write any name that a font can.

The renderer shapes a text as one script, and draws boxes where two of its fonts would join or part letters differently.
So all letters of a line have one font, and at most its symbols another. What that leaves out is left out whole: a
symbol alone, a word with all its letters.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from unicodedata import bidirectional, category, combining, east_asian_width, normalize

import resvg_py
from flask import Response, render_template, request
from flask.typing import ResponseReturnValue

from table.icons import emblem
from web.auth.rate_limit import count_use
from web.i18n.locale import current_language
from web.markup import html
from web.review.fonts import OWN, Font, font_of, fonts_known, opened, unseen
from web.review.picture import Picture

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
PAIR = re.compile(r"--(\w+):light-dark\((#\w+),(#\w+)\)")
UNSEEN = re.compile("[\ufe0e\ufe0f]")  # which form of an emoji is meant
SYMBOLS = re.compile(r"([^\w\u0300-\u036f\u0900-\u0dff'’.,:;!?&()/·×…–-]+)")
SEQUENCE = re.compile(  # a flag, a tone of skin, a family: several characters for one emoji
    "[\U0001f1e6-\U0001f1ff]+|[\u2190-\u2bff\U0001f000-\U0001faff](?:[\U0001f3fb-\U0001f3ff]"
    "|\u200d[\u2190-\u2bff\U0001f000-\U0001faff])+"
)
WIDER = 1.15  # than our own are other letters
FROM_RIGHT, END = "\u202b", "\u202c"  # an embedding: the renderer takes every text to run from the left


def shown(picture: Picture, name: str) -> ResponseReturnValue:
    """A picture as it was asked for: dark, with first letters for names, to save as a file of this name.

    Who has it already is told so without drawing it; drawing is limited (429).
    """
    if "letters" in request.args:
        rows = [row._replace(names=tuple(map(first_letter, row.names))) for row in picture.rows]
        picture = picture._replace(rows=rows)
    lettering = Lettering(current_language().rtl)
    svg = render_template(
        "review/picture.svg", picture=picture, line=lettering.line, emblem=lambda key: html([*emblem(key)[2]]),
        colours=colours("dark" in request.args), rtl=lettering.rtl,
    )  # fmt: skip
    answer = Response(mimetype="image/png")
    mark = sha256(svg.encode()).hexdigest()[:32]
    answer.set_etag(mark)
    if "save" in request.args:
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    if not request.if_none_match.contains(mark):
        count_use("picture")
        answer.data = lettering.png(svg)
    return answer.make_conditional(request)


@cache
def colours(dark: bool) -> dict[str, str]:
    """The colours of the tokens of the style sheet by day or by night."""
    return {name: night if dark else day for name, day, night in PAIR.findall(TOKENS.read_text(encoding="utf-8"))}


class Lettered(NamedTuple):
    """A line as the renderer draws it, with its size; without a text where no font can draw it."""

    size: int
    family: str
    text: str


class Lettering:
    """The texts of one picture, and the fonts that they need. rtl: whether the page is read from right to left."""

    def __init__(self, rtl: bool = False) -> None:
        self.rtl = rtl
        self.fonts = {opened(OWN[0])}

    def line(self, words: str, size: int, room: float) -> Lettered:
        """A text without what no font draws, in the direction of its own letters, at most so large and so wide."""
        text = without(" ".join(UNSEEN.sub("", normalize("NFC", words)).split()), font_of)
        letters = "".join(filter(is_letter, text))
        if letters:
            text = " ".join(SEQUENCE.sub("", text).split())
        fonts = {font for character in text if (font := font_of(character))}
        if not fonts:
            return Lettered(size, "", "")
        every = letters or text
        whole = (font for font in fonts_known() if font.draws(every))
        first = next(whole, None) or max(fonts, key=lambda font: sum(map(font.has, every)))
        others = [font for font in fonts - {first} if font.draws(text) or not any(map(font.has, letters))]
        if len(fonts) > 1 and not (first.path == str(OWN[0]) and len(fonts) == 2 and others):
            text, others = without(text, first.has), []
        fonts = {first, *others}
        self.fonts |= fonts
        size, text = fitted(text, size, room if first.path == str(OWN[0]) else room / WIDER)
        way = next((kind for one in text if (kind := bidirectional(one)) in ("L", "R", "AL")), "R" if self.rtl else "L")
        return Lettered(size, first.family, text if way == "L" else f"{FROM_RIGHT}{text}{END}")

    def png(self, svg: str) -> bytes:
        """The picture in the size that the SVG says."""
        files = [font.path for font in sorted(filter(None, self.fonts), key=order)]
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, font_files=files, skip_system_fonts=True))


def order(font: Font) -> tuple[int, str]:
    """Our own fonts come first, as OWN has them."""
    own = [str(path) for path in OWN]
    return own.index(font.path) if font.path in own else len(own), font.path


def without(text: str, drawable: Callable[[str], object]) -> str:
    """A text without the symbols that cannot be drawn and without the words of which a letter cannot."""
    words = []
    for word in text.split(" "):
        parts = SYMBOLS.split(word)  # every second one is of symbols, with what joins them
        shown = [all(unseen(one) or drawable(one) for one in part) for part in parts]
        if all(shown[::2]):
            words.append("".join(part for part, can in zip(parts, shown, strict=True) if can))
    return " ".join(word for word in words if word)


def is_letter(character: str) -> bool:
    """Whether a character is a letter or a digit."""
    return category(character)[0] in "LN"


def first_letter(name: str) -> str:
    """The first letter of a name, with what belongs to it."""
    name = name.strip()
    end = next((n for n, letter in enumerate(name) if n and not combining(letter)), len(name))
    return name[:end].upper()


def fitted(text: str, size: int, room: float) -> tuple[int, str]:
    """The size at which a text fits, at most this one; of one that is too long for half of it as much as fits."""
    if width(text) * size > 2 * room:
        while width(text) * size > 2 * room - size:
            text = text[:-1]
        text = text.rstrip() + "…"
    return min(size, int(room / max(1, width(text)))), text


def width(text: str) -> float:
    """About how wide a text is, in sizes of its letters."""
    seen = (one for one in text if not unseen(one) and not combining(one))
    return sum(1.05 if east_asian_width(one) in "WF" else 0.6 if one.islower() else 0.7 for one in seen)
