"""The records of a match in words, with their authors and times."""

from __future__ import annotations

from collections.abc import Mapping

from drawing.history_page import Made
from drawing.log_words import LogEntry, LogWords
from models.base import from_millis
from models.log.errors import SENTENCES
from models.log.hash_chain import Trace
from models.log.match_state import MatchState
from web.history.authors import Author
from web.i18n.dates import clock, long_day
from web.i18n.locale import current_language
from web.table.replay_steps import replay_steps


def log_entries(state: MatchState, first: int, last: int, names: Mapping[Author, str]) -> list[tuple[LogEntry, Made]]:
    """The records from one seq to another in words, oldest first; names: those of the authors."""
    records, deals = list(state.records), state.live.deals
    words = LogWords(current_language(), state.game, records, deals, state.answers, SENTENCES)
    return [
        (words.entry(record, before, after), made_of(state.traces[record.seq - 1], names))
        for record, before, after in replay_steps(state, first, last)
    ]


def made_of(trace: Trace, names: Mapping[Author, str]) -> Made:
    """Who made a record and when, in the server's time zone."""
    at = from_millis(trace.at).astimezone()
    by = names.get((trace.grant, trace.device), "")
    return Made(by, long_day(at.date()), clock(at), at.isoformat(timespec="seconds"), "")
