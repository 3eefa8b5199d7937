"""What a match would be with one more saying: nothing is recorded, so that it can be looked at before it is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from models.base import millis, new_uid, now
from models.log.errors import Refused
from models.log.hash_chain import Trace
from models.log.match_state import PLAY, carried_on
from models.log.validate import problems_after, problems_before, stored_body
from scoring.deals import dealt_by
from scoring.words import Record

if TYPE_CHECKING:
    from models.log.match_state import Reading


def foreseen(reading: Reading, kind: str, body: Any) -> Reading:
    """The reading as it would be after this saying; Refused with all that is wrong when it cannot be recorded.

    What the database knows (whether a player belongs to the circle) is not asked; its hash is that of now.
    """
    uid, at = new_uid(), millis(now())
    stored_body(uid, kind, body)
    found = problems_before(reading, kind, body)
    if found:
        raise Refused(found)
    said = dealt_by(body, reading.sheet.standing.dealer) if kind == "deal" else body
    record = Record(reading.version + 1, uid, kind, said)
    after = carried_on(reading, (record,), (Trace(None, None, None, at),), reading.hash)
    found = problems_after(after, body["of"] if kind == "amend" else uid)
    if found:
        raise Refused(found)
    return after if after.state == reading.state else after._replace(ended_at=None if after.state == PLAY else at)
