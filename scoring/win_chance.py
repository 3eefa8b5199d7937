"""Chances of two sides to win a match, before its first deal and after each, as floats from 0 to 1. No phone has them.

Both sides are alike: what a deal brings is drawn from the deals of the book and those that the circle played, and may
fall either way. What follows is worked out exactly: who is ahead after the deals that are left, or a race to a target.
How a match is played, and by which book, its review says (`contest`). `past_of(sheet)` is what a finished match adds to
the past of its circle: whole numbers by code, which are summed over matches; `past` is such a sum, empty at first.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import TYPE_CHECKING

from scoring.deals import RESULT
from scoring.games import game_of
from scoring.review import review_of
from scoring.sheet import counted_lines, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import Any

    from scoring.review import Brought, Contest
    from scoring.words import Sheet

    Gains = tuple[tuple[Brought, float], ...]
    ChanceAt = Callable[[int, tuple[int, ...]], float]  # by the deals played and the totals
    Tables = dict[tuple[Any, ...], ChanceAt]  # by what a contest is


FAR = 101  # steps to a target, or deals: of a longer match nothing is told


def contest_of(sheet: Sheet) -> Contest | None:
    """How this match is played; None where no chance is told, as where only its result was written down."""
    if any(line.deal.kind == RESULT for line in sheet.lines):
        return None
    found = review_of(sheet.game).contest(sheet.standing.rules)
    return found if found and max(found.deals, -(-found.target // found.unit)) <= FAR else None


def chances(sheet: Sheet, past: Mapping[str, int], tables: Tables | None = None) -> list[tuple[float, float]] | None:
    """The chance of each side before the first deal and after each; what came of it after the last of a match over.

    tables: what was worked out over the same past for other matches; what this one needs is added.
    """
    contest = contest_of(sheet)
    if contest is None:
        return None
    game, chance_at = game_of(sheet.game), chance_table(past, contest, {} if tables is None else tables)
    opening = start(game, sheet.standing.table, sheet.standing.rules).totals
    totals = [opening, *(line.totals for line in counted_lines(game, sheet))]
    if contest.target and 2 * min(map(min, totals)) < -contest.target:  # so far behind the start it is not told well
        return None
    found = [(chance, 1 - chance) for chance in map(chance_at, range(len(totals)), totals)]
    if sheet.outcome and len(found) > 1:
        winners = sheet.outcome.winners
        found[-1] = ((0 in winners) / len(winners), (1 in winners) / len(winners))
    return found


def chance_table(past: Mapping[str, int], contest: Contest, tables: Tables) -> ChanceAt:
    """The chances of a contest over a past: those of tables, else worked out and added there."""
    key = contest.kind, contest.target, contest.deals, contest.unit, *sorted(contest.book.items())
    if key not in tables:
        gains = gains_of(past, contest)
        tables[key] = racing(gains, contest) if contest.target else leading(gains, contest)
    return tables[key]


def past_of(sheet: Sheet) -> dict[str, int]:
    """What the deals of a match brought, as "kind more,less,first" -> how often."""
    contest = contest_of(sheet)
    if contest is None:
        return {}
    review, codes = review_of(sheet.game), Counter[str]()
    for line in counted_lines(game_of(sheet.game), sheet):
        first = review.first(sheet.standing, line)
        sign = 0 if first is None else 1 - 2 * first
        brought = max((*line.points, sign), (*line.points[::-1], -sign))
        codes[f"{contest.kind} {brought[0]},{brought[1]},{brought[2]}"] += 1
    return dict(codes)


def gains_of(past: Mapping[str, int], contest: Contest) -> Gains:
    """The chance of all that a deal can bring: the past of this kind with the book's deals, each both ways."""
    seen: Counter[Brought] = Counter()
    for code, n in past.items():
        kind, _, numbers = code.partition(" ")
        if kind == contest.kind:
            more, less, first = map(int, numbers.split(","))
            seen[more, less, first] += n
    seen.update(contest.book)
    ways = Counter({(other, one, -first): n for (one, other, first), n in seen.items()})
    return tuple(sorted((brought, n / seen.total() / 2) for brought, n in (seen + ways).items()))


