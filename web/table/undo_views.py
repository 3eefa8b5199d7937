"""Undo and redo at the table, step by step."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue

from drawing.undo import Step, turn_of
from models.log.granted_match import GrantedMatch, read_granted
from models.log.match_state import MatchState
from web.auth.guard import granted_match
from web.table.record import record_once, repeated_tap

bp = Blueprint("undo", __name__)


@bp.post("/m/<slug:uid>/undo")
def undo(uid: str) -> ResponseReturnValue:
    """Undo the last step."""
    match = granted_match(uid)
    state = read_granted(match)
    return record_step(match, state, turn_of(list(state.records)).undo)


@bp.post("/m/<slug:uid>/redo")
def redo(uid: str) -> ResponseReturnValue:
    """Redo the step that was undone last."""
    match = granted_match(uid)
    state = read_granted(match)
    return record_step(match, state, turn_of(list(state.records)).redo)


def record_step(match: GrantedMatch, state: MatchState, step: Step | None) -> ResponseReturnValue:
    """Record an undo or redo step; a repeated request, or none to take, only shows the table."""
    if step is None:
        return repeated_tap(state) or redirect(url_for("table.show_table", uid=match.uid), 303)
    return record_once(match, state, step.kind, step.body)
