"""Who came where in a match that is over, and who deals when it is played again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.words import side_of

if TYPE_CHECKING:
    from models.folds import Reading


def order_of(reading: Reading) -> list[int]:
    """The sides, best first: the winners, then by totals, or by how long they were in where no points count."""
    outcome, totals = reading.sheet.outcome, reading.sheet.standing.totals
    winners = outcome.winners if outcome else ()
    sign = -1 if reading.game.high_wins else 1
    ranks = (
        [sign * total for total in totals]
        if reading.game.unit != "tricks"
        else [-out_in(reading, side) for side in range(len(totals))]
    )
    return sorted(range(len(totals)), key=lambda side: (side not in winners, ranks[side], side))


def out_in(reading: Reading, side: int) -> int:
    """The number of the deal in which a side was knocked out; one that is in has the number of the next deal."""
    knocked = [
        line.number
        for line in reading.sheet.lines
        if not line.problems and any(award.why == "knocked_out" and award.side == side for award in line.awards)
    ]
    return knocked[-1] if knocked else reading.sheet.standing.number


def next_dealer(reading: Reading) -> int:
    """The seat that would deal next."""
    return reading.sheet.standing.dealer


def losing_dealer(reading: Reading) -> int:
    """The seat of the side that came last: of partners the one who would deal sooner."""
    table, last = reading.sheet.standing.table, order_of(reading)[-1]
    seats = [(reading.sheet.standing.dealer + step) % len(table.players) for step in range(len(table.players))]
    return next(seat for seat in seats if side_of(table, seat) == last)
