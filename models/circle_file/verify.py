"""A circle's file on its way in: its parts one after another, each checked before anything of it is kept."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from datetime import date
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import MsgspecError, Raw, ValidationError
from msgspec.json import Decoder, decode

from models.base import canonical_json
from models.circle_file.format import FORMAT, VERSION, ImportRefused, checksum
from models.circle_file.schema import Circle, Evening, Match, check_body_texts
from models.log.errors import BrokenChain
from models.log.hash_chain import Opening, Trace, genesis_hash
from models.log.match_state import OVER, PLAY, RecordRow, apply_records, empty_state
from models.log.read import Head, verify_seal
from models.log.read_verified import VerifiedMatch, verify_rows
from models.log.validate import body_problems, check_body, check_kind
from models.tables.result import result_rows
from scoring.deals import LOOK_BACK
from scoring.games import games
from scoring.match import match_problems
from scoring.sheet import plain
from scoring.words import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

    from models.log.match_state import MatchState

SHAPE_CODES = ("missing", "unknown_key", "not_text", "no_such_seat", "not_an_entry", "list_length", "points_range")
MAX_PART_BYTES = 16 << 20  # bytes of one evening
MAX_VALUES = 2_000_000  # values in it, about; each takes some 60 bytes of memory, however few it has in the file
MEMBERS = ("format", "version", "circle", "evenings", "sum")
UNREADABLE = (MsgspecError, ValueError, RecursionError)
CIRCLE_DECODER, EVENING_DECODER, MATCH_DECODER = Decoder(Circle), Decoder(Evening), Decoder(Match)
STRICT_JSON = json.JSONDecoder(parse_constant=int)  # ValueError at NaN
CIRCLE_KEY = re.compile(r'"circle"\s*:\s*')
EVENINGS_KEY = re.compile(r'"evenings"\s*:\s*\[\s*')
SEPARATOR = re.compile(r"\s*,\s*")


def read_parts(data: bytes) -> Iterator[Any]:
    """The circle's own part, then each evening; NotTaken when they do not fit together or something is missing."""
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
    yield circle
    for raw in decode(members.get("evenings", b"[]"), type=list[Raw]):
        last, evening = _decode_part(last, raw, EVENING_DECODER, "evening")
        yield evening
    if "sum" not in members or decode(members["sum"]) != last:
        raise ImportRefused("changed_end")


