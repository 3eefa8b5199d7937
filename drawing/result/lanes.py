"""Who was still in, deal by deal: a lane for each side, ending where it went out. Lengths: tenths of SVG units."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import LETTERS
from drawing.node import node
from drawing.result.chart import WIDTH, divided, drawing, label, mirrored, pin, tenths

if TYPE_CHECKING:
    from typing import Any

    from drawing.locale import Language
    from drawing.node import Node
    from scoring.game import Game
    from scoring.words import Line

LANE = 300


class Lanes:
    """The lanes with the tricks of every deal, in a game whose totals do not tell how the sides stand."""

    def __init__(self, language: Language, lines: list[Line], game: Game) -> None:
        self.language, self.lines = language, lines
        self.sides = range(len(lines[0].totals))
        self.tricks: list[list[Any]] = [game.taken(line.deal.entry) or [None] * len(line.totals) for line in lines]
        self.spared = [game.spared(line) for line in lines]

    def drawn(self) -> Node:
        """The drawing."""
        height = LANE * len(self.sides) + 240
        days = [label(self.x(n), height - 60, self.language.number(line.number)) for n, line in enumerate(self.lines)]
        words = self.language.gettext("Tricks of every deal, until out")
        return drawing(height, words, days, [self.lane(side) for side in self.sides])

    @property
    def any_low(self) -> bool:
        """Whether any side played on after it had failed."""
        return any(self.is_low(n, side) for side in self.sides for n in range(len(self.lines)) if self.took(n, side))

    def took(self, n: int, side: int) -> bool:
        """Whether a side took part in a deal."""
        return self.tricks[n][side] is not None

    def is_low(self, n: int, side: int) -> bool:
        """Whether a side was in a deal only because it had been spared in the one before."""
        return n > 0 and side in self.spared[n - 1]

    def x(self, n: int) -> int:
        """The x of a deal."""
        return mirrored(self.language, 200 + divided((WIDTH - 400) * (n + 1), len(self.lines)))

    def lane(self, side: int) -> Node:
        """One side's lane: its mark, its line, and its tricks of every deal."""
        y, start = LANE * side + 200, self.x(-1)
        played = [n for n in range(len(self.lines)) if self.took(n, side)]
        end = self.x(played[-1]) if played else start
        return node(
            "g",
            {"class": LETTERS[side]},
            node("path", {"class": "way", "d": f"M{tenths(start)} {tenths(y)}H{tenths(end)}"}),
            node("g", {"class": "pin"}, pin(side, start, y)),
            [self.stop(n, side, y) for n in played],
        )

    def stop(self, n: int, side: int, y: int) -> Node:
        """The tricks of one deal in a ring, which is dashed where the side had been spared."""
        x = tenths(self.x(n))
        ring = node("circle", {"cx": x, "cy": tenths(y), "r": "11"})
        place = {"x": x, "y": tenths(y + 50), "text-anchor": "middle", "font-size": "15"}
        figure = node("text", place, self.language.number(self.tricks[n][side]))
        return node("g", {"class": "stop low" if self.is_low(n, side) else "stop"}, ring, figure)
