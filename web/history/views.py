"""The history of a match: its log as text, newest first, with the totals before and after every record."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, render_template, request, url_for

from drawing import history_page
from models.base import db
from models.log.errors import BrokenChain
from models.log.granted_match import GrantedMatch
from models.log.match_state import MatchState
from models.log.read import read
from models.tail.branches import match_branches
from web.auth.guard import granted_match
from web.history.authors import author_names, phone_name
from web.history.log_text import log_entries
from web.http.requests import whole_number
from web.i18n.locale import current_language
from web.tree_html import html

bp = Blueprint("history", __name__)


@bp.get("/m/<slug:uid>/history")
def show_history(uid: str) -> str:
    """The newest records, or those before the seq in the address."""
    match = granted_match(uid)
    state, language = read(match), current_language()
    before = whole_number(request.args.get("before"))
    last = state.version if before is None else min(before - 1, state.version)
    first = max(last - history_page.page_size(state.version) + 1, 1)
    origins = settled_from(match, state)
    entries = [
        (entry, made._replace(origin=origins.get(entry.seq, "")))
        for entry, made in log_entries(state, first, last, author_names(state))
    ]
    here = url_for("table.show_table", uid=uid)
    older = url_for("history.show_history", uid=uid, before=first) if first > 1 else ""
    return render_template(
        "history/history.html",
        bar=html(history_page.header(language, state.game, here)),
        main=html(history_page.main(language, here, state.table, entries, older)),
    )


def settled_from(match: GrantedMatch, state: MatchState) -> dict[int, str]:
    """By seq of a record that settled what two phones wrote the phone whose entries these were."""
    found: dict[str, str] = {}
    with suppress(BrokenChain):
        for branch in match_branches(db.session.connection(), match.id, match.uid):
            found |= dict.fromkeys(branch.settled, phone_name(state, branch))
    return {record.seq: found[record.uid] for record in state.records if record.uid in found}
