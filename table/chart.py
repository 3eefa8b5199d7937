"""How a match went, as a drawing: a line for each side, or a lane of strokes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.icons import LETTERS
from table.node import node

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Line
    from table.language import Language
    from table.node import Content, Node

WIDTH, TOP, BOTTOM = 3260, 190, 1660
HEIGHT = BOTTOM + 280
SMALL, LARGE = 80, 130  # width of a figure beside the grid, and at the end
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_LINES, MOST_LABELS, MOST_PINS = 5, 10, 40
APART = 170  # least distance of two figures at the end
PINS = (  # the marks of the sides after the first
    "m0-6l6 6-6 6-6-6z",
    "m0-6l6 10.500h-12z",
    "m-5-5h10v10h-10z",
    "m-3-5.500h6l3.500 5.500-3.500 5.500h-6l-3.500-5.500z",
    "m-5-5.500h10l-5 5.500 5 5.500h-10l5-5.500z",
    "m-6-2.500h12v5h-12z",
)


class Chart:
    """Grid, goal, labels, and a line for each side, the winners' on top.

    opening: the total of every side before the first line; goal: the total that ends the match, goal_words its label.
    """

    def __init__(
        self,
        language: Language,
        opening: int,
        lines: list[Line],
        goal: int | None,
        goal_words: str,
        winners: tuple[int, ...],
        names: list[str],
    ) -> None:
        self.language, self.goal, self.goal_words = language, goal, goal_words
        self.winners, self.names = winners, names
        self.labels = [language.number(line.number) if line.deal.kind == "deal" else "" for line in lines]
        self.totals = [(opening,) * len(names)] + [line.totals for line in lines]
        every = [total for totals in self.totals for total in totals] + [0 if goal is None else goal]
        self.low, self.high = min(0, min(every)), max(1, max(every))
        self.digits = max(len(language.number(self.low)), len(language.number(self.high)))
        self.left, self.right = 140 + SMALL * self.digits, WIDTH - 140 - LARGE * self.digits

    def drawn(self) -> Node:
        """The chart."""
        last = self.totals[-1]
        told = [f"{self.names[side]} {self.language.number(last[side])}" for side in range(len(last))]
        words = self.language.gettext(", ").join(told)
        ends = spread_apart([self.y(total) for total in last])
        order = sorted(range(len(last)), key=lambda side: (side in self.winners, side))
        return drawing(HEIGHT, words, self.grid(), self.days(), self.goal_line(), [self.way(n, ends[n]) for n in order])

    def x(self, n: int) -> int:
        """The x of the totals after n lines; time runs in reading direction."""
        return mirrored(self.language, self.left + divided((self.right - self.left) * n, len(self.labels)))

    def y(self, total: int) -> int:
        """The height of a total."""
        return BOTTOM - divided((BOTTOM - TOP) * (total - self.low), self.high - self.low)

    def across(self, style: str, y: int) -> Node:
        """A line over the whole grid."""
        return node(
            "path", {"class": style, "d": f"M{tenths(self.x(0))} {tenths(y)}H{tenths(self.x(len(self.labels)))}"}
        )

    def grid(self) -> list[Content]:
        """The lines of the grid with their labels; the goal has its own."""
        spread = self.high - self.low
        step = next((step for step in STEPS if spread <= MOST_LINES * step), spread)
        beside = mirrored(self.language, self.left - 60 - SMALL * self.digits // 2)
        found: list[Content] = []
        for mark in range(-(-self.low // step) * step, self.high + 1, step):
            if mark != self.goal:
                y = self.y(mark)
                found += [self.across("grid", y), label(beside, y + 40, self.language.number(mark))]
        return found

    def days(self) -> list[Content]:
        """The deal numbers below, as many as fit."""
        every = -(-len(self.labels) // MOST_LABELS)
        shown = [n for n in range(1, len(self.labels) + 1) if self.labels[n - 1] and n % every == 0]
        return [label(self.x(n), HEIGHT - 60, self.labels[n - 1]) for n in shown]

    def goal_line(self) -> list[Content]:
        """The line of the goal with its label."""
        if self.goal is None:
            return []
        y, begin = self.y(self.goal), self.x(0)
        inside = -220 if self.language.rtl else 220
        return [self.across("goal", y), label(begin + inside, y - 50, self.goal_words)]

    def way(self, side: int, end: int) -> Node:
        """The line of one side; of very many points every second, third … is shown, and always the last."""
        totals = [row[side] for row in self.totals]
        turns = [n for n in range(1, len(totals)) if totals[n] != totals[n - 1]]
        steps = "".join([f"H{tenths(self.x(n))}V{tenths(self.y(totals[n]))}" for n in turns])
        path = f"M{tenths(self.x(0))} {tenths(self.y(totals[0]))}{steps}H{tenths(self.x(len(self.labels)))}"
        every = max(1, -(-len(turns) * len(self.names) // MOST_PINS))
        shown = [turns[at] for at in range(len(turns) - 1, -1, -every)]
        pins = [pin(side, self.x(n), self.y(totals[n])) for n in shown]
        figure = {
            "class": "end",
            "font-size": "18",
            "x": tenths(mirrored(self.language, WIDTH - 20 - LARGE * self.digits // 2)),
            "y": tenths(end + 60),
            "text-anchor": "middle",
        }
        return node(
            "g",
            {"class": LETTERS[side]},
            node("path", {"class": "way", "d": path}),
            node("g", {"class": "pin"}, pins),
            node("text", figure, self.language.number(totals[-1])),
        )


def drawing(height: int, words: str, *parts: Content) -> Node:
    """A drawing of a whole match with its text alternative."""
    view = f"0 0 {WIDTH // 10} {height // 10}"
    return node("svg", {"class": "chart", "viewBox": view, "role": "img", "aria-label": words}, list(parts))


def label(x: int, y: int, words: str) -> Node:
    """A small text, which stands in the middle of its place, so that it reads in both directions."""
    return node("text", {"class": "lab", "x": tenths(x), "y": tenths(y), "text-anchor": "middle"}, words)


def pin(side: int, x: int, y: int) -> Node:
    """The mark of a side at a point of its line."""
    if side == 0:
        return node("circle", {"cx": tenths(x), "cy": tenths(y), "r": "5"})
    return node("path", {"d": f"M{tenths(x)} {tenths(y)}{PINS[side - 1]}"})


def mirrored(language: Language, x: int) -> int:
    """An x mirrored for languages written from right to left."""
    return WIDTH - x if language.rtl else x


def tenths(n: int) -> str:
    """Tenths of a unit as a number: 1634 is 163.4."""
    size = abs(n)
    return f"{'-' if n < 0 else ''}{size // 10}.{size % 10}"


def divided(n: int, by: int) -> int:
    """A quotient rounded to a whole number; halves go up."""
    return (2 * n + by) // (2 * by)


def spread_apart(heights: list[int]) -> list[int]:
    """The heights moved so that no two figures overlap and none is above the drawing."""
    order = sorted(range(len(heights)), key=lambda n: (-heights[n], n))
    moved = list(heights)
    for at in range(1, len(order)):
        moved[order[at]] = min(moved[order[at]], moved[order[at - 1]] - APART)
    for at in range(len(order)):
        rank = len(order) - 1 - at
        moved[order[at]] = max(moved[order[at]], TOP + APART * rank)
    return moved


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
