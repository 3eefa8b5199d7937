"""Validation of a record: the shape of its body by kind, and whether the records it names exist.

Whether a deal, an amended deal or a rule is legal shows after the replay, in the problems of its line on the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from models.base import canonical_json
from models.log.errors import Refused
from models.log.hash_chain import Trace
from models.log.state import PLAY, MatchState, advance
from scoring.deals import CONFIRMABLE_KINDS, CONFIRMATION_KINDS, STRIKE_KINDS, current_versions, struck_uids
from scoring.entry_shape import fault
from scoring.rulings import NO_PROBLEMS, key_problems, ruling_problems, seat_problems, text_problems
from scoring.words import Problem, Record, problem

if TYPE_CHECKING:
    from scoring.words import Values

    Check = Callable[[MatchState, Values], tuple[Problem, ...]]

UID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
MAX_BODY = 20_000  # characters of JSON
MAX_DISPUTE_NOTE = 120
MAX_CONFIRMATIONS = 20  # of one seat for one state of a line: a grant to watch cannot fill a log
MAX_RECORDS = 10_000  # of a match
MAX_RECORDS_TO_CONFIRM = MAX_RECORDS // 2  # the rest is reserved for the scorers


def encode_body(uid: str, kind: str, body: Any) -> str:
    """The body as canonical JSON text; Refused when uid, kind or body cannot be recorded in any match."""
    if type(uid) is not str or not UID.fullmatch(uid):
        raise Refused((problem("uid", "not_a_uid"),))
    if type(kind) is not str or kind not in (*CHECKS, *RULING_KINDS):
        raise Refused((problem("kind", "no_such_kind"),))
    try:
        text = canonical_json(body)
        text.encode()
    except (ValueError, TypeError, RecursionError):
        raise Refused((problem("entry", "not_an_entry"),)) from None
    if type(body) is not dict:
        raise Refused((problem("entry", "not_an_entry"),))
    if len(text) > MAX_BODY:
        raise Refused((problem("entry", "too_long"),))
    return text


def next_state(state: MatchState, record: Record, trace: Trace, last: str) -> MatchState:
    """The state after one more record; Refused, with all its problems, when it breaks a rule. last: its hash."""
    if state.version >= (MAX_RECORDS_TO_CONFIRM if record.kind in CONFIRMATION_KINDS else MAX_RECORDS):
        raise Refused((problem("match", "match_full"),))
    check = CHECKS.get(record.kind)
    problems = (
        check(state, record.body) if check else ruling_problems(state.game, state.sheet, record.kind, record.body)
    )
    if problems:
        raise Refused(problems)
    after = advance(state, (record,), (trace,), last)
    uid = record.body["of"] if record.kind == "amend" else record.uid
    line = next((line for line in reversed(after.sheet.lines) if line.deal.uid == uid), None)
    if line is not None and line.problems:  # found by the replay
        raise Refused(line.problems)
    if after.status == state.status:
        return after
    return after._replace(ended_at=None if after.status == PLAY else trace.at)


def _deal(state: MatchState, body: Values) -> tuple[Problem, ...]:
    """Problems of what stands beside the entry; a forgotten deal names its place and dealer, also in a closed match."""
    if "before" not in body:
        closed = (problem("match", "match_closed"),) if state.status == "closed" else NO_PROBLEMS
        return closed + (seat_problems(state.sheet, "dealer", body["dealer"]) if "dealer" in body else NO_PROBLEMS)
    problems = seat_problems(state.sheet, "dealer", body.get("dealer"))
    stands = [deal.uid for deal in state.live.deals if deal.kind == "deal"]
    return problems + (NO_PROBLEMS if body["before"] in stands else (problem("before", "no_such_saying"),))


def _bid(state: MatchState, body: Values) -> tuple[Problem, ...]:
    """Problems in the shape of the fields that are given; null means not given. The deal decides what is legal."""
    if state.status != "play":
        return (problem("match", "over" if state.status == "over" else "match_closed"),)
    standing = state.sheet.standing
    fields = {field.key: field for field in state.game.fields(standing)}
    players, sides = len(standing.table.players), len(standing.table.sides)
    idle = [key for key in state.game.idle if body.get(key) is None]
    problems = [problem(key, "unknown_key") for key in sorted(body) if key not in fields and key not in idle]
    for key, field in fields.items():
        code = fault(field, body[key], players, sides) if body.get(key) is not None else ""
        if code:
            problems.append(problem(key, code, {"low": field.low, "high": field.high}))
    return tuple(problems)


def _amend(state: MatchState, body: Values) -> tuple[Problem, ...]:
    problems = key_problems(body, ("of", "entry"), ("dealer",))
    problems += seat_problems(state.sheet, "dealer", body["dealer"]) if "dealer" in body else NO_PROBLEMS
    if problems:
        return problems
    if _find_record(state, body["of"], ("deal",)) is None:
        return (problem("of", "no_such_saying"),)
    if body["of"] in struck_uids(state.records):
        return (problem("of", "struck_already"),)
    return NO_PROBLEMS


def _strike(state: MatchState, body: Values, strike: bool = True) -> tuple[Problem, ...]:
    """Problems of striking (or restoring) a record: it does not exist, or is struck (in force) already."""
    problems = key_problems(body, ("of",), ("crossed",) if strike else ())
    if problems:
        return problems
    if body.get("crossed", True) is not True:
        return (problem("crossed", "not_offered"),)
    record = _find_record(state, body["of"], ())
    if record is None or record.kind in (*STRIKE_KINDS, *CONFIRMATION_KINDS):
        return (problem("of", "no_such_saying"),)
    if (record.uid in struck_uids(state.records)) == strike:
        return (problem("of", "struck_already" if strike else "in_force"),)
    return NO_PROBLEMS


def _confirmation(state: MatchState, body: Values, *optional: str) -> tuple[Problem, ...]:
    """Only the present state of a line can be confirmed: one that was amended or struck since is another."""
    problems = key_problems(body, ("of", "seat"), optional)
    if problems:
        return problems
    problems = text_problems("note", body.get("note", ""), MAX_DISPUTE_NOTE)
    problems += seat_problems(state.sheet, "seat", body["seat"])
    if body["of"] in current_versions(list(state.records), state.live.deals).values():
        given = [r for r in state.records if r.kind in CONFIRMATION_KINDS and r.body["of"] == body["of"]]
        often = sum(r.body["seat"] == body["seat"] for r in given) >= MAX_CONFIRMATIONS
        return (*problems, problem("of", "answered_often")) if often else problems
    record = _find_record(state, body["of"], (*CONFIRMABLE_KINDS, "amend"))
    return (*problems, problem("of", "line_changed" if record else "no_such_saying"))


CHECKS: dict[str, Check] = {
    "deal": _deal,
    "bid": _bid,
    "amend": _amend,
    "strike": _strike,
    "restore": lambda state, body: _strike(state, body, False),
    "agree": _confirmation,
    "dispute": lambda state, body: _confirmation(state, body, "note"),
}
RULING_KINDS = ("adjust", "result", "rules", "seat", "close", "reopen")


def _find_record(state: MatchState, uid: Any, kinds: tuple[str, ...]) -> Record | None:
    """The record of this uid; of one of these kinds, if any are given."""
    return next((r for r in state.records if r.uid == uid and (not kinds or r.kind in kinds)), None)
