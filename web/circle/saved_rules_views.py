"""House rules saved under a name, and removed again."""

from __future__ import annotations

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import delete
from werkzeug import Response

from models.db.transaction import write_transaction
from models.log.read import read
from models.tables.circle import HouseRules
from web.auth.guard import granted_match, own_circle, page_grant
from web.circle.forms import SaveRulesForm
from web.circle.saved_rules import save_rules
from web.rules import match_page

LARGEST_ID = (1 << 31) - 1

bp = Blueprint("saved_rules", __name__)


@bp.post("/m/<slug:uid>/rules")
def save_match_rules(uid: str) -> ResponseReturnValue:
    """Save the rules that are in force in a match under a name, in place of those of this name."""
    state, form = read(granted_match(uid)), SaveRulesForm()
    if form.validate():
        fault = save_rules(page_grant().circle, state.game.key, form.name.data, dict(state.sheet.standing.rules))
        if not fault:
            return redirect(url_for("rules.show_match_rules", uid=uid, saved=1), 303)
        form.name.errors = [fault]
    return match_page(uid, form=form), 422


@bp.post("/circle/rules/<int:number>/remove")
def delete_rules(number: int) -> Response:
    """Delete saved rules, if they are the own circle's and there still; matches that were begun by them keep theirs."""
    if number <= LARGEST_ID:
        with write_transaction() as session:
            own = HouseRules.circle_id == own_circle().id
            session.execute(delete(HouseRules).where(HouseRules.id == number, own))
    return redirect(url_for("circle.show_circle", _anchor="saved-rules"), 303)
