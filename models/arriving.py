"""A circle's file on its way in: its parts one after another, each checked before anything of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models import circle_shape
from models.base import plain_json
from models.chain import Opening, Trace, genesis, link, seal
from models.checks import check_body, check_kind, problems_before
from models.circle_file import FORMAT, VERSION, NotTaken, sum_of
from models.folds import OVER, PLAY, Row, begun, with_records
from models.pieces import Pieces, Unreadable
from models.refusals import Refused
from models.review import result_rows
from scoring.deals import LOOK_BACK
from scoring.games import games
from scoring.match import match_problems
from scoring.sheet import plain
from scoring.words import Record

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from models.circle_file import Part
    from models.folds import Reading

OF_SHAPE = ("missing", "unknown_key", "not_text", "no_such_seat", "not_an_entry", "list_length", "points_range")
LARGEST = 16 << 20  # characters of one evening
JUST_NAMES = ("format", "version", "sum")


def parts(stream: TextIO, checked: bool = False) -> Iterator[Part]:
    """The circle's own part, then each evening; NotTaken when they do not fit together or something is missing.

    checked: that was seen to before.
    """
    last = Last(checked)
    try:
        yield from _members(Pieces(stream, LARGEST), last)
    except Unreadable as found:
        raise last.unreadable(found) from None
    last.check_whole()


class Last:
    """What was read so far: the simple members, the sum of the last part and the day of the last evening."""

    def __init__(self, checked: bool) -> None:
        self.told: dict[str, Any] = {}
        self.sum, self.day, self.checked = "", "", checked

    def unreadable(self, found: Unreadable) -> NotTaken:
        """Where the file cannot be read."""
        if found.too_large:
            return NotTaken("too_large")
        if not self.told:
            return NotTaken("not_a_circle")
        return NotTaken("not_json_after", day=self.day) if self.day else NotTaken("not_json")

    def check_format(self) -> None:
        """NotTaken unless it is a file of ours that can be read."""
        if self.told.get("format") != FORMAT:
            raise NotTaken("not_a_circle")
        version = self.told.get("version")
        if type(version) is not int or version < 1:
            raise NotTaken("shape", what="version")
        if version > VERSION:
            raise NotTaken("newer")

    def taken(self, part: Any, shape: Any, where: str) -> Part:
        """The part, when it has this shape and follows the one before."""
        if not self.checked:
            self.check_part(part, circle_shape.wrong(part, shape, where))
        self.sum, self.day = part["sum"], part.get("date", "")
        return part  # type: ignore[no-any-return]

    def check_part(self, part: Any, wrong: str) -> None:
        """NotTaken when the part does not follow the one before, or has not its shape."""
        if type(part) is not dict or not _is_sum(self.sum, part):
            raise _changed(part if type(part) is dict else {})
        if wrong:
            raise NotTaken("shape", what=wrong)

    def check_whole(self) -> None:
        """NotTaken when something is missing."""
        self.check_format()
        if not self.sum or self.told.get("sum") != self.sum:
            raise NotTaken("changed_end")


def _members(pieces: Pieces, last: Last) -> Iterator[Part]:
    """The parts as they come; what only names them is noted."""
    for key in pieces.members():
        if key in JUST_NAMES:
            last.told[key] = pieces.value()
        elif key == "circle" and not last.sum:
            if last.told:  # else it is looked at in the end
                last.check_format()
            yield last.taken(pieces.value(), circle_shape.CIRCLE, "circle")
        elif key == "evenings" and last.sum and not last.day:
            for item in pieces.items():
                yield last.taken(item, circle_shape.EVENING, "evening")
        else:
            raise NotTaken("shape", what=key[:40])
    pieces.end()


def _is_sum(before: str, part: Part) -> bool:
    try:
        return part.get("sum") == sum_of(before, part)
    except (ValueError, RecursionError):  # what no strict writer wrote
        return False


def _changed(part: Part) -> NotTaken:
    """What to say of a part that is not what it was: the match where that can be seen, else the evening."""
    day = part.get("date") if circle_shape.day(part.get("date")) else ""
    found = part.get("matches") if type(part.get("matches")) is list else []
    for match in found or []:
        if not _is_sound(match):
            return NotTaken("damaged_match", **_named(match if type(match) is dict else {}, day or ""))
    return NotTaken("changed_evening", day=day) if day else NotTaken("changed")


def _is_sound(match: Any) -> bool:
    """Whether a match is what was recorded."""
    if circle_shape.wrong(match, circle_shape.MATCH, "match"):
        return False
    first = genesis(opening_of(match))
    return _is_sealed(match, first, list(rows_of(match, first)))


def arrived(match: Part, day: str, people: dict[str, str]) -> list[dict[str, Any]]:
    """The results of the match of this part, if it is over; NotTaken when it is not what was recorded."""
    opening = opening_of(match)
    first = genesis(opening)
    rows = list(rows_of(match, first))
    if (match.get("ended_at") is None) != (match["state"] == PLAY) or not _is_sealed(match, first, rows):
        raise NotTaken("damaged_match", **_named(match, day))
    try:
        if not _cannot_be(match, rows):
            return _scored(match, begun(opening, first), rows, people)
    except Exception:  # noqa: S110  a log that no table can have said
        pass
    raise NotTaken("unknown_match", **_named(match, day))


def _named(match: Part, day: str) -> dict[str, str]:
    return {"match": str(match.get("uid"))[:64], "game": str(match.get("game"))[:64], "day": day}


def opening_of(match: Part) -> Opening:
    """How the match began, as it is stored and hashed."""
    sat = tuple((seat["player"], seat["name"]) for seat in match["seats"])
    began = (match["uid"], match["game"], match["edition"], plain_json(match["rules"]))
    return Opening(*began, match["first_dealer"], match["started_at"], sat)


def rows_of(match: Part, first: str) -> Iterator[Row]:
    """The log as it is stored; its hashes as they should be."""
    last = first
    for seq, said in enumerate(match["records"], 1):
        trace = Trace(said.get("grant"), said.get("device"), said.get("made_at"), said["at"])
        body = plain_json(said["body"])
        before, last = last, link(last, seq, said["uid"], said["kind"], body, trace)
        yield Row(seq, said["uid"], said["kind"], body, *trace, before, last)


def _is_sealed(match: Part, first: str, rows: list[Row]) -> bool:
    """Whether the hashes and the seal in the file are those of this log."""
    if any(row.hash != said["hash"] for row, said in zip(rows, match["records"], strict=True)):
        return False
    last = rows[-1].hash if rows else first
    return bool(match["seal"] == seal(first, len(rows), last, match["state"], match.get("ended_at")))


def _cannot_be(match: Part, rows: list[Row]) -> bool:
    """Whether the game is not known or cannot be played so, or something was said that cannot be recorded."""
    game = games().get(match["game"])
    names = [seat["name"] for seat in match["seats"]]
    asked = {"players": names, "rules": match["rules"], "first_dealer": match["first_dealer"]}
    if game is None or match["edition"] > game.edition or match_problems(game, asked):
        return True
    begins, said_before = begun(opening_of(match), ""), set[str]()
    for said, row in zip(match["records"], rows, strict=True):
        if _cannot_be_said(begins, said["body"], row, said_before):
            return True
        said_before.add(row.uid)
    return False


def _cannot_be_said(begins: Reading, body: Part, row: Row, before: set[str]) -> bool:
    """Whether something has no shape in which it could ever be said at this table; entries are the fold's to judge."""
    kind = row.kind
    if not all(
        shape(body[key]) for key, shape in circle_shape.TYPED.items() if type(body.get(key)) is str and body[key]
    ):
        return True
    try:
        check_kind(row.uid, kind)
        check_body(body, row.body)
    except Refused:
        return True
    if kind == "deal" and "before" in body and body["before"] not in before:
        return True
    if kind == "bid":
        return any(_cannot_be_bid(begins, key, value) for key, value in body.items())
    found = problems_before(begins, kind, body)
    return ("of" in body and body["of"] not in before) or any(problem.code in OF_SHAPE for problem in found)


