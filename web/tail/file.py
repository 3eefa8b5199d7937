"""A file of what was only on a phone (static/table/unsent_notice.js), taken in as if that phone had sent it.

What is there already stays as it is, also when the phone itself sends it afterwards: the uids are the same.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from flask import g, render_template
from flask.typing import ResponseReturnValue
from msgspec import Meta, Struct

from models.log.errors import DuplicateUid, Refused
from models.log.granted_match import GrantedMatch, find_granted_match, read_granted
from models.tables import SCORE, Circle
from models.tail.branches import TailRecord
from models.tail.receive import Tail, TailReceipt
from scoring.game import Game
from scoring.games import games
from web.auth.browser import device_id
from web.auth.guard import own_circle
from web.auth.rate_limit import count_tail
from web.circle.file import FileForm
from web.http.requests import MAX_CLOCK, NotReadable, read_json
from web.i18n.locale import gettext
from web.new_match.begun import CannotBegin, NotThisMatch, SentMatch, find_or_start, parse_begun
from web.routes import SCORE_CIRCLE, Pages
from web.tail.views import Text, Version, receive_with_people

MOST_ROWS, MOST_RECORDS = 2_000, 1_000  # in a file, and of one match
Path = Annotated[str, Meta(pattern=r"^/m/[0-9a-z]{1,40}$")]


class SentBase(Struct):
    """The version and hash on which the phone went on; without a hash where the match began on it."""

    version: Version
    hash: Text = ""
    last: Text | None = None


UNKNOWN = SentBase(-1, "none")  # of a record that the phone would have sent as a form: people settle it


class SentRow(Struct):
    """A match that began on the phone (begin), or a record of the match at a path."""

    table: Path
    begin: dict[str, Any] | None = None
    uid: Text = ""
    record: tuple[Text, dict[str, Any]] | None = None
    base: SentBase | None = None
    made: Annotated[int, Meta(ge=-MAX_CLOCK, le=MAX_CLOCK)] | None = None


class SentFile(Struct):
    """The file; its rows are in the order in which they were made."""

    tallystick: Literal["unsent"]
    rows: Annotated[list[SentRow], Meta(min_length=1)]


class Unsent(NamedTuple):
    """What a file holds: matches that began on the phone, and by uid the tails of matches."""

    begun: list[SentMatch]
    tails: dict[str, Tail]


class NotTaken(Exception):  # noqa: N818
    """The file cannot be taken in: why, in a sentence."""


def parse_file(data: bytes) -> Unsent:
    """What a file holds; NotTaken where it is no such file, or holds too much."""
    try:
        rows = msgspec.convert(read_json(data), SentFile).rows
        begun = [parse_begun(row.begin) for row in rows if row.begin is not None]
        tails = tails_of(rows)
    except (msgspec.ValidationError, NotReadable, ValueError):
        raise NotTaken(gettext("This is not a file of deals from a phone. Nothing was recorded.")) from None
    if len(rows) > MOST_ROWS or any(len(tail.records) > MOST_RECORDS for tail in tails.values()):
        raise NotTaken(gettext("This is too much to send at once. Nothing was recorded."))
    return Unsent(begun, tails)


def tails_of(rows: list[SentRow]) -> dict[str, Tail]:
    """The records in rows as one tail a match, on what the phone knew when it made the first."""
    found: dict[str, list[TailRecord]] = {}
    bases: dict[str, SentBase] = {}
    for row in rows:
        if row.record is None:
            continue
        uid = row.table.removeprefix("/m/")
        bases.setdefault(uid, row.base or UNKNOWN)
        found.setdefault(uid, []).append(TailRecord(row.uid, *row.record, row.made))
    return {uid: Tail(bases[uid].version, bases[uid].hash, records, bases[uid].last) for uid, records in found.items()}


class TakenMatch(NamedTuple):
    """What became of a match in a file.

    added: how many records are in its log that were not there; waits: whether some wait to be settled; fault: why
    none came in, in a sentence; began: whether the match itself came with the file.
    """

    uid: str
    game: Game
    players: tuple[str, ...]
    added: int = 0
    waits: bool = False
    fault: str = ""
    began: bool = False

    @property
    def refused(self) -> bool:
        """Whether nothing of it is stored."""
        return bool(self.fault) and not self.began


def take_in(file: Unsent, circle: Circle, grant: str, device: str) -> list[TakenMatch]:
    """Begin the matches and take the tails of a file; NotTaken, with nothing stored, where it is of another circle.

    A match that cannot begin, or take its tail, holds up no other.
    """
    check_circle(file, circle, grant)
    failed = {
        begun.uid: TakenMatch(begun.uid, games()[begun.game], tuple(seat.name for seat in begun.seats), fault=fault)
        for begun in file.begun
        if (fault := begin(begun, circle))
    }
    uids = dict.fromkeys([*(begun.uid for begun in file.begun), *file.tails])
    matches = [match for uid in uids if uid not in failed and (match := find_granted_match([grant], uid))]
    began = {begun.uid for begun in file.begun}
    taken = [take_tail(match, file.tails.get(match.uid), device) for match in matches]
    return [*failed.values(), *(match._replace(began=match.uid in began) for match in taken)]


def check_circle(file: Unsent, circle: Circle, grant: str) -> None:
    """NotTaken unless everything in the file is of a circle, and the grant may score there."""
    begun = [match.uid for match in file.begun if match.circle in ("", circle.uid)]
    known = [match for uid in file.tails if uid not in begun and (match := find_granted_match([grant], uid))]
    there = [*begun, *(match.uid for match in known if match.right == SCORE)]
    if len(begun) < len(file.begun) or file.tails.keys() - set(there):
        raise NotTaken(gettext("These deals are of another circle. Nothing was recorded."))


def begin(begun: SentMatch, circle: Circle) -> str:
    """Start a match unless it is there; why it cannot begin, in a sentence, else nothing."""
    try:
        find_or_start(begun, circle)
    except CannotBegin as refused:
        return str(refused)
    except NotThisMatch as refused:
        return refused.words
    return ""


def take_tail(match: GrantedMatch, tail: Tail | None, device: str) -> TakenMatch:
    """Take the tail of a match, if it has one."""
    before = read_granted(match)
    found = TakenMatch(match.uid, before.game, before.table.players)
    if tail is None:
        return found
    tail = tail if tail.hash else tail._replace(hash=before.first)  # it began on the phone
    try:
        receipt = receive_with_people(match, tail, grant=match.grant.uid, device=device)
    except (DuplicateUid, Refused):
        words = gettext(NotThisMatch.sentence)
        return found._replace(fault=words)
    return found._replace(added=added(receipt, before.version), waits=receipt.branch is not None)


def added(receipt: TailReceipt, before: int) -> int:
    """How many records of a tail are in the log that had so many before."""
    return sum(seq > before for seq in receipt.taken.values())


bp = Pages("unsent_file", __name__)


@bp.get("/circle/unsent", needs=SCORE_CIRCLE)
def show_form() -> str:
    """The form that asks for the file."""
    return render_template("tail/file.html", form=FileForm(), taken=())


@bp.post("/circle/unsent", needs=SCORE_CIRCLE)
def take_file() -> ResponseReturnValue:
    """Take the file in, and tell what became of each match in it."""
    form = FileForm()
    taken: list[TakenMatch] = []
    if form.validate():
        try:
            file = parse_file(form.file.data.stream.read())
            count_tail(device_id(), len(file.begun) + sum(len(tail.records) for tail in file.tails.values()))
            taken = take_in(file, own_circle(), g.by.uid, device_id())
        except NotTaken as refused:
            form.file.errors = [str(refused)]
    status = 422 if all(match.refused for match in taken) else 200  # also without any
    return render_template("tail/file.html", form=form, taken=taken), status