def leading(gains: Gains, contest: Contest) -> ChanceAt:
    """The chance of the first side to be ahead after the deals that are left; equal ones play on, evenly."""
    steps = summed((one - other, chance) for (one, other, _), chance in gains)
    moves = [{0: 1.0}]  # of the difference, by the number of deals
    while len(moves) <= contest.deals:
        further_on = product(moves[-1].items(), steps.items())
        moves.append(summed((moved + step, chance * share) for (moved, chance), (step, share) in further_on))

    def chance_at(played: int, totals: tuple[int, ...]) -> float:
        lead = totals[0] - totals[1]
        left = moves[max(0, contest.deals - played)]
        return sum(chance * further(0, lead + moved) for moved, chance in left.items())

    return chance_at


def summed(chances: Iterable[tuple[Any, float]]) -> dict[Any, float]:
    """The chance of each thing, where one may be named several times."""
    found: dict[Any, float] = {}
    for thing, chance in chances:
        found[thing] = found.get(thing, 0.0) + chance
    return found


def racing(gains: Gains, contest: Contest) -> ChanceAt:
    """The chance of the first side to win a race; what each lacks is counted in whole steps."""
    table = solved(in_steps(gains, contest.unit), -(-contest.target // contest.unit))

    def chance_at(_played: int, totals: tuple[int, ...]) -> float:
        one, other = (-((total - contest.target) // contest.unit) for total in totals)
        if one <= 0 or other <= 0:
            return further(-totals[0], -totals[1])
        return table[min(one, len(table) - 1)][min(other, len(table) - 1)]

    return chance_at


def further(one: int, other: int, first: int = 0) -> float:
    """The chance of the first side when it or both have arrived: by the sign of who is first, else who lacks less."""
    ahead = first or other - one
    return 0.5 if ahead == 0 else float(ahead > 0)


def in_steps(gains: Gains, unit: int) -> Gains:
    """Gains in steps of so many points, each shared between the numbers of steps on both sides of it."""
    found = summed(
        ((here, there, first if here > 0 and there > 0 else 0), chance * near * close)  # by others no two arrive
        for (one, other, first), chance in gains
        for (here, near), (there, close) in product(split(one, unit), split(other, unit))
    )
    moving = 1 - found.pop((0, 0, 0), 0.0)
    return tuple(sorted((brought, chance / moving) for brought, chance in found.items()))


def split(points: int, unit: int) -> Iterator[tuple[int, float]]:
    """The numbers of steps on both sides of these points, each with its share."""
    steps, rest = divmod(points, unit)
    yield steps, 1 - rest / unit
    if rest:
        yield steps + 1, rest / unit


CLOSE = 5e-4  # a change of a chance that no longer matters
SWEEPS = 50


def solved(gains: Gains, steps: int) -> list[list[float]]:
    """The chance of the first side by the steps that both lack (from 1; 0 is not used).

    One sweep over all is exact. Where points can be lost it is swept until nothing changes any more, and whoever falls
    as far behind the start as the target is ahead of it has lost.
    """
    most = max(max(one, other) for (one, other, _), _ in gains)
    back = -min(0, *(min(one, other) for (one, other, _), _ in gains))
    last = 2 * steps + back if back else steps
    wide = most + last + back + 1  # of a row, in which a side that lacks nothing stands at `most`
    lacking = [min(at - most, last + 1) for at in range(wide)]
    grid = [edge(one, other, last) for one in lacking for other in lacking]
    moved = list(summed((one * wide + other, chance) for (one, other, _), chance in gains).items())
    both = {at: both_there(gains, *at) for at in product(range(1, min(most, last) + 1), repeat=2)}
    for _ in range(SWEEPS if back else 1):
        changed = 0.0
        for one in range(1, last + 1):
            for other in range(one + 1, last + 1):
                at = (one + most) * wide + other + most
                chance = both.get((one, other), 0.0) + sum([share * grid[at - step] for step, share in moved])
                changed = max(changed, abs(chance - grid[at]))
                grid[at], grid[(other + most) * wide + one + most] = chance, 1 - chance
        if changed < CLOSE:
            break
    return [grid[row * wide + most :][: last + 1] for row in range(most, most + last + 1)]


def edge(one: int, other: int, last: int) -> float:
    """What a table begins with: a guess in the middle, won or lost outside; nothing where both have arrived."""
    if one <= 0 or other <= 0:
        return float(other > 0)
    if max(one, other) <= last:
        return other / (one + other)
    return 0.5 if one == other else float(other > last)


def both_there(gains: Gains, one: int, other: int) -> float:
    """The chance of the first side to win by a deal with which both arrive."""
    found = [
        (further(one - here, other - there, first), share)
        for (here, there, first), share in gains
        if here >= one and there >= other
    ]
    return sum(won * share for won, share in found)
