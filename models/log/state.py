"""State of a match: its records replayed; and an LRU cache of states.

A state is a plain value. A cached one is used only while the database holds the same last hash, so it is right with
many processes, after a rollback and after a restore.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.json import decode

from models.cache import Cache
from models.log.hash_chain import LogRow, Opening, Trace
from scoring.deals import CONFIRMATION_KINDS, add_records, current_confirmations, log_state, players_now, revises_log
from scoring.game import Game
from scoring.games import games
from scoring.sheet import extend, replay, standings
from scoring.words import Deal, Line, LogState, Record, Sheet, Standing, Table

if TYPE_CHECKING:
    from scoring.deals import Confirmations
    from scoring.words import Rules


EMPTY = LogState((), None, None, None)
PLAY, OVER, CLOSED = "play", "over", "closed"
MATCH_BYTES, RECORD_BYTES = 20_000, 2_000  # bytes that a match and each of its records take, about
MAX_CACHE_BYTES = 32 << 20  # bytes of all cached states: some 300 matches of forty records


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
    return next((n for n, (before, after) in enumerate(zip(old, new, strict=False)) if before != after), len(new))


class MatchState(NamedTuple):
    """A match after the records of its log; table, rules and seats (uid of the player, name) are those of its start.

    version is the last seq, hash the last record's, first that of the opening; ended_at in milliseconds since 1970.
    answers are the confirmations of lines as they are now; they change nothing of the sheet.
    """

    uid: str
    game: Game
    edition: int
    table: Table
    rules: Rules
    seats: tuple[tuple[str, str], ...]
    first: str
    sheet: Sheet
    hash: str
    records: tuple[Record, ...] = ()
    traces: tuple[Trace, ...] = ()
    live: LogState = EMPTY
    answers: Confirmations = {}
    version: int = 0
    ended_at: int | None = None

    def records_after(self, version: int) -> tuple[Record, ...]:
        """The records after a version, confirmations left out: they make nothing stale."""
        return tuple(record for record in self.records[max(version, 0) :] if record.kind not in CONFIRMATION_KINDS)

    @property
    def last(self) -> Record | None:
        """The last record that is no confirmation."""
        return next((record for record in reversed(self.records) if record.kind not in CONFIRMATION_KINDS), None)

    @property
    def players_now(self) -> list[tuple[str, str]]:
        """By seat, the player there now: the uid, empty for a guest, and the name that was recorded."""
        return players_now(self.seats, self.live.deals)

    @property
    def status(self) -> str:
        """play, over (somebody has won) or closed (given up)."""
        if self.sheet.outcome is not None:
            return OVER
        given_up = self.sheet.standing.closed and not self.game.closing_decides(self.sheet.standing.rules)
        return CLOSED if given_up else PLAY

    def standings(self) -> Iterator[tuple[Standing, Line]]:
        """Every counted deal as its line, each behind the standing in which it was played."""
        return standings(self.game, self.table, self.rules, self.live.deals, self.sheet.lines)


def empty_state(opening: Opening, first: str) -> MatchState:
    """The state of a match without records; first is the hash of its opening."""
    game, rules = games()[opening.game], decode(opening.rules)
    table = game.table(tuple(name for _, name in opening.seats), opening.first_dealer)
    sheet = replay(game, table, rules, ())
    return MatchState(opening.uid, game, opening.edition, table, rules, opening.seats, first, sheet, hash=first)


def add_rows(state: MatchState, rows: Sequence[LogRow]) -> MatchState:
    """The state after more stored rows, which have been verified."""
    log = [Record(row.seq, row.uid, row.kind, decode(row.body)) for row in rows]
    return advance(state, log, [row.trace for row in rows], rows[-1].hash if rows else state.hash)


def advance(state: MatchState, records: Sequence[Record], traces: Sequence[Trace], last: str) -> MatchState:
    """The state after more records, the last of them with this hash; only records that look back replay everything."""
    log, confirmations, replays = state.records + tuple(records), state.answers, any(map(revises_log, records))
    if replays:
        standing = log_state(list(log))
        sheet = replay(state.game, state.table, state.rules, standing.deals, standing.pending)
    else:
        standing = add_records(state.live, list(records))
        sheet = extend(state.game, state.sheet, standing.deals[len(state.live.deals) :], standing.pending)
    if replays or any(record.kind in CONFIRMATION_KINDS for record in records):
        confirmations = current_confirmations(list(log), standing.deals, state.table.players)
    return state._replace(
        records=log,
        traces=state.traces + tuple(traces),
        live=standing,
        sheet=sheet,
        answers=confirmations,
        version=len(log),
        hash=last,
    )


def at_version(state: MatchState, version: int) -> MatchState:
    """The state as it was at an earlier version, but for its hash and ended_at, which are left empty."""
    sheet = replay(state.game, state.table, state.rules, ())
    opening = state.uid, state.game, state.edition, state.table, state.rules, state.seats, state.first
    return advance(MatchState(*opening, sheet, hash=""), state.records[:version], state.traces[:version], "")


def state_size(state: MatchState) -> int:
    """Approximate bytes of a state in memory; one larger than the cache counts as its size and is cached alone."""
    return min(MATCH_BYTES + RECORD_BYTES * len(state.records), MAX_CACHE_BYTES)


state_cache: Cache[MatchState] = Cache(MAX_CACHE_BYTES, state_size)
"""The most recently used states by the uid of the match; they may be out of date."""
