"""The page of what two phones wrote in one match, and what is settled there."""

from __future__ import annotations

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from drawing.form_entry import parse_int
from drawing.icons import LETTERS
from models.base import db
from models.log.errors import Refused, StaleVersion
from models.log.granted_match import GrantedMatch, read_granted
from models.tail.branches import match_branches
from models.tail.settle import settle as settle_branch
from web.auth.guard import granted_match
from web.auth.session_grants import device_id
from web.routes import SCORE_MATCH, WATCH_MATCH, Pages
from web.tail.both_page import BothPage

CHOICE = "choice."

bp = Pages("both", __name__)


@bp.get("/m/<slug:uid>/both", needs=WATCH_MATCH)
def show_branches(uid: str) -> str:
    """The oldest branch that waits, both sides deal by deal."""
    return both_page(granted_match(uid))


@bp.post("/m/<slug:uid>/both", needs=SCORE_MATCH)
def settle(uid: str) -> ResponseReturnValue:
    """Record what was chosen, or show what it would come to."""
    match = granted_match(uid)
    if "look" in request.form:
        return both_page(match)
    after = parse_int(request.form.get("after", ""))
    version = after if type(after) is int else -1
    try:
        settle_branch(match, request.form.get("branch", ""), choices(), version, grant=g.by.uid, device=device_id())
    except Refused:
        return both_page(granted_match(uid)), 422
    except StaleVersion:
        return both_page(granted_match(uid), stale=True), 409
    return redirect(url_for("table.show_table", uid=uid), 303)


def choices() -> dict[str, str]:
    """By row what was chosen; of a switch the last value counts."""
    names = [name for name in request.form if name.startswith(CHOICE)]
    return {name.removeprefix(CHOICE): request.form.getlist(name)[-1] for name in names}


def both_page(match: GrantedMatch, stale: bool = False) -> str:
    """The page of the branch in the form, else of the oldest one that waits."""
    state = read_granted(match)
    held = match_branches(db.session.connection(), match.id, match.uid)
    waiting = [branch for branch in held if branch.waits]
    asked = [branch for branch in waiting if branch.uid == request.form.get("branch")]
    twins = {uid: twin for branch in held for uid, twin in branch.twins.items()}
    page = BothPage(state, (asked or waiting)[0], twins, choices()) if waiting else None
    return render_template(
        "tail/both.html", uid=match.uid, page=page, more=len(waiting) - 1, stale=stale, letters=LETTERS
    )
