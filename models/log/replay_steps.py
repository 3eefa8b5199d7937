"""A log folded record by record: the sheet after each, carried on from the last deal that the record left alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.confirmations import ANSWERS
from scoring.deals import beside, deal_of, dealt_by, live, looks_back
from scoring.sheet import extend, replay
from scoring.words import Live

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scoring.game import Game
    from scoring.words import Deal, Record, Rules, Sheet, Table

EMPTY = Live((), None, None, None)


class Replay:
    """Replay of a log record by record; one that looks back replays from the deal that it changed.

    Nothing is replayed until a sheet is asked for, so that records nobody looks at in between cost one replay together.
    Only the lines of the last sheet are kept, and where the match stood after each deal: what a log takes in memory
    grows with its length.
    """

    def __init__(self, game: Game, table: Table, rules: Rules) -> None:
        self.game = game
        self.records: list[Record] = []
        self.live, self.looked_back = EMPTY, False
        self.last = replay(game, table, rules, ())
        self.stood = [self.last._replace(lines=())]  # after no deal, one, two, …
        self.lines = [0]  # how many there were then
        self.deals: tuple[Deal, ...] = ()  # of the last sheet

    @property
    def sheet(self) -> Sheet:
        """The sheet after the records so far."""
        if self.looked_back:
            self.live, self.looked_back = live(self.records), False
        if self.deals is not self.live.deals:
            self._replay(self.live.deals)
        return self.last._replace(pending=self.live.pending)

    def add(self, record: Record) -> None:
        """Go on with one more record."""
        self.records.append(record)
        self.looked_back = self.looked_back or looks_back(record)
        if not self.looked_back:
            self.live = add_record(self.live, record)

    def _replay(self, deals: tuple[Deal, ...]) -> None:
        kept = common_prefix(self.deals, deals)
        sheet = self.stood[kept]._replace(lines=self.last.lines[: self.lines[kept]])
        del self.stood[kept + 1 :], self.lines[kept + 1 :]
        for deal in deals[kept:]:
            sheet = extend(self.game, sheet, (deal,))
            self.stood.append(sheet._replace(lines=()))
            self.lines.append(len(sheet.lines))
        self.last, self.deals = sheet, deals


def add_record(standing: Live, record: Record) -> Live:
    """What stands after one more record that does not look back; the same as live() of all of them."""
    if record.kind in ANSWERS:
        return standing
    if record.kind == "bid":
        return Live(standing.deals, record.body, record.uid, None)
    pending = None if record.kind == "deal" else standing.pending
    return Live((*standing.deals, deal_of(record)), pending, record.uid, None)


def common_prefix(old: tuple[Deal, ...], new: tuple[Deal, ...]) -> int:
    """How many deals both begin with."""
    if old == new[: len(old)]:
        return len(old)
    return next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))


def with_dealers(game: Game, table: Table, rules: Rules, records: Iterable[Record]) -> Iterator[Record]:
    """The records of a whole log, each deal with who dealt it.

    Before records said so, who dealt followed from the deals that stood: a deal gets whom the table was shown then.
    """
    fold = Replay(game, table, rules)
    for record in records:
        dealt = record
        if record.kind == "deal" and not beside(record):
            dealt = record._replace(body=dealt_by(record.body, fold.sheet.standing.dealer))
        fold.add(record)
        yield dealt
