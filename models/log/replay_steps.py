"""Replay of a log record by record: the sheet after each, replayed only from the first deal that a record changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import add_records, log_state, revises_log
from scoring.game import Game
from scoring.sheet import extend, replay
from scoring.words import Deal, LogState, Record, Sheet, Table

if TYPE_CHECKING:
    from scoring.words import Rules

EMPTY = LogState((), None, None, None)


class Replay:
    """Incremental replay; a record that looks back replays from the deal that it changed.

    Lazy: records are replayed together when the sheet is read. Holds the lines of the last sheet only, and the rest of
    the sheet after each deal, so that memory grows with the length of the log and not with its square.
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
        """The sheet after the records added so far."""
        if self.looked_back:
            self.live, self.looked_back = log_state(self.records), False
        if self.deals is not self.live.deals:
            self._replay(self.live.deals)
        return self.last._replace(pending=self.live.pending)

    def add(self, record: Record) -> None:
        """Append one record."""
        self.records.append(record)
        self.looked_back = self.looked_back or revises_log(record)
        if not self.looked_back:
            self.live = add_records(self.live, [record])

    def _replay(self, deals: tuple[Deal, ...]) -> None:
        same = common_prefix(self.deals, deals)
        sheet = self.stood[same]._replace(lines=self.last.lines[: self.lines[same]])
        del self.stood[same + 1 :], self.lines[same + 1 :]
        for deal in deals[same:]:
            sheet = extend(self.game, sheet, (deal,))
            self.stood.append(sheet._replace(lines=()))
            self.lines.append(len(sheet.lines))
        self.last, self.deals = sheet, deals


def common_prefix(old: tuple[Deal, ...], new: tuple[Deal, ...]) -> int:
    """How many deals both begin with."""
    if old == new[: len(old)]:
        return len(old)
    return next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(new))
