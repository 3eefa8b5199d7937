"""State of a match: its records replayed and verified against their hashes, and an LRU cache of states.

A state is a plain value. A cached one is used only while the database holds the same last hash, so it is right with
many processes, after a rollback and after a restore.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.json import decode

from models.cache import Cache
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, Trace, record_hash
from models.log.replay_steps import EMPTY
from scoring.deals import CONFIRMATION_KINDS, add_records, current_confirmations, log_state, players_now, revises_log
from scoring.game import Game
from scoring.games import games
from scoring.sheet import extend, replay, standings
from scoring.words import Line, LogState, Record, Sheet, Standing, Table

if TYPE_CHECKING:
    from scoring.deals import Confirmations
    from scoring.words import Rules

PLAY, OVER, CLOSED = "play", "over", "closed"
MATCH_BYTES, RECORD_BYTES = 20_000, 2_000  # bytes that a match and each of its records take, about
MAX_CACHE_BYTES = 32 << 20  # bytes of all cached states: some 300 matches of forty records


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
    records: tuple[Record, ...]
    traces: tuple[Trace, ...]
    live: LogState
    sheet: Sheet
    answers: Confirmations
    version: int
    hash: str
    ended_at: int | None

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


class RecordRow(NamedTuple):
    """A row of the table of records; times in milliseconds since 1970."""

    seq: int
    uid: str
    kind: str
    body: str
    grant: str | None
    device: str | None
    made_at: int | None
    at: int
    previous: str
    hash: str


def empty_state(opening: Opening, first: str) -> MatchState:
    """The state of a match without records; first is the hash of its opening."""
    game = games()[opening.game]
    rules = decode(opening.rules)
    table = game.table(tuple(name for _, name in opening.seats), opening.first_dealer)
    return MatchState(
        uid=opening.uid,
        game=game,
        edition=opening.edition,
        table=table,
        rules=rules,
        seats=opening.seats,
        first=first,
        records=(),
        traces=(),
        live=EMPTY,
        sheet=replay(game, table, rules, ()),
        answers={},
        version=0,
        hash=first,
        ended_at=None,
    )


def apply_rows(state: MatchState, rows: Iterable[RecordRow]) -> MatchState:
    """The state after more stored rows; BrokenChain when one of them does not follow from the one before."""
    last, records, traces = state.hash, [], []
    for row in verify_chain(state.uid, state.version, last, rows):
        last = row.hash
        records.append(Record(row.seq, row.uid, row.kind, decode(row.body)))
        traces.append(Trace(row.grant, row.device, row.made_at, row.at))
    return advance(state, records, traces, last)


def verify_chain(uid: str, seq: int, last: str, rows: Iterable[RecordRow]) -> Iterator[RecordRow]:
    """The rows after the record (seq, last hash), verified one by one; BrokenChain at one that does not follow."""
    for row in rows:
        trace = Trace(row.grant, row.device, row.made_at, row.at)
        seq += 1
        if (
            row.seq != seq
            or row.previous != last
            or row.hash != record_hash(last, seq, row.uid, row.kind, row.body, trace)
        ):
            raise BrokenChain(uid, f"record {seq}")
        last = row.hash
        yield row


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
    start = state._replace(
        records=(),
        traces=(),
        live=EMPTY,
        sheet=replay(state.game, state.table, state.rules, ()),
        answers={},
        version=0,
        hash="",
        ended_at=None,
    )
    return advance(start, state.records[:version], state.traces[:version], "")


def state_size(state: MatchState) -> int:
    """Approximate bytes of a state in memory; one larger than the cache counts as its size and is cached alone."""
    return min(MATCH_BYTES + RECORD_BYTES * len(state.records), MAX_CACHE_BYTES)


state_cache: Cache[MatchState] = Cache(MAX_CACHE_BYTES, state_size)
"""The most recently used states by the uid of the match; they may be out of date."""
