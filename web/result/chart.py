"""The chart of a match in SVG units: running totals as stepped lines, or who was still in, deal by deal."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from web.i18n.locale import current_language, num

if TYPE_CHECKING:
    from scoring.game import Game
    from scoring.words import Line, Sheet

WIDTH, TOP, BOTTOM = 326, 19, 166
SMALL, LARGE = 8, 13  # width of a figure beside the grid, and at the end
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
MOST_LINES, MOST_LABELS, MOST_PINS = 5, 10, 40
APART = 17  # least distance of two figures at the end
LANE = 30


class ChartLine(NamedTuple):
    """One side's line: its path, the points where the total changed, and where its last figure stands."""

    side: int
    path: str
    pins: list[tuple[float, float]]
    total: int
    end: tuple[float, float]


class Chart:
    """Grid, goal, labels, and a line for each side, the winner's on top."""

    def __init__(self, opening: int, lines: list[Line], goal: int | None, winners: tuple[int, ...]) -> None:
        sides = len(lines[0].totals)
        self.labels = [num(line.number) if line.deal.kind == "deal" else "" for line in lines]
        self.totals = [(opening,) * sides, *(line.totals for line in lines)]
        every = [total for totals in self.totals for total in totals] + [0 if goal is None else goal]
        self.goal, self.low, self.high = goal, min(0, *every), max(1, *every)
        digits = self.digits = max(len(num(total)) for total in (self.low, self.high))
        self.left, self.right = 14 + SMALL * digits, WIDTH - 14 - LARGE * digits
        self.height = BOTTOM + 28
        order = sorted(range(sides), key=lambda side: side in winners)
        ends = spread_apart([self.y(self.totals[-1][side]) for side in range(sides)])
        self.ways = [self.way(side, ends[side]) for side in order]

    def x(self, n: int) -> float:
        """The x of the totals after n lines; time runs in reading direction."""
        return mirrored(self.left + (self.right - self.left) * n / len(self.labels))

    def y(self, total: int) -> float:
        """The height of a total."""
        return round(BOTTOM - (BOTTOM - TOP) * (total - self.low) / (self.high - self.low), 1)

    @property
    def edges(self) -> tuple[float, float]:
        """Both ends of the grid lines."""
        return self.x(0), self.x(len(self.labels))

    @property
    def beside(self) -> float:
        """The x of the figures beside the grid."""
        return mirrored(self.left - 6 - SMALL * self.digits / 2)

    @property
    def grid(self) -> list[tuple[str, float]]:
        """Labels and heights of the grid lines; the goal has its own."""
        step = next((step for step in STEPS if (self.high - self.low) / step <= MOST_LINES), self.high - self.low)
        marks = range(-(-self.low // step) * step, self.high + 1, step)
        return [(num(mark), self.y(mark)) for mark in marks if mark != self.goal]

    @property
    def days(self) -> list[tuple[str, float]]:
        """The deal numbers below, as many as fit."""
        every = -(-len(self.labels) // MOST_LABELS)
        return [(label, self.x(n + 1)) for n, label in enumerate(self.labels) if label and (n + 1) % every == 0]

    def way(self, side: int, end: float) -> ChartLine:
        """The line of one side; of very many points every second, third … is shown, and always the last."""
        totals = [row[side] for row in self.totals]
        turns = [n for n in range(1, len(totals)) if totals[n] != totals[n - 1]]
        path = f"M{self.x(0)} {self.y(totals[0])}" + "".join(f"H{self.x(n)}V{self.y(totals[n])}" for n in turns)
        every = max(1, -(-len(turns) * len(self.totals[0]) // MOST_PINS))
        pins = [(self.x(n), self.y(totals[n])) for n in turns[::-every]]
        return ChartLine(
            side,
            path + f"H{self.x(len(self.labels))}",
            pins,
            totals[-1],
            (mirrored(WIDTH - 2 - LARGE * self.digits / 2), end + 6),
        )


class Lanes:
    """Who was still in: a lane for each side, with the tricks of every deal, ending where it went out."""

    def __init__(self, lines: list[Line], game: Game) -> None:
        self.labels = [num(line.number) for line in lines]
        tricks: list[list[Any]] = [game.taken(line.deal.entry) or [None] * len(line.totals) for line in lines]
        self.height = LANE * len(lines[0].totals) + 24
        sides = range(len(lines[0].totals))
        self.lanes = [self.lane(side, [row[side] for row in tricks], on_dogs_life(lines, game, side)) for side in sides]
        self.any_low = any(figure[2] for lane in self.lanes for figure in lane["figures"])

    def x(self, n: int) -> float:
        """The x of a deal."""
        return mirrored(20 + (WIDTH - 40) * (n + 1) / len(self.labels))

    def lane(self, side: int, tricks: list[int | None], low: list[bool]) -> dict[str, Any]:
        """One side's lane: tricks and x of every deal, and whether it was on a dog's life."""
        y = LANE * side + 20
        figures = [(count, self.x(n), low[n]) for n, count in enumerate(tricks) if count is not None]
        end = figures[-1][1] if figures else self.x(-1)
        return {"side": side, "y": y, "start": self.x(-1), "path": f"M{self.x(-1)} {y}H{end}", "figures": figures}

    @property
    def days(self) -> list[tuple[str, float]]:
        """The deal numbers below."""
        return [(label, self.x(n)) for n, label in enumerate(self.labels)]


def mirrored(x: float) -> float:
    """An x mirrored for languages written from right to left."""
    return round(WIDTH - x if current_language().rtl else x, 1)


def on_dogs_life(lines: list[Line], game: Game, side: int) -> list[bool]:
    """For every deal whether a side was in it only on a dog's life, or on what follows that."""
    spared = [side in game.spared(line) for line in lines]
    return [False, *spared[:-1]]


def spread_apart(heights: list[float]) -> list[float]:
    """The heights moved so that no two figures overlap and none is above the drawing."""
    order = sorted(range(len(heights)), key=lambda n: heights[n], reverse=True)
    moved = list(heights)
    for below, above in pairwise(order):
        moved[above] = min(moved[above], moved[below] - APART)
    for rank, n in enumerate(reversed(order)):
        moved[n] = max(moved[n], TOP + APART * rank)
    return moved


def counted_lines(sheet: Sheet) -> list[Line]:
    """The lines that moved the totals or could have: deals and rulings that count."""
    return [line for line in sheet.lines if not line.problems and line.deal.kind in ("deal", "adjust")]
