"""The history of a match: its log as text, newest first, with the totals before and after every record."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for

from drawing import history_page
from models.log.read import read
from web.auth.guard import granted_match
from web.history.authors import author_names
from web.history.log_text import log_entries
from web.i18n.locale import current_language
from web.tree_html import html

bp = Blueprint("history", __name__)


@bp.get("/m/<slug:uid>/history")
def show_history(uid: str) -> str:
    """The newest records, or those before the seq in the address."""
    match = granted_match(uid)
    state, language = read(match), current_language()
    last = min(request.args.get("before", state.version + 1, type=int) - 1, state.version)
    first = max(last - history_page.page_size(state.version) + 1, 1)
    entries = log_entries(state, first, last, author_names(state))
    here = url_for("table.show_table", uid=uid)
    older = url_for("history.show_history", uid=uid, before=first) if first > 1 else ""
    return render_template(
        "history/history.html",
        bar=html(history_page.header(language, state.game, here)),
        main=html(history_page.main(language, here, state.table, entries, older)),
    )
