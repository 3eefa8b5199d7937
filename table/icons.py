"""The small drawings: marks of sides, icons (24 units), emblems (48 units), the ring around the bid in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.node import classes, from_json, node

if TYPE_CHECKING:
    from table.node import Content, Node

LETTERS = "abcdefghijklmn"  # the house marks of sides and people, in order
RED = ("hearts", "diamonds", "♥", "♦")
TURNED = ("back", "undo", "redo", "erase")  # what points the way that one reads

ICONS = {
    "back": ("M15 5 8 12l7 7",),
    "undo": ("M9 14 4 9l5-5", "M4 9h10a6 6 0 0 1 0 12h-3"),
    "redo": ("m15 14 5-5-5-5", "M20 9H10a6 6 0 0 0 0 12h3"),
    "menu": ("M5 7h14M5 12h14M5 17h14",),
    "turn": ("M4 12a8 8 0 0 1 13.5-5.8L20 8M20 3.5v4.5h-4.5", "M20 12a8 8 0 0 1-13.5 5.8L4 16M4 20.5v-4.5h4.5"),
    "wait": ("M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "M12 8v4.5M12 16v.5"),
    "minus": ("M6 12h12",),
    "erase": ("M9 5h12v14H9l-6-7z", "M12.5 9.5l5 5M17.5 9.5l-5 5"),
    "check": ("m5 12.5 4.5 4.5L19 7.5",),
    "pause": ("M9 5v14M15 5v14",),
    "play": ("M7.5 5 18 12 7.5 19z",),
    "flag": ("M6 21V4h12l-3 4 3 4H6",),
    "watch": (
        "M2.5 12C6 6.5 18 6.5 21.5 12 18 17.5 6 17.5 2.5 12z",
        "M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
    ),
    "across": (
        "M5.5 4h13a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z",
        "M3.5 12h17M9 8l3-2 3 2M9 16l3 2 3-2",
    ),
    "pencil": ("M5 19l1-4L16.5 4.5l3 3L9 18z", "M3.5 21.5h17"),
    "sun": (
        "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
        "M12 2v3M12 19v3M2 12h3M19 12h3",
    ),
    "buzz": ("M8.5 4h7a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z", "M4 9.5v5M20 9.5v5"),
    "bell": ("M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4",),
    "scales": ("M12 4v16M7 20h10M5 7h14M5 7l-2.5 6h5zM19 7l-2.5 6h5z",),
    "book": ("M12 6C9.5 4.5 6.5 4 3.5 4.5v14c3-.5 6 0 8.5 1.5 2.5-1.5 5.5-2 8.5-1.5v-14c-3-.5-6 0-8.5 1.5zM12 6v14",),
    "past": ("M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4 4.5v4h4", "M12 8v4.5l3 2"),
    "screen": ("M3.5 5h17v12h-17zM8.5 20.5h7",),
    "clock": ("M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z", "M12 7v5l3.5 2"),
    "print": ("M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",),
    "away": (
        "M9.5 2.5h5A2.5 2.5 0 0 1 17 5v14a2.5 2.5 0 0 1-2.5 2.5h-5A2.5 2.5 0 0 1 7 19V5a2.5 2.5 0 0 1 2.5-2.5z",
        "M11 18.5h2M2.5 5 21.5 20",
    ),
    "grid": ("M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",),
}


def mark(side: int) -> Node:
    """The mark of a side: colour and shape together."""
    return node("i", {"class": "mark " + LETTERS[side]})


def icon(name: str) -> Node:
    """An icon; those that point the way turn round where one reads from right to left."""
    style = "turn" if name in TURNED else None
    return node("svg", {"class": style, "viewBox": "0 0 24 24", "aria-hidden": "true"}, [line(d) for d in ICONS[name]])


def emblem(name: str) -> Node:
    """The emblem of the app (stick), of a game by its key, or of how somebody stands in a match: in, dog, out.

    A game without a drawing of its own has the three cards.
    """
    drawn = EMBLEMS.get(name) or (EMBLEMS["in"] if name else None)
    return node("svg", {"class": "emblem", "viewBox": "0 0 48 48", "aria-hidden": "true"}, drawn)


def add_emblems(found: dict[str, list[Content]]) -> None:
    """Add the emblems of games, as nodes or as JSON read from them, by their keys."""
    EMBLEMS.update({name: [from_json(part) for part in found[name]] for name in found})


def ring(side: int, word: str, number: bool = False) -> Node:
    """The ring around the bid in play, in the colour of the side that made it; words are smaller than numbers."""
    style = "red" if word in RED else "word" if len(word) > 2 and not number else None
    loop = node("path", {"filter": "url(#rough-stroke)", "d": LOOP})
    drawn = node("svg", {"viewBox": "0 0 76 56", "preserveAspectRatio": "none", "aria-hidden": "true"}, loop)
    return node(
        "span",
        {"class": classes("ring", LETTERS[side], "lettered" if style == "word" else "")},
        node("b", {"class": style}, word),
        drawn,
    )


LOOP = "M44 5C22 1 5 11 4 27c-1 15 14 25 35 25 20 0 34-9 34-24C73 13 58 5 36 7"


def line(d: str) -> Node:
    """A line of a drawing."""
    return node("path", {"d": d})


def fill(d: str) -> Node:
    """A filled part of a drawing."""
    return node("path", {"class": "fill", "d": d})


def dot(x: str, y: str, size: str) -> Node:
    """A dot of a drawing."""
    return node("circle", {"class": "dot", "cx": x, "cy": y, "r": size})


def paper(x: str, y: str, width: str, height: str, turn: str | None = None) -> Node:
    """The outline of a card."""
    return node(
        "rect", {"class": "paper", "x": x, "y": y, "width": width, "height": height, "rx": "3", "transform": turn}
    )


def turned(turn: str, *parts: Content) -> Node:
    """A part of a drawing that stands askew."""
    return node("g", {"transform": turn}, list(parts))


EMBLEMS: dict[str, list[Content]] = {
    "stick": [
        turned(
            "rotate(-17 24 24)",
            fill("M3 15h42l-3 9 3 9H3l3-9z"),
            line("M5.5 24H9M22 24h3M30 24h12"),
            line("M3 15h6l3.5 8 3.5-8h2l3.5 8 3.5-8h20l-3 9 3 9H34l-3.5-8-3.5 8h-7l-3.5-8-3.5 8H3l3-9z"),
        )
    ],
    "dog": [
        fill("M13 44c0-9 3-13 6-17l11-2c3 5 3 13 3 19z"),
        line("M12.5 44.5C12 36 15 31 18.5 27 15 26 12 24.5 9 21c3-1 5-2.5 7-6 1-5 5-8.5 11-8.5 2 0 4.5.8 6 2"),
        line("M30.5 9c4.5 1 7 6 6 12.5-3.5.5-6-2.5-6.5-6"),
        line("M31 21.5c3.5 6 4 14 4 23H12.5M24 44v-9M35 41c5 .5 7-3 6.5-7"),
        dot("22", "14.5", "1.9"),
        dot("9.5", "20.5", "2.3"),
    ],
    "in": [
        paper("6", "12", "17", "26", "rotate(-14 14 25)"),
        paper("16", "10", "17", "27"),
        paper("26", "12", "17", "26", "rotate(14 34 25)"),
    ],
    "out": [
        fill("M4 20h15l-4 5 6 3-3 5H4zM44 20H27l-4 5 5 3-4 5h20z"),
        line("M4 20h15l-4 5 6 3-3 5H4M44 20H27l-4 5 5 3-4 5h20"),
    ],
}
