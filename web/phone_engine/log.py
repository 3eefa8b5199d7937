"""The log of a match, and what it began with, as JSON for the phone engine."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Response, jsonify, url_for

from models.log.granted_match import GrantedMatch, read_granted
from models.tables import SCORE
from scoring.words import Record
from web.auth.guard import granted_match, page_grant, place_of
from web.http.answers import unless_known
from web.recent import sitters
from web.routes import WATCH_MATCH, Pages
from web.sheet import clock_of

MOST_PEOPLE = 60  # who played last comes first


def log_response(match: GrantedMatch) -> Response:
    """The whole log, and what the match began with; who keeps score learns who else could sit down."""
    state, began = read_granted(match), clock_of(match.started_at)
    return jsonify(
        uid=match.uid,
        game=state.game.key,
        table={
            "players": state.table.players,
            "sides": state.table.sides,
            "first_dealer": state.table.first_dealer,
        },
        people=[uid for uid, _ in state.seats],
        circle=people_json() if match.right == SCORE else [],
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


def people_json() -> list[list[str]]:
    """Uid and name of the people that this page's grant knows."""
    return [[player.uid, player.name] for player in sitters(place_of(page_grant()))[:MOST_PEOPLE]]


def records_json(records: Iterable[Record]) -> list[list[Any]]:
    """Records as the phone engine reads them: [kind, body, uid, seq]."""
    return [[record.kind, record.body, record.uid, record.seq] for record in records]


bp = Pages("phone_engine", __name__)


@bp.get("/m/<slug:uid>/log", needs=WATCH_MATCH)
def show_log(uid: str) -> Response:
    """The log for the phone engine, which replays it; 304 when the version in If-None-Match is still the last."""
    match = granted_match(uid)
    version = f"{match.head.last_seq}-{match.head.last_hash[:16]}-{match.right}"  # who only watches is told less
    return unless_known(version, lambda: log_response(match))
