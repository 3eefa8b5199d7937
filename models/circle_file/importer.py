"""Import of a circle file: verified as a whole first, then stored in one transaction.

Every record has to pass what append() asks of it, in the state of the match before it.
"""

from __future__ import annotations

import json
import re
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec import ValidationError
from msgspec.json import Decoder
from msgspec.structs import asdict
from sqlalchemy import Connection, TableClause, insert, select, update
from sqlalchemy.exc import IntegrityError

from models.base import canonical_json, db
from models.circle_file import schema
from models.circle_file.export import has_valid_rules
from models.circle_file.schema import FORMAT, VERSION, ImportRefused, check_body_texts
from models.grants import derived_uid, find_unused_by_uid, make_grant
from models.log.errors import BrokenChain, Refused
from models.log.hash_chain import Head, LogRow, Opening, genesis_hash, verify_rows, verify_seal
from models.log.read import VerifiedMatch
from models.log.results import result_rows, rows_seal
from models.log.state import OVER, PLAY, MatchState, empty_state
from models.log.validate import encode_body, next_state
from models.review.tables import seasons
from models.tables import (
    SCORE,
    Circle,
    Grant,
    branches,
    circles,
    evenings,
    house_rules,
    matches,
    payments,
    players,
    records,
    results,
    seats,
)
from models.tail.branches import COLUMN_NAMES, read_row
from models.transaction import write_transaction
from scoring.deals import REVISING_KINDS
from scoring.games import games
from scoring.match import match_problems
from scoring.words import Record

Rows = list[dict[str, Any]]
MATCH_BATCH = 500  # matches inserted together
MAX_VALUES = 5_000_000  # in a file, about; each takes some 60 bytes of memory, however short it is
MAX_REPLAYED = 2_000_000  # records of a file that are looked at again, about, because of one that looks back
DECODER = Decoder(schema.FilePart)


class ImportedCircle(NamedTuple):
    """The numbers of evenings and matches that were imported, and a grant to score there with its secret."""

    grant: Grant
    secret: str
    evenings: int
    matches: int


class ParsedMatch(NamedTuple):
    """A match as it will be stored, but without match_id; the player_id of a result is the player's uid."""

    opening: Opening
    head: Head
    rows: list[LogRow]
    results: Rows
    branches: Rows


MatchesOfEvenings = list[tuple[str, ParsedMatch]]
"""Each with the uid of its evening."""


def import_circle_file(data: bytes, bringer: str) -> ImportedCircle:
    """Store the circle of a file; ImportRefused, with nothing stored, when it is invalid or already here.

    bringer: a secret of whoever imports it, by which find_import_grant() finds the grant if the response was lost.
    """
    try:
        part, evening_rows, found = parse_file(data)
        with write_transaction() as session:
            circle = session.get_one(Circle, _store_circle(session.connection(), part, evening_rows, found))
            grant, secret = make_grant(circle, SCORE)
            grant.uid = derived_uid(bringer, circle.uid)
    except IntegrityError:
        _refuse_known(part.uid)
        raise ImportRefused("partly_here") from None
    return ImportedCircle(grant, secret, len(evening_rows), len(found))


def find_import_grant(circle_uid: str, bringer: str) -> Grant | None:
    """The grant of whoever imported this circle, while it is in force and unused."""
    return find_unused_by_uid(derived_uid(bringer, circle_uid))


def parse_file(data: bytes) -> tuple[schema.CirclePart, Rows, MatchesOfEvenings]:
    """The circle of a file, the row of each evening, and its matches, verified; ImportRefused at the first fault."""
    file = read_file(data)
    circle = file.circle
    into = {player.uid: player.merged_into for player in circle.players}
    merges = [other for other in into.values() if other is not None]
    if len(into) < len(circle.players) or any(other not in into or into[other] is not None for other in merges):
        raise ImportRefused("shape", what="circle.players")
    if not all(has_valid_rules(saved.game, saved.rules) for saved in circle.house_rules):
        raise ImportRefused("shape", what="circle.house_rules")
    if not all(set(season.games) <= set(games()) for season in circle.seasons):
        raise ImportRefused("shape", what="circle.seasons")
    _refuse_known(circle.uid)
    evening_rows, found, checks = [], [], MatchChecks({uid: uid for uid in into})
    for evening in file.evenings:
        row = {key: value for key, value in asdict(evening).items() if key != "matches"}
        evening_rows.append(row | {"deleted": False})
        for match in evening.matches:
            found.append((evening.uid, checks.verify(match, evening.date.isoformat())))
    return circle, evening_rows, found


