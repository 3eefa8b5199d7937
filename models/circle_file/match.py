"""A match of a circle file: verified by its hashes, then scored, before anything of it is stored."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Raw
from msgspec.json import decode

from models.circle_file.branch_parts import branch_row, branch_texts
from models.circle_file.format import ImportRefused
from models.circle_file.schema import Match, check_body_texts
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, genesis_hash
from models.log.match_state import OVER, PLAY, MatchState, RecordRow, apply_records, empty_state
from models.log.read import Head, verify_seal
from models.log.read_verified import VerifiedMatch, verify_rows
from models.log.validate import body_problems, check_body, check_kind
from models.tables.result import result_rows
from scoring.deals import REVISING_KINDS
from scoring.games import games
from scoring.match import match_problems
from scoring.sheet import plain_problems, plain_standing
from scoring.words import Record

SHAPE_CODES = ("missing", "unknown_key", "not_text", "no_such_seat", "not_an_entry", "list_length", "points_range")


class ParsedMatch(NamedTuple):
    """A match as it will be stored: opening, head, log, the results if it is over, its branches without match_id.

    The player_id of a result is the player's uid.
    """

    opening: Opening
    head: Head
    rows: list[RecordRow]
    results: list[dict[str, Any]]
    branches: list[dict[str, Any]]


def verify_match(match: Match, day: str, people: dict[str, str]) -> ParsedMatch:
    """The rows of a match; ImportRefused when it does not fit its hashes or its log is impossible."""
    named = {"match": match.uid, "game": match.game, "day": day}
    try:
        opening, head, rows = parse_match(match)
        held = [branch_row(match.uid, branch) for branch in match.branches]
    except BrokenChain:
        raise ImportRefused("damaged_match", **named) from None
    try:
        for body in (body for row in held for body in branch_texts(row)):
            check_body_texts(body)
        return ParsedMatch(opening, head, rows, _score(opening, head, rows, people), held)
    except Exception:
        raise ImportRefused("unknown_match", **named) from None


def parse_match(match: Match) -> VerifiedMatch:
    """The rows of a match; BrokenChain unless its hashes and its seal fit."""
    seats = tuple((seat.player, seat.name) for seat in match.seats)
    began = (match.uid, match.game, match.edition, _raw_text(match.rules), match.first_dealer, match.started_at)
    opening = Opening(*began, seats)
    first = last = genesis_hash(opening)
    rows = []
    for seq, record in enumerate(match.records, 1):
        trace = (record.grant, record.device, record.made_at, record.at)
        rows.append(RecordRow(seq, record.uid, record.kind, _raw_text(record.body), *trace, last, record.hash))
        last = record.hash
    head = Head(len(rows), last, match.state, match.ended_at, match.seal)
    verify_seal(match.uid, first, head)
    if (match.ended_at is None) != (match.state == PLAY):
        raise BrokenChain(match.uid, "how it ends")
    return verify_rows(VerifiedMatch(opening, head, rows), first)


def _raw_text(raw: Raw) -> str:
    return bytes(raw).decode()


def _score(opening: Opening, head: Head, rows: list[RecordRow], people: dict[str, str]) -> list[dict[str, Any]]:
    """The results; an impossible log raises any exception."""
    game, rules = games()[opening.game], decode(opening.rules)
    asked = {"players": [name for _, name in opening.seats], "rules": rules, "first_dealer": opening.first_dealer}
    if opening.edition > game.edition or match_problems(game, asked):
        raise ValueError(opening)
    state = empty_state(opening, genesis_hash(opening))
    before = set[str]()
    records = []
    for row in rows:
        body = decode(row.body)
        _check_record(state, body, row, before)
        before.add(row.uid)
        records.append(Record(row.seq, row.uid, row.kind, body))
    state = apply_records(state, records, [], head.last_hash)
    _check_words(state)
    if opening.edition == game.edition and head.state != state.status and not _may_dealers_differ(records):
        raise ValueError(head)
    return result_rows(state, people) if state.status == OVER else []


def _check_words(state: MatchState) -> None:
    """Any exception when what the sheet says of its standing or of a problem cannot be put in words."""
    plain_standing(state.game, state.sheet)
    for line in state.sheet.lines:
        if line.problems:
            plain_problems(state.game, line.problems)


def _check_record(begins: MatchState, body: Any, row: RecordRow, before: set[str]) -> None:
    """ValueError or Refused for a record that this match can never hold; entries are judged by the replay."""
    kind = row.kind
    check_kind(row.uid, kind)
    check_body(body, row.body)
    check_body_texts(body)
    if kind == "bid":
        possible = not any(_is_misshapen_bid(begins, key, value) for key, value in body.items())
    else:
        found = body_problems(begins, kind, body)
        possible = not (found and any(problem.code in SHAPE_CODES for problem in found))
        possible &= "of" not in body or body["of"] in before
    if not possible or (kind == "deal" and "before" in body and body["before"] not in before):
        raise ValueError(row)


def _is_misshapen_bid(begins: MatchState, key: str, value: Any) -> bool:
    """Whether a value is a list or an object where the game's field holds a single value."""
    if type(value) not in (dict, list):
        return False
    lists = [
        field.key
        for field in begins.game.fields(begins.sheet.standing)
        if field.per != "deal" or field.kind in ("seats", "calls", "sequences")
    ]
    return type(value) is dict or key not in lists


def _may_dealers_differ(records: list[Record]) -> bool:
    """Whether later records changed the dealers of an older log, and with them perhaps how the match ended."""
    lacks_dealer = any(record.kind == "deal" and "dealer" not in record.body for record in records)
    return lacks_dealer and any(record.kind in REVISING_KINDS for record in records)
