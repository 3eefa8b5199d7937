"""The chance to win of the first of two sides, deal by deal, as the template of a story draws it: one small curve."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from models.review.story import StoryMatch
from web.i18n.locale import gettext
from web.review.rows import across

TOP, BOTTOM = 4.0, 68.0  # y of who has won, of who has lost
SURE = 1000  # thousandths: the chance of who has won


class CurveTurn(NamedTuple):
    """The deal that turned the match: its number and uid, where it is drawn, and the side that gained by it."""

    number: int
    uid: str
    x: str
    was: float
    now: float
    side: int


class Curve(NamedTuple):
    """The chance of the first side. line: a path of 100 by 72, mirrored for who reads from the right."""

    line: str
    turn: CurveTurn | None


def curve_of(match: StoryMatch) -> Curve | None:
    """The curve of a match of two sides and two deals at least; None where no chances are known."""
    chances = [both[0] for both in match.curve]
    if len(match.sides) != 2 or len(chances) < 3 or len(match.deals) != len(chances) - 1:
        return None
    heights = [height(chance) for chance in chances]
    line = f"M{inside(0)} {heights[0]:g}"
    for deal, (_, now) in enumerate(pairwise(heights)):
        line += f"H{inside((deal + 0.5) / len(match.deals))}V{now:g}"
    return Curve(f"{line}H{inside(1)}", turn_in(match, heights))


def turn_in(match: StoryMatch, heights: list[float]) -> CurveTurn | None:
    """Where the deal that turned a match is drawn."""
    if match.turn is None or match.winner is None:
        return None
    _, deal = match.turn
    x = across((deal + 0.5) / len(match.deals))
    told = match.deals[deal]
    return CurveTurn(told.number, told.uid, x, heights[deal], heights[deal + 1], match.winner)


def height(chance: int) -> float:
    """The y of a chance in thousandths."""
    return round(BOTTOM - (BOTTOM - TOP) * chance / SURE, 1)


def inside(share: float) -> str:
    """An x of the path: the same as across() as a number of its 100."""
    return across(share).removesuffix("%")


def curve_words(curve: Curve, one: str, other: str) -> str:
    """What the drawing shows, for who hears it; one, other: who plays on each side."""
    words = gettext("Who was likely to win, deal by deal: {one} above, {other} below", one=one, other=other)
    if curve.turn is None:
        return words
    return gettext("{words}; deal {deal} turned it", words=words, deal=curve.turn.number)
