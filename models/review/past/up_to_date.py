"""The past of a circle, brought up to date with the logs; not looked for again while nothing at all was written."""

from __future__ import annotations

from typing import NamedTuple
from weakref import ReferenceType, ref

from models.base import db
from models.review.past.matches import Past
from models.review.past.prepare import prepare
from models.review.past.read import past_of
from models.review.upkeep import catch_up
from models.review.win_chances import work_out_chances
from models.transaction import DataVersion, data_version

KEPT = "review is up to date"
MOST = 64  # circles that a connection remembers


class UpToDate(NamedTuple):
    """The past of a circle, and the uids of its damaged matches, which count in no number."""

    past: Past
    damaged: tuple[str, ...]


class Seen(NamedTuple):
    """What a connection saw when it looked last: the mark, the past in memory, the damaged matches."""

    mark: DataVersion
    past: ReferenceType[Past]
    damaged: tuple[str, ...]


def up_to_date(circle_id: int) -> UpToDate | int:
    """The past of a circle; or how many matches are left, when there is more to write than one request should."""
    connection = db.session.connection()
    mark = data_version(connection)
    seen: dict[int, Seen] = connection.info.setdefault(KEPT, {})
    known = seen.get(circle_id)
    if known and known.mark == mark and (past := known.past()):
        return UpToDate(past, known.damaged)
    progress = catch_up(circle_id)
    left = progress.left or work_out_chances(circle_id) or prepare(circle_id)
    if left:
        return left
    past = past_of(circle_id)
    seen.pop(circle_id, None)
    seen[circle_id] = Seen(mark, ref(past), progress.damaged)
    if len(seen) > MOST:
        del seen[next(iter(seen))]
    return UpToDate(past, progress.damaged)
