"""Win chance of Zwanzig ab: each player walks down to nought; deals of doubled hearts have their own distribution."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab.score import special_deal
from scoring.win_chance.course import counted_lines, course
from scoring.win_chance.first_down import Walks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scoring.words import Rules, Sheet

USUAL, SPECIAL = "usual", "special"
BOOKS = {  # what 60 seats get in a deal: stayed and took tricks or none, or dropped out
    USUAL: {0: 14, -1: 14, -2: 9, -3: 4, -4: 3, -5: 1, 5: 8, -6: 1, -8: 1, 10: 2, -10: 1},
    SPECIAL: {-2: 21, -4: 11, -6: 5, -8: 2, -10: 1, 10: 20},
}
SETTLED = {"ninth_on": 9, "ninth_only": 10, "off": 1}  # by special_deals: from which deal on all are of one kind
FARTHEST = 100  # where a match begins higher, nobody can tell


def chances(sheet: Sheet, past: Mapping[str, int]) -> list[tuple[float, ...]] | None:
    """The chance of each player before the first deal and after each; None where they begin too high for that."""
    rules = sheet.standing.rules
    if rules["start"] > FARTHEST:
        return None
    seen = {kind: distribution(past, kind) for kind in BOOKS}
    walks = Walks(lambda number: seen[kind_of(rules, number)], SETTLED[rules["special_deals"]], 20 + rules["start"])
    return course(sheet, lambda played, totals: walks.chances(totals, played + 1))


def kind_of(rules: Rules, number: int) -> str:
    """Whether the deal of this number is special."""
    return SPECIAL if special_deal(rules["special_deals"], number) else USUAL


def distribution(past: Mapping[str, int], kind: str) -> dict[int, float]:
    """The chance of what a deal does to a player's total: the past with the book's deals added."""
    seen: Counter[int] = Counter(BOOKS[kind])
    for code, n in past.items():
        name, _, points = code.partition(" ")
        if name == kind:
            seen[int(points)] += n
    return {points: n / seen.total() for points, n in seen.items()}


def past_of(sheet: Sheet) -> dict[str, int]:
    """What each deal of a finished match did to each player's total, as "kind points" -> how often."""
    rules = sheet.standing.rules
    found = [f"{kind_of(rules, line.number)} {gain}" for line in counted_lines(sheet) for gain in line.points]
    return dict(Counter(found))
