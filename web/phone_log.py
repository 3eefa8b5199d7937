"""The log of a match as JSON for the phone engine, and what a phone counted compared with what the server recorded."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from flask import Response, current_app, jsonify, request, url_for

from models.log.append import Receipt
from models.log.granted_match import GrantedMatch, read_granted
from models.tables import SCORE
from scoring.words import Record
from table.engine_match import counted
from web.assets import engine_files
from web.auth.guard import granted_match, page_grant, place_of
from web.http.requests import read_json, unless_known
from web.phone_bundle import canonical_json
from web.recent import sitters
from web.routes import WATCH_MATCH, Pages
from web.sheet import clock_of

DIFFERS = "differs"  # in X-Engine: the phone counted otherwise than the server


class EngineCheck(NamedTuple):
    """Whether a phone's count is the same, and the X-Engine header for its page."""

    same: bool
    engine: str


def compare_count(receipt: Receipt) -> EngineCheck | None:
    """The phone's count compared with what was recorded; None when the phone has not counted.

    A difference under the same edition is logged, without names. Once others have recorded more since (a repeated
    request) there is nothing to compare.
    """
    sent = request.form.get("phone_counted")
    if sent is None:
        return None
    state = receipt.state
    theirs, ours = parse_json(sent), canonical_json(counted(state.sheet, len(state.records_after(0))))
    now = engine_files()
    if request.form.get("edition") != now.edition:
        return EngineCheck(theirs == ours, " ".join(now))
    if theirs == ours or state.records_after(receipt.seq):
        return EngineCheck(theirs == ours, "")
    current_app.logger.warning(
        "match %s, edition %s: a phone counted %s, the server %s", state.uid, now.edition, theirs[:1000], ours
    )
    return EngineCheck(False, DIFFERS)


def parse_json(text: str) -> bytes:
    """JSON text in canonical form; empty when it is invalid."""
    try:
        return canonical_json(read_json(text))
    except ValueError:
        return b""


MOST_PEOPLE = 60  # who played last comes first


def log_response(match: GrantedMatch) -> Response:
    """The whole log, and what the match began with; who keeps score learns who else could sit down."""
    state, began = read_granted(match), clock_of(match.started_at)
    people = sitters(place_of(page_grant()))[:MOST_PEOPLE] if match.right == SCORE else []  # of this page's grant
    return jsonify(
        uid=match.uid,
        game=state.game.key,
        table={
            "players": state.table.players,
            "sides": state.table.sides,
            "first_dealer": state.table.first_dealer,
        },
        people=[uid for uid, _ in state.seats],
        circle=[[player.uid, player.name] for player in people],
        rules=state.rules,
        version=state.version,
        hash=state.hash,
        here=url_for("table.show_table", uid=match.uid),
        evening=url_for("evening.show_evening", uid=match.evening_uid),
        began=began,
        ended=None if state.ended_at is None else str(state.ended_at),
        records=records_json(state.records),
        times=[(trace.at - int(began.began)) // 1000 for trace in state.traces],
    )


def records_json(records: Iterable[Record]) -> list[list[Any]]:
    """Records as the phone engine reads them: [kind, body, uid, seq]."""
    return [[record.kind, record.body, record.uid, record.seq] for record in records]


bp = Pages("phone_log", __name__)


@bp.get("/m/<slug:uid>/log", needs=WATCH_MATCH)
def show_log(uid: str) -> Response:
    """The log for the phone engine, which replays it; 304 when the version in If-None-Match is still the last."""
    match = granted_match(uid)
    version = f"{match.head.last_seq}-{match.head.last_hash[:16]}-{match.right}"  # who only watches is told less
    return unless_known(version, lambda: log_response(match))
