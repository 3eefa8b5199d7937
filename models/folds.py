"""Folds: what a match's records come to, verified against their hashes and remembered while nothing is added.

A reading is a plain value; the memory of this process only saves work. What is remembered counts only while the
database holds the same last hash, so that it is right with many processes, after a rollback and after a restore.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from models.chain import Trace, link
from models.refusals import BrokenChain
from scoring.games import games
from scoring.sheet import LOOK_BACK, extend, live, replay
from scoring.words import Deal, Live, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from models.chain import Opening
    from scoring.game import Game
    from scoring.words import Rules, Sheet, Table

PLAY, OVER, CLOSED = "play", "over", "closed"
REMEMBERED = 256  # matches; one of 40 deals takes about 100 KB


class Reading(NamedTuple):
    """A match as its log tells it: table, rules and seats (uid of the player, name) are those it began with.

    version is the last seq, hash the last record's, first that of the opening; ended_at in milliseconds since 1970.
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
    live: Live
    sheet: Sheet
    version: int
    hash: str
    ended_at: int | None

    @property
    def state(self) -> str:
        """play, over (somebody has won) or closed (given up)."""
        if self.sheet.outcome is not None:
            return OVER
        given_up = self.sheet.standing.closed and not self.game.closing_decides(self.sheet.standing.rules)
        return CLOSED if given_up else PLAY


class Row(NamedTuple):
    """A record as it is stored."""

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


def begun(opening: Opening, first: str) -> Reading:
    """A match of which nothing was said yet; first is the hash of its opening."""
    game = games()[opening.game]
    rules = json.loads(opening.rules)
    table = game.table(tuple(name for _, name in opening.seats), opening.first_dealer)
    return Reading(
        uid=opening.uid,
        game=game,
        edition=opening.edition,
        table=table,
        rules=rules,
        seats=opening.seats,
        first=first,
        records=(),
        traces=(),
        live=Live((), None, None, None),
        sheet=replay(game, table, rules, ()),
        version=0,
        hash=first,
        ended_at=None,
    )


def followed(reading: Reading, rows: Iterable[Row]) -> Reading:
    """The reading after more stored records; BrokenChain when one of them does not follow from the one before."""
    seq, last = reading.version, reading.hash
    records, traces = [], []
    for row in rows:
        trace = Trace(row.grant, row.device, row.made_at, row.at)
        seq += 1
        if row.seq != seq or row.previous != last or row.hash != link(last, seq, row.uid, row.kind, row.body, trace):
            raise BrokenChain(reading.uid, f"record {seq}")
        last = row.hash
        records.append(Record(seq, row.uid, row.kind, json.loads(row.body)))
        traces.append(trace)
    return carried_on(reading, records, traces, last)


def carried_on(reading: Reading, records: Sequence[Record], traces: Sequence[Trace], last: str) -> Reading:
    """The reading after more records, the last of them with this hash; only what looks back folds all anew."""
    whole = reading.records + tuple(records)
    if any(record.kind in LOOK_BACK for record in records):
        standing = live(list(whole))
        sheet = replay(reading.game, reading.table, reading.rules, standing.deals, standing.pending)
    else:
        standing = reading.live
        for record in records:
            standing = added(standing, record)
        sheet = extend(reading.game, reading.sheet, standing.deals[len(reading.live.deals) :], standing.pending)
    return reading._replace(
        records=whole,
        traces=reading.traces + tuple(traces),
        live=standing,
        sheet=sheet,
        version=len(whole),
        hash=last,
    )


def added(standing: Live, record: Record) -> Live:
    """What stands after one more record that does not look back; the same as live() of all of them."""
    if record.kind == "bid":
        return Live(standing.deals, record.body, record.uid, None)
    pending = None if record.kind == "deal" else standing.pending
    return Live(standing.deals + (Deal(record.uid, record.kind, record.body),), pending, record.uid, None)


class Memory:
    """The readings of the matches that were read last, by uid; many threads may use it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.lock = Lock()
        self.kept: OrderedDict[str, Reading] = OrderedDict()

    def get(self, uid: str) -> Reading | None:
        """The remembered reading; it may be out of date."""
        with self.lock:
            if uid in self.kept:
                self.kept.move_to_end(uid)
            return self.kept.get(uid)

    def keep(self, reading: Reading) -> Reading:
        """The same reading, remembered; the one that was used longest ago is forgotten for it."""
        with self.lock:
            self.kept[reading.uid] = reading
            self.kept.move_to_end(reading.uid)
            if len(self.kept) > self.most:
                self.kept.popitem(last=False)
        return reading

    def forget(self) -> None:
        """Know nothing any more."""
        with self.lock:
            self.kept.clear()


memory = Memory(REMEMBERED)
