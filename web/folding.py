"""A log folded saying by saying: the sheet after each, carried on from the last deal that the saying left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.folds import added
from scoring.sheet import LOOK_BACK, extend, live, replay
from scoring.words import Live

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.folds import Reading
    from scoring.words import Deal, Record, Sheet


class Fold:
    """What the sayings so far come to; a saying that looks back folds anew only from the deal that it changed."""

    def __init__(self, reading: Reading) -> None:
        self.game = reading.game
        self.records: list[Record] = []
        self.live = Live((), None, None, None)
        self.sheets = [replay(reading.game, reading.table, reading.rules, ())]  # after no deal, one, two, …

    @property
    def sheet(self) -> Sheet:
        """The sheet after what was said so far."""
        return self.sheets[-1]._replace(pending=self.live.pending)

    def say(self, record: Record) -> None:
        """Go on with one more saying."""
        self.records.append(record)
        now = live(self.records) if record.kind in LOOK_BACK else added(self.live, record)
        kept = same_beginning(self.live.deals, now.deals)
        del self.sheets[kept + 1 :]
        for deal in now.deals[kept:]:
            self.sheets.append(extend(self.game, self.sheets[-1], (deal,)))
        self.live = now


def same_beginning(old: tuple[Deal, ...], new: tuple[Deal, ...]) -> int:
    """How many deals both begin with."""
    if old == new[: len(old)]:
        return len(old)
    return next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))


def steps(reading: Reading) -> Iterator[tuple[Record, Sheet, Sheet]]:
    """Every saying with the sheets before and after it, oldest first."""
    fold = Fold(reading)
    for record in reading.records:
        before = fold.sheet
        fold.say(record)
        yield record, before, fold.sheet


def sheet_of(reading: Reading, deals: tuple[Deal, ...]) -> Sheet:
    """The sheet of some deals of this match."""
    return replay(reading.game, reading.table, reading.rules, deals)


def sheet_at(reading: Reading, version: int) -> Sheet:
    """The sheet as it was at a version of the log."""
    before = live(list(reading.records[: max(version, 0)]))
    return sheet_of(reading, before.deals)._replace(pending=before.pending)


def without_last(reading: Reading) -> Sheet:
    """The sheet as it was before the last saying that is no answer."""
    return sheet_at(reading, reading.last.seq - 1 if reading.last else 0)
