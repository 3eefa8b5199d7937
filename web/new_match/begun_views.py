"""Takes a match that a phone began without a network; what was recorded in it comes as its tail."""

from __future__ import annotations

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from web.auth.guard import page_grant, place_of
from web.auth.rate_limit import count_tail
from web.auth.session_grants import device_id
from web.http.json_body import sent_json
from web.http.security import unseen_by_others
from web.new_match.begun import CannotBegin, find_or_start
from web.new_match.begun_json import answer, parse_begun

bp = Blueprint("begun", __name__)


@bp.post("/line/begin")
def take_match() -> ResponseReturnValue:
    """Start the match under its uid; sent again it is the same one."""
    begun = parse_begun(sent_json())
    count_tail(device_id(), 1)
    unseen_by_others()
    try:
        match = find_or_start(begun, place_of(page_grant()))
    except CannotBegin as refused:
        return jsonify(problems=refused.words), 422
    return jsonify(answer(match, begun))
