"""The history of a match as the phone draws it, from its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing import history_page
from drawing.clock import DAY
from drawing.history_page import Made, page_size
from drawing.log_words import LogWords
from drawing.node import node
from scoring.deals import add_records, log_state, revises_log
from scoring.sheet import extend, replay

if TYPE_CHECKING:
    from collections.abc import Iterator

    from drawing.clock import Clock
    from drawing.locale import Language
    from scoring.deals import Confirmations
    from scoring.game import Game
    from scoring.words import Record, Rules, Sheet, Table, Values


class MatchHistory:
    """Draws the log of a match. began: when it began; times: of the records in turn, in seconds since then.

    The last records may have no time.
    """

    def __init__(
        self, language: Language, here: str, game: Game, table: Table, rules: Rules, began: Clock, times: list[int]
    ) -> None:
        self.language, self.here, self.game, self.table, self.rules = language, here, game, table, rules
        self.began, self.times = began, times

    def parts(self, records: list[Record], confirmations: Confirmations, days: list[str], before: int | None) -> Values:
        """Title and trees of the newest records, or of those before a seq; days: names of the days since it began."""
        last = len(records) if before is None else min(before - 1, len(records))
        first = max(last - page_size(len(records)) + 1, 1)
        words = LogWords(self.language, self.game, records, log_state(records).deals, confirmations)
        entries = [
            (words.entry(record, old, new), self.made(record.seq, days))
            for record, old, new in self.steps(records[:last], first)
        ]
        older = f"{self.here}/history?before={first}" if first > 1 else ""
        main = history_page.main(self.language, self.here, self.table, entries, older)
        header = history_page.header(self.language, self.game, self.here)
        trees = [node("header", {"class": "bar wrap"}, header), node("main", {"class": "wrap stack"}, main)]
        return {"title": self.language.gettext("History"), "trees": trees}

    def steps(self, records: list[Record], first: int) -> Iterator[tuple[Record, Sheet, Sheet]]:
        """The records from a seq on, with the sheets before and after each."""
        state = log_state(records[: first - 1])
        sheet = replay(self.game, self.table, self.rules, state.deals, state.pending)
        for record in records[first - 1 :]:
            before, known = sheet, len(state.deals)
            if revises_log(record):
                state = log_state(records[: record.seq])
                sheet = replay(self.game, self.table, self.rules, state.deals, state.pending)
            else:
                state = add_records(state, [record])
                sheet = extend(self.game, before, state.deals[known:], state.pending)
            yield record, before, sheet

    def made(self, seq: int, days: list[str]) -> Made:
        """When a record was made; one without a time on the day of the last with one."""
        known = self.times[:seq]
        minute = self.began.minute + (known[-1] // 60 if known else 0)
        day = days[minute // DAY] if 0 <= minute // DAY < len(days) else ""
        hours, minutes = minute % DAY // 60, minute % 60
        clock = self.language.in_digits(f"{str(100 + hours)[1:]}:{str(100 + minutes)[1:]}")
        return Made("", day, clock if seq <= len(self.times) else "", None, "")
