"""The history of a match: its log as text, newest first, with the totals before and after every record."""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read
from models.tail.branches import match_branches
from web.auth.guard import granted_match
from web.history.authors import author_names, phone_name
from web.history.log_text import log_entries
from web.i18n.dates import long_day

if TYPE_CHECKING:
    from models.log.granted_match import GrantedMatch
    from models.log.match_state import MatchState
    from web.history.log_text import LogEntry

MAX_ENTRIES, MIN_ENTRIES = 100, 10  # records on a page
MAX_REPLAYED = 100_000  # deals that a page replays at most, or nearly: each of its records may change the first deal

bp = Blueprint("history", __name__)


@bp.get("/m/<slug:uid>/history")
def show_history(uid: str) -> str:
    """The newest records, or those before the seq in the address."""
    match = granted_match(uid)
    state = read(match)
    last = min(request.args.get("before", state.version + 1, type=int) - 1, state.version)
    first = max(last - page_size(state.version) + 1, 1)
    origins = settled_from(match, state)
    entries = log_entries(state, first, last, author_names(state))
    entries = [entry._replace(origin=origins.get(entry.seq, "")) for entry in entries]
    older = url_for("history.show_history", uid=uid, before=first) if first > 1 else ""
    return render_template(
        "history/history.html",
        uid=uid,
        game=state.game,
        table=state.table,
        days=group_by_day(entries),
        older=older,
    )


def settled_from(match: GrantedMatch, state: MatchState) -> dict[int, str]:
    """By seq of a record that settled what two phones wrote the phone whose entries these were."""
    found: dict[str, str] = {}
    with suppress(BrokenChain):
        for branch in match_branches(db.session.connection(), match.id, match.uid):
            found |= dict.fromkeys(branch.settled, phone_name(state, branch))
    return {record.seq: found[record.uid] for record in state.records if record.uid in found}


def page_size(version: int) -> int:
    """Records on a page for a log of this length."""
    return min(max(MAX_REPLAYED // max(version, 1), MIN_ENTRIES), MAX_ENTRIES)


def group_by_day(entries: list[LogEntry]) -> list[tuple[str, list[LogEntry]]]:
    """The entries newest first, grouped by day."""
    days = groupby(reversed(entries), key=lambda entry: entry.at.date())
    return [(long_day(date), list(group)) for date, group in days]