def _check_format(members: dict[str, Raw]) -> None:
    """ImportRefused unless it is a file of ours that can be read."""
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
    """The sum of a part and the part in its one spelling; NotTaken unless it follows that with the sum before."""
    if len(memoryview(raw)) > MAX_PART_BYTES or sum(map(bytes(raw).count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise ImportRefused("too_large")
    told = decode(raw)
    if type(told) is not dict:
        raise ImportRefused("changed")
    last = told.pop("sum", None)
    text = canonical_json(told)
    if last != checksum(before, text):
        raise _changed_error(told)
    try:
        return last, shape.decode(text)
    except ValidationError as found:
        place = re.search(r"at `\$(.*)`", str(found))
        raise ImportRefused("shape", what=where + (re.sub(r"\[.*?\]", "", place[1]) if place else "")) from None


def _unreadable_error(data: bytes) -> ImportRefused:
    """Where a file cannot be read."""
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
    return ImportRefused("changed")  # JSON, but such as no strict writer wrote


def _last_readable_date(text: str) -> str:
    """The day of the last evening that can be read in a file that is damaged after its beginning."""
    day, circle = "", CIRCLE_KEY.search(text)
    next_one = EVENINGS_KEY.search(text) if circle and _raw_decode(text, circle.end()) else None
    while next_one and (found := _raw_decode(text, next_one.end())):
        evening, end = found
        day, next_one = _date_of(evening), SEPARATOR.match(text, end)
    return day


def _raw_decode(text: str, start: int) -> tuple[Any, int] | None:
    """What stands there in JSON, and where it ends; None where that cannot be read."""
    try:
        return STRICT_JSON.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _date_of(evening: Any) -> str:
    """The day of an evening of which nothing is sure; empty when it is none."""
    try:
        return date.fromisoformat(evening["date"]).isoformat()
    except (ValueError, TypeError, KeyError):
        return ""


def _changed_error(part: dict[str, Any]) -> ImportRefused:
    """What to say of a part that is not what it was: the match where that can be seen, else the evening."""
    day, found = _date_of(part), part.get("matches")
    for match in found if type(found) is list else ():
        if not _is_sound(match):
            return ImportRefused("damaged_match", **_match_values(match if type(match) is dict else {}, day))
    return ImportRefused("changed_evening", day=day) if day else ImportRefused("changed")


def _is_sound(match: Any) -> bool:
    """Whether a match is what was recorded."""
    try:
        _parse_match(MATCH_DECODER.decode(canonical_json(match)))
    except (BrokenChain, *UNREADABLE):
        return False
    return True


def _match_values(match: dict[str, Any], day: str) -> dict[str, str]:
    return {"match": str(match.get("uid"))[:64], "game": str(match.get("game"))[:64], "day": day}


class ParsedMatch(NamedTuple):
    """A match as it will be stored: how it began, where its log ends, the log, and the results if it is over.

    The player_id of a result is the uid of who sat there.
    """

    opening: Opening
    head: Head
    rows: list[RecordRow]
    results: list[dict[str, Any]]


def verify_match(match: Match, day: str, people: dict[str, str]) -> ParsedMatch:
    """The match of this part; NotTaken when it is not what was recorded, or no table can have said it."""
    named = {"match": match.uid, "game": match.game, "day": day}
    try:
        opening, head, rows = _parse_match(match)
    except BrokenChain:
        raise ImportRefused("damaged_match", **named) from None
    try:
        return ParsedMatch(opening, head, rows, _score(opening, head, rows, people))
    except Exception:
        raise ImportRefused("unknown_match", **named) from None


def _parse_match(match: Match) -> VerifiedMatch:
    """All of a match as it is stored; BrokenChain unless its hashes and its seal are those of its log."""
    sat = tuple((seat.player, seat.name) for seat in match.seats)
    began = (match.uid, match.game, match.edition, _raw_text(match.rules), match.first_dealer, match.started_at)
    opening = Opening(*began, sat)
    first = last = genesis_hash(opening)
    rows = []
    for seq, said in enumerate(match.records, 1):
        trace = Trace(said.grant, said.device, said.made_at, said.at)
        rows.append(RecordRow(seq, said.uid, said.kind, _raw_text(said.body), *trace, last, said.hash))
        last = said.hash
    head = Head(len(rows), last, match.state, match.ended_at, match.seal)
    verify_seal(match.uid, first, head)
    if (match.ended_at is None) != (match.state == PLAY):
        raise BrokenChain(match.uid, "how it ends")
    return verify_rows(VerifiedMatch(opening, head, rows), first)


def _raw_text(raw: Raw) -> str:
    return bytes(raw).decode()


def _score(opening: Opening, head: Head, rows: list[RecordRow], people: dict[str, str]) -> list[dict[str, Any]]:
    """The results; raises whatever a senseless log brings about."""
    game, rules = games()[opening.game], decode(opening.rules)
    asked = {"players": [name for _, name in opening.seats], "rules": rules, "first_dealer": opening.first_dealer}
    if opening.edition > game.edition or match_problems(game, asked):
        raise ValueError(opening)
    state = empty_state(opening, genesis_hash(opening))
    before = set[str]()
    records, traces = [], []
    for row in rows:
        body = decode(row.body)
        _check_record(state, body, row, before)
        before.add(row.uid)
        records.append(Record(row.seq, row.uid, row.kind, body))
        traces.append(Trace(row.grant, row.device, row.made_at, row.at))
    state = apply_records(state, records, traces, head.last_hash)
    plain(state.sheet)
    if opening.edition == game.edition and head.state != state.status and not _may_dealers_differ(records):
        raise ValueError(head)
    return result_rows(state, people) if state.status == OVER else []


def _check_record(begins: MatchState, body: Any, row: RecordRow, before: set[str]) -> None:
    """ValueError or Refused when it could never be said at this table; entries are the fold's to judge."""
    kind = row.kind
    check_kind(row.uid, kind)
    check_body(body, row.body)
    check_body_texts(body)
    if kind == "bid":
        possible = not any(_is_misshapen_bid(begins, key, value) for key, value in body.items())
    else:
        possible = not any(problem.code in SHAPE_CODES for problem in body_problems(begins, kind, body))
        possible &= "of" not in body or body["of"] in before
    if not possible or (kind == "deal" and "before" in body and body["before"] not in before):
        raise ValueError(row)


def _is_misshapen_bid(begins: MatchState, key: str, value: Any) -> bool:
    """Whether a value is a list (or worse) where the game writes down one thing."""
    if type(value) not in (dict, list):
        return False
    lists = [
        field.key
        for field in begins.game.fields(begins.sheet.standing)
        if field.per != "deal" or field.kind in ("seats", "calls", "sequences")
    ]
    return type(value) is dict or key not in lists


def _may_dealers_differ(records: list[Record]) -> bool:
    """Whether who dealt moved with what was struck or amended when this was written, and with it the end perhaps."""
    unsaid = any(said.kind == "deal" and "dealer" not in said.body for said in records)
    return unsaid and any(said.kind in LOOK_BACK for said in records)
