"""The course of a match: its deals that counted, and the chances along them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import RESULT
from scoring.games import game_of
from scoring.sheet import start

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.words import Line, Sheet

    Chances = tuple[float, ...]


def counted_lines(sheet: Sheet) -> list[Line]:
    """The lines of the deals that counted; a redeal and what was refused or struck are none."""
    game = game_of(sheet.game)
    deals = [line for line in sheet.lines if line.deal.kind == "deal" and not line.problems]
    return [line for line in deals if game.counted(sheet.standing, line.deal.entry)]


def without_deals(sheet: Sheet) -> bool:
    """Whether the result was written down without its deals: there is no course then."""
    return any(line.deal.kind == RESULT for line in sheet.lines)


def course(sheet: Sheet, chances_at: Callable[[int, tuple[int, ...]], Chances]) -> list[Chances] | None:
    """The chances before the first deal and after each; chances_at: by the number of deals played and the totals."""
    if without_deals(sheet):
        return None
    opening = start(game_of(sheet.game), sheet.standing.table, sheet.standing.rules).totals
    totals = [opening, *(line.totals for line in counted_lines(sheet))]
    return ended(sheet, [chances_at(played, now) for played, now in enumerate(totals)])


def ended(sheet: Sheet, chances: list[Chances]) -> list[Chances]:
    """The same with what came of it in the place of the chances after the last deal, once the match is over."""
    if sheet.outcome is None or len(chances) < 2:
        return chances
    winners = sheet.outcome.winners
    return [*chances[:-1], tuple((side in winners) / len(winners) for side in range(len(chances[-1])))]