def _refuse_known(uid: str) -> None:
    """ImportRefused when the circle of this uid is here already."""
    if db.session.scalar(select(Circle.id).where(Circle.uid == uid)):
        raise ImportRefused("here_already", circle=uid)


def read_file(data: bytes) -> schema.FilePart:
    """The parts of a file; ImportRefused when it is none of ours, was changed, or with the line where it is damaged."""
    if FORMAT.encode() not in data:
        raise ImportRefused("not_a_circle")
    if sum(map(data.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise ImportRefused("too_large")
    try:
        whole = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ImportRefused("not_json", line=str(1 + data.count(b"\n", 0, error.start))) from None
    except (ValueError, RecursionError) as error:
        raise ImportRefused("not_json", line=str(getattr(error, "lineno", 1))) from None
    if type(whole) is not dict or whole.get("format") != FORMAT:
        raise ImportRefused("not_a_circle")
    version, said = whole.get("version"), whole.pop("sum", None)
    if type(version) is int and version > VERSION:
        raise ImportRefused("newer")
    try:
        text = canonical_json(whole).encode()
    except (ValueError, RecursionError):  # what no file of ours holds
        raise ImportRefused("changed") from None
    if said != sha256(text).hexdigest():
        raise ImportRefused("changed")
    try:
        return DECODER.decode(text)
    except ValidationError as error:
        names = re.findall(r"(?:field|at) `\$?\.?(.*?)`", re.sub(r"\[.*?\]", "", str(error)))
        raise ImportRefused("shape", what=".".join(reversed(names))[:80]) from None


def read_match(match: schema.MatchPart) -> VerifiedMatch:
    """The rows of a match; BrokenChain unless its hashes and its seal fit."""
    seated = tuple((seat.player, seat.name) for seat in match.seats)
    began = (match.uid, match.game, match.edition, bytes(match.rules).decode(), match.first_dealer, match.started_at)
    opening = Opening(*began, seated)
    first = last = genesis_hash(opening)
    rows = []
    for seq, record in enumerate(match.records, 1):
        trace = (record.grant, record.device, record.made_at, record.at)
        rows.append(LogRow(seq, record.uid, record.kind, bytes(record.body).decode(), *trace, last, record.hash))
        last = record.hash
    head = Head(len(rows), last, match.state, match.ended_at, match.seal)
    verify_seal(match.uid, first, head)
    if (match.ended_at is None) != (match.state == PLAY):
        raise BrokenChain(match.uid, "how it ends")
    verify_rows(match.uid, 0, first, rows, head)
    return VerifiedMatch(opening, head, rows)


class MatchChecks:
    """The checks of all matches of a file; people: the uids of the circle's players, each mapped to itself."""

    def __init__(self, people: dict[str, str]) -> None:
        self.people = people
        self.uids: set[str] = set()  # of all records
        self.replayed = 0

    def verify(self, match: schema.MatchPart, day: str) -> ParsedMatch:
        """The rows of a match; ImportRefused when its hashes do not fit or a record could not have been recorded."""
        named = {"match": match.uid, "game": match.game, "day": day}
        uids = {seat.player for seat in match.seats}
        if len(uids) < len(match.seats) or not self.people.keys() >= uids:
            raise ImportRefused("shape", what="evenings.matches.seats")
        try:
            opening, head, rows = read_match(match)
            held = [branch_row(match.uid, branch) for branch in match.branches]
        except BrokenChain:
            raise ImportRefused("damaged_match", **named) from None
        game, rules = games().get(opening.game), json.loads(opening.rules)
        asked = {"players": [name for _, name in opening.seats], "rules": rules, "first_dealer": opening.first_dealer}
        can_score = game is not None and opening.edition <= game.edition and type(rules) is dict
        if game is None or not can_score or match_problems(game, asked):
            raise ImportRefused("unknown_match", **named)
        state = empty_state(opening, genesis_hash(opening))
        for row in rows:
            try:
                state = self.next(state, row)
            except (Refused, ValueError, RecursionError):
                raise ImportRefused("impossible_record", **named, record=str(row.seq)) from None
        if head.state != state.status:
            raise ImportRefused("impossible_end", **named)
        ends = result_rows(state, self.people) if state.status == OVER else []
        return ParsedMatch(opening, head, rows, ends, held)

    def next(self, state: MatchState, row: LogRow) -> MatchState:
        """The state after a row; Refused or ValueError when append() would not have recorded it there."""
        body = json.loads(row.body)
        encode_body(row.uid, row.kind, body)
        check_body_texts(body)
        if row.uid in self.uids or (row.kind == "deal" and "dealer" not in body):
            raise ValueError(row.uid)
        self.uids.add(row.uid)
        self.replayed += state.version if row.kind in REVISING_KINDS or "before" in body else 0
        if self.replayed > MAX_REPLAYED:
            raise ImportRefused("too_large")
        after = next_state(state, Record(row.seq, row.uid, row.kind, body), row.trace, row.hash)
        if row.kind == "seat" and body.get("player_uid") is not None and body["player_uid"] not in self.people:
            raise ValueError(body)
        return after


def branch_row(match: str, part: schema.BranchPart) -> dict[str, Any]:
    """The row of a branch in a file, without match_id; BrokenChain when it is not what was written."""
    row = {name: getattr(part, name) for name in COLUMN_NAMES} | {"body": bytes(part.body).decode()}
    branch = read_row(match, tuple(row[name] for name in COLUMN_NAMES))
    try:
        for record in (*branch.known, *branch.records):
            encode_body(record.uid, record.kind, record.body)
            check_body_texts(record.body)
    except (Refused, ValueError):
        raise BrokenChain(match, "what phones sent") from None
    return row


def _store_circle(
    connection: Connection, circle: schema.CirclePart, evening_rows: Rows, found: MatchesOfEvenings
) -> int:
    """Insert the circle with everything in its file; returns its id. Other writers wait meanwhile."""
    row = {"uid": circle.uid, "name": circle.name, "created_at": circle.created_at}
    [circle_id] = _insert_with_ids(connection, circles, [row]).values()
    rows = [asdict(player) | {"circle_id": circle_id} for player in circle.players]
    into = {row["uid"]: row.pop("merged_into") for row in rows}
    ids = _insert_with_ids(connection, players, rows)
    for uid, other in into.items():
        if other is not None:
            merged = update(players).where(players.c.id == ids[uid])
            connection.execute(merged.values(merged_into_id=ids[other]))
    _insert(connection, house_rules, [asdict(rules) | {"circle_id": circle_id} for rules in circle.house_rules])
    _insert(connection, seasons, [asdict(season) | {"circle_id": circle_id} for season in circle.seasons])
    paid = {row["uid"]: row.pop("payments") for row in evening_rows}
    came = _insert_with_ids(connection, evenings, [row | {"circle_id": circle_id} for row in evening_rows])
    rows = [asdict(part) | {"evening_id": came[uid]} for uid, parts in paid.items() for part in parts]
    _insert(connection, payments, rows)
    for n in range(0, len(found), MATCH_BATCH):
        _store_matches(connection, [(came[uid], match) for uid, match in found[n : n + MATCH_BATCH]], ids)
    return circle_id


def _store_matches(connection: Connection, parsed: list[tuple[int, ParsedMatch]], people: dict[str, int]) -> None:
    """Insert matches, each with the id of its evening, and their seats, records, branches and results."""
    rows, seated = [], []
    for evening_id, match in parsed:
        row = match.opening._asdict() | match.head._asdict() | {"evening_id": evening_id}
        del row["seats"]
        for end in match.results:
            end["player_id"] = people.get(end["player_id"])
        rows.append(row | {"results_seal": rows_seal(row["uid"], match.results)})
    ids = _insert_with_ids(connection, matches, rows)
    found = [({"match_id": ids[match.opening.uid]}, match) for _, match in parsed]
    for key, match in found:
        for seat, (player, name) in enumerate(match.opening.seats):
            seated.append(key | {"seat": seat, "player_id": people[player], "name": name})
    _insert(connection, seats, seated)
    _insert(connection, records, [key | row._asdict() for key, match in found for row in match.rows])
    _insert(connection, branches, [key | row for key, match in found for row in match.branches])
    _insert(connection, results, [key | row for key, match in found for row in match.results])


def _insert_with_ids(connection: Connection, table: TableClause, rows: Rows) -> dict[str, int]:
    """Insert rows; returns their ids by uid."""
    added = insert(table).returning(table.c.uid, table.c.id)
    return dict(connection.execute(added, rows).all()) if rows else {}


def _insert(connection: Connection, table: TableClause, values: Rows) -> None:
    if values:
        connection.execute(insert(table), values)