def _cannot_be_bid(begins: Reading, key: str, value: Any) -> bool:
    """Whether a value is a list (or worse) where the game writes down one thing."""
    lists = [
        field.key
        for field in begins.game.fields(begins.sheet.standing)
        if field.per != "deal" or field.kind in ("seats", "calls", "sequences")
    ]
    return type(value) is dict or (type(value) is list and key not in lists)


def _scored(match: Part, opening: Reading, rows: list[Row], people: dict[str, str]) -> list[dict[str, Any]]:
    """The results, each player_id the uid of who sat there; raises whatever a senseless log brings about."""
    records = [
        Record(row.seq, row.uid, row.kind, said["body"]) for row, said in zip(rows, match["records"], strict=True)
    ]
    traces = [Trace(row.grant, row.device, row.made_at, row.at) for row in rows]
    reading = with_records(opening, records, traces, rows[-1].hash if rows else opening.hash)
    plain(reading.sheet)
    if match["edition"] == reading.game.edition and match["state"] != reading.state and not _moved(match):
        raise ValueError
    return result_rows(reading, people) if reading.state == OVER else []


def _moved(match: Part) -> bool:
    """Whether who dealt moved with what was struck or amended when this was written, and with it the end perhaps."""
    deals = [said["body"] for said in match["records"] if said["kind"] == "deal"]
    return any("dealer" not in body for body in deals) and any(said["kind"] in LOOK_BACK for said in match["records"])
