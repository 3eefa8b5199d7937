"""The history of a match: its log as text, newest first, with the totals before and after every record."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from models.log.read import read
from web.auth.guard import granted_match
from web.history.authors import author_names
from web.history.log_text import log_entries
from web.i18n.dates import long_day

if TYPE_CHECKING:
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
    entries = log_entries(state, first, last, author_names(state))
    older = url_for("history.show_history", uid=uid, before=first) if first > 1 else ""
    return render_template(
        "history/history.html",
        uid=uid,
        game=state.game,
        table=state.table,
        days=group_by_day(entries),
        older=older,
    )


def page_size(version: int) -> int:
    """Records on a page for a log of this length."""
    return min(max(MAX_REPLAYED // max(version, 1), MIN_ENTRIES), MAX_ENTRIES)


def group_by_day(entries: list[LogEntry]) -> list[tuple[str, list[LogEntry]]]:
    """The entries newest first, grouped by day."""
    days = groupby(reversed(entries), key=lambda entry: entry.at.date())
    return [(long_day(date), list(group)) for date, group in days]
