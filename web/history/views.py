"""The history of a match: its log read aloud, newest first, with the totals before and after every saying."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from flask import Blueprint, render_template, request, url_for

from models.log.read import read
from web.auth.guard import own_match
from web.history.authors import hands
from web.history.log_text import told_log
from web.i18n.dates import long_day

if TYPE_CHECKING:
    from web.history.log_text import Told

AT_ONCE, LEAST = 100, 10  # records on a page
REPLAYED = 100_000  # deals that a page replays at most, or nearly: each of its records may change the first deal

bp = Blueprint("history", __name__)


@bp.get("/m/<slug:uid>/history")
def history(uid: str) -> str:
    """The newest sayings, or those before the one whose number is in the address."""
    match = own_match(uid)
    state = read(match)
    last = min(request.args.get("before", state.version + 1, type=int) - 1, state.version)
    first = max(last - at_once(state.version) + 1, 1)
    told = told_log(state, first, last, hands(state))
    older = url_for("history.history", uid=uid, before=first) if first > 1 else ""
    return render_template(
        "history/history.html",
        match=match,
        game=state.game,
        sat=state.table.players,
        days=by_day(told),
        older=older,
    )


def at_once(version: int) -> int:
    """How many records of a log of this length stand on a page."""
    return min(max(REPLAYED // max(version, 1), LEAST), AT_ONCE)


def by_day(told: list[Told]) -> list[tuple[str, list[Told]]]:
    """The sayings newest first, under the day on which they were made."""
    days = groupby(reversed(told), key=lambda saying: saying.at.date())
    return [(long_day(date), list(sayings)) for date, sayings in days]
