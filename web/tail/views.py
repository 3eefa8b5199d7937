"""Takes the tail of a phone that was without a network."""

from __future__ import annotations

from flask import g, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from models.log.errors import DuplicateUid, Refused
from web.auth.guard import granted_match
from web.auth.rate_limit import count_tail
from web.auth.session_grants import device_id
from web.http.requests import NotReadable, sent_json
from web.http.security import unseen_by_others
from web.i18n.locale import gettext
from web.routes import SCORE_MATCH, Pages
from web.tail.people import receive_with_people
from web.tail.tail_json import MOST_RECORDS, answer, parse_tail

bp = Pages("tail", __name__)


class TooManyRecords(RequestEntityTooLarge):
    """413: more records than one request may hold."""

    @property
    def words(self) -> str:
        """What the answer says."""
        return gettext("This is too much to send at once. Nothing was recorded.")


class NotOurs(BadRequest):
    """400: records that cannot be of this match."""

    @property
    def words(self) -> str:
        """What the answer says."""
        return gettext("Some of what this phone sent does not belong to this match. Nothing was recorded.")


@bp.post("/m/<slug:uid>/tail", needs=SCORE_MATCH)
def take_tail(uid: str) -> ResponseReturnValue:
    """Take the records behind the last one that the phone knew; what cannot be joined is kept to be settled."""
    match = granted_match(uid)
    tail = parse_tail(sent_json())
    if len(tail.records) > MOST_RECORDS:
        raise TooManyRecords
    count_tail(device_id(), len(tail.records))
    unseen_by_others()
    try:
        receipt = receive_with_people(match, tail, grant=g.by.uid, device=device_id())
    except DuplicateUid:
        raise NotOurs from None
    except Refused as refused:
        raise (TooManyRecords if refused.problems[0].code == "match_full" else NotReadable) from None
    found, status = answer(receipt, tail)
    return jsonify(found), status
