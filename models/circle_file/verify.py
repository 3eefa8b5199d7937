"""Verification of a circle file: its parts one after another, each checked before anything is stored."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import MsgspecError, Raw, ValidationError
from msgspec.json import Decoder, decode

from models.base import canonical_json
from models.circle_file.branch_parts import branch_row, branch_texts
from models.circle_file.export import PART_ENCODER
from models.circle_file.format import FORMAT, VERSION, ImportRefused, checksum
from models.circle_file.schema import Circle, Evening, Match, check_body_texts
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, genesis_hash
from models.log.match_state import OVER, PLAY, RecordRow, apply_records, empty_state
from models.log.read import Head, verify_seal
from models.log.read_verified import VerifiedMatch, verify_rows
from models.log.validate import body_problems, check_body, check_kind
from models.tables.result import result_rows
from scoring.deals import REVISING_KINDS
from scoring.games import games
from scoring.match import match_problems
from scoring.sheet import plain_problems, plain_standing
from scoring.words import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.log.match_state import MatchState

SHAPE_CODES = ("missing", "unknown_key", "not_text", "no_such_seat", "not_an_entry", "list_length", "points_range")
MAX_PART_BYTES = 16 << 20  # bytes of one evening
MAX_VALUES = 2_000_000  # in one evening, about; each takes some 60 bytes of memory, however short it is
MEMBERS = ("format", "version", "circle", "evenings", "sum")
UNREADABLE = (MsgspecError, ValueError, RecursionError)


class ParsedFloat(float):
    """A number with a fraction, which PART_ENCODER would write in another way than canonical_json."""


PART_DECODER = Decoder(float_hook=ParsedFloat)
CIRCLE_DECODER, EVENING_DECODER, MATCH_DECODER = Decoder(Circle), Decoder(Evening), Decoder(Match)
STRICT_JSON = json.JSONDecoder(parse_constant=int)  # ValueError at NaN
CIRCLE_KEY = re.compile(r'"circle"\s*:\s*')
EVENINGS_KEY = re.compile(r'"evenings"\s*:\s*\[\s*')
SEPARATOR = re.compile(r"\s*,\s*")


def read_parts(data: bytes) -> Iterator[Any]:
    """The circle with the number of evenings, then each of them; ImportRefused when a sum does not fit."""
    data = data.removeprefix(BOM_UTF8)
    try:
        yield from _decode_parts(decode(data, type=dict[str, Raw]))
    except UNREADABLE:
        raise _unreadable_error(data) from None


def _decode_parts(members: dict[str, Raw]) -> Iterator[Any]:
    _check_format(members)
    if "circle" not in members:
        raise ImportRefused("shape", what="evenings")
    last, circle = _decode_part("", members["circle"], CIRCLE_DECODER, "circle")
    evenings = decode(members.get("evenings", b"[]"), type=list[Raw])
    yield circle, len(evenings)
    for raw in evenings:
        last, evening = _decode_part(last, raw, EVENING_DECODER, "evening")
        yield evening
    if "sum" not in members or decode(members["sum"]) != last:
        raise ImportRefused("changed_end")


def _check_format(members: dict[str, Raw]) -> None:
    """ImportRefused unless it is a circle file of a known version."""
    if decode(members.get("format", b"null")) != FORMAT:
        raise ImportRefused("not_a_circle")
    version = STRICT_JSON.decode(bytes(members.get("version", b"null")).decode())
    if type(version) is not int or version < 1:
        raise ImportRefused("shape", what="version")
    if version > VERSION:
        raise ImportRefused("newer")
    for key in members:
        if key not in MEMBERS:
            raise ImportRefused("shape", what=key[:40])


def _decode_part(before: str, raw: Raw, shape: Decoder[Any], where: str) -> tuple[str, Any]:
    """The sum of a part and the decoded part; ImportRefused unless it follows the part with the sum `before`."""
    if len(memoryview(raw)) > MAX_PART_BYTES or sum(map(bytes(raw).count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise ImportRefused("too_large")
    part = PART_DECODER.decode(raw)
    if type(part) is not dict:
        raise ImportRefused("changed")
    last = part.pop("sum", None)
    text = _part_text(part)
    if last != checksum(before, text):
        raise _changed_error(part)
    try:
        return last, shape.decode(text)
    except ValidationError as found:
        place = re.search(r"at `\$(.*)`", str(found))
        raise ImportRefused("shape", what=where + (re.sub(r"\[.*?\]", "", place[1]) if place else "")) from None


def _part_text(part: dict[str, Any]) -> str:
    """A decoded part as canonical JSON."""
    try:
        return PART_ENCODER.encode(part).decode()
    except TypeError:  # a ParsedFloat
        return canonical_json(part)


def _unreadable_error(data: bytes) -> ImportRefused:
    """The error for a file that is no JSON: it names the last readable evening."""
    try:
        text = data.decode()
    except UnicodeDecodeError as found:
        text = data[: found.start].decode()  # as if it were cut off there
    if FORMAT not in text:
        return ImportRefused("not_a_circle")
    try:
        STRICT_JSON.decode(text)
    except (ValueError, RecursionError):
        day = _last_readable_date(text)
        return ImportRefused("not_json_after", day=day) if day else ImportRefused("not_json")
    return ImportRefused("changed")  # JSON, but not as the export writes it


def _last_readable_date(text: str) -> str:
    """The ISO date of the last readable evening in a damaged file; "" if there is none."""
    day, circle = "", CIRCLE_KEY.search(text)
    next_one = EVENINGS_KEY.search(text) if circle and _raw_decode(text, circle.end()) else None
    while next_one and (found := _raw_decode(text, next_one.end())):
        evening, end = found
        day, next_one = _date_of(evening), SEPARATOR.match(text, end)
    return day


def _raw_decode(text: str, start: int) -> tuple[Any, int] | None:
    """The JSON value at a position, and its end; None if it cannot be read."""
    try:
        return STRICT_JSON.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _date_of(evening: Any) -> str:
    """The ISO date of an unverified evening; "" if it has none."""
    try:
        return date.fromisoformat(evening["date"]).isoformat()
    except (ValueError, TypeError, KeyError):
        return ""


def _changed_error(part: dict[str, Any]) -> ImportRefused:
    """The error for a part with a wrong sum: it names the damaged match if there is one, else the evening."""
    day, found = _date_of(part), part.get("matches")
    for match in found if type(found) is list else ():
        if not _is_sound(match):
            return ImportRefused("damaged_match", **_match_values(match if type(match) is dict else {}, day))
    return ImportRefused("changed_evening", day=day) if day else ImportRefused("changed")


def _is_sound(match: Any) -> bool:
    """Whether a match of the file fits its hashes."""
    try:
        _parse_match(MATCH_DECODER.decode(canonical_json(match)))
    except (BrokenChain, *UNREADABLE):
        return False
    return True


def _match_values(match: dict[str, Any], day: str) -> dict[str, str]:
    return {"match": str(match.get("uid"))[:64], "game": str(match.get("game"))[:64], "day": day}


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
        opening, head, rows = _parse_match(match)
        held = [branch_row(match.uid, branch) for branch in match.branches]
    except BrokenChain:
        raise ImportRefused("damaged_match", **named) from None
    try:
        for body in (body for row in held for body in branch_texts(row)):
            check_body_texts(body)
        return ParsedMatch(opening, head, rows, _score(opening, head, rows, people), held)
    except Exception:
        raise ImportRefused("unknown_match", **named) from None


def _parse_match(match: Match) -> VerifiedMatch:
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
