"""Rulings: points by the table's decision, other house rules from here on, another dealer or player, an early end.

Each is looked at before it is taken: the forms lead to a page that says what would change, and only that one records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from drawing.form_entry import whole
from models.db.circle_transaction import circle_transaction
from models.log.append import append
from models.log.dry_run import dry_run
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.read import read
from scoring.deals import RESULT
from scoring.words import problem, same
from web.auth.guard import own_match, writer
from web.forms.rule_values import chosen_rules, typed_rules, typed_text
from web.forms.validators import folded, name_fault, plain_text, tidy
from web.new_match.views import player_called
from web.preview.page import Foreseen
from web.table.ruling_page import RulingsPage
from web.table.stale_entry import news_since
from web.table.views import form_after, form_uid

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from models.log.match_state import MatchState
    from models.tables.match import Match

    Form = Mapping[str, str]
    Body = tuple[str, dict[str, Any]]

Answer = str | Response | tuple[str, int]

bp = Blueprint("rulings", __name__)


@bp.get("/m/<slug:uid>/rulings")
def rulings(uid: str) -> Answer:
    """The forms, with what holds now filled in; or what one of them, in the address, would change."""
    match = own_match(uid)
    state = read(match)
    if "what" not in request.args:
        return shown(match, state, {})
    if "again" in request.args:
        return shown(match, state, request.args)
    return looked_at(match, state, request.args)


@bp.post("/m/<slug:uid>/rulings")
def rule(uid: str) -> Answer:
    """Record what one of the forms says, and go back to the table."""
    match = own_match(uid)
    state = read(match)
    if any(record.uid == form_uid() for record in state.records):  # a double tap
        return redirect(url_for("table.table", uid=uid), 303)
    try:
        take(match, state, request.form)
    except Refused as refused:
        return shown(match, state, request.form, problems=refused.problems), 422
    except (StaleVersion, DuplicateUid):
        now = read(match)
        return looked_at(match, now, request.form, news=news_since(now, form_after(state)), status=409)
    return redirect(url_for("table.table", uid=uid, said=1), 303)


def shown(match: Match, state: MatchState, form: Form, **more: Any) -> str:
    """The forms as they were sent, with what is wrong or new."""
    return render_template("table/rulings.html", page=RulingsPage(match, state, form, **more))


def looked_at(match: Match, state: MatchState, form: Form, news: Sequence[Markup] = (), status: int = 200) -> Answer:
    """What a form would change; the forms with what is wrong when it cannot be."""
    try:
        after = dry_run(state, *body_of(state, form))
    except Refused as refused:
        return shown(match, state, form, problems=refused.problems, news=news), 422
    page = RulingsPage(match, state, form, news=news)
    return render_template("preview/preview.html", page=page, seen=Foreseen(state, after)), status


def take(match: Match, state: MatchState, form: Form) -> None:
    """Record what a form says; a player whom the circle does not know yet belongs to it from now on."""
    with circle_transaction(match.evening.circle_id) as session:
        kind, body = body_of(state, form)
        if "player" in body:
            found = player_called(body["player"], match.evening.circle)
            session.add(found)
            session.flush()
            body.update(player=found.name, player_uid=found.uid)
        append(match, kind, form_uid(), body, form_after(state), **writer(match))


def body_of(state: MatchState, form: Form) -> Body:
    """Kind and body of what a form says; Refused where that is nothing."""
    said = SAID.get(form.get("what", "")) or abort(400)
    return said(state, form)


def points(state: MatchState, form: Form) -> Body:
    """Points for or against each side, with a note; an empty one is none."""
    typed = [form.get(f"points.{side}", "").strip() for side in range(len(state.table.sides))]
    given = [whole(text.removeprefix("+")) if text else 0 for text in typed]
    note = plain_text(form.get("note", ""))
    if not any(given) and not note:
        raise Refused((problem("points", "missing"),))
    return "adjust", {"points": given, "note": note}


def result(state: MatchState, form: Form) -> Body:
    """How a match ended of which no deal is written down: who won, and the totals where they are points."""
    sides = range(len(state.table.sides)) if state.game.has_totals else ()
    typed = {"winner": form.get("winner", "")} | {f"total.{side}": form.get(f"total.{side}", "") for side in sides}
    given = {name: whole(text.strip()) for name, text in typed.items()}
    wrong = tuple(problem(name, "missing") for name, number in given.items() if type(number) is not int)
    if wrong:
        raise Refused(wrong)
    totals = {"totals": [given[f"total.{side}"] for side in sides]} if sides else {}
    return RESULT, {"winner": given["winner"]} | totals


def dealer(state: MatchState, form: Form) -> Body:
    """Another dealer for the deal to come."""
    return "seat", {"dealer": whole(form.get("dealer", ""))}


def player(state: MatchState, form: Form) -> Body:
    """Another player in a seat."""
    name = tidy(form.get("player", ""))
    if name_fault(name):
        raise Refused((problem("player", "no_name"),))
    if folded(name) in [folded(sits) for sits in state.sheet.standing.table.players]:
        raise Refused((problem("player", "twice"),))
    return "seat", {"seat": whole(form.get("seat", "")), "player": name}


def rules(state: MatchState, form: Form) -> Body:
    """The house rules that are not as they were."""
    now = state.sheet.standing.rules
    usual = typed_rules(state.game, now)
    typed = {one.key: typed_text(state.game, one, form, usual[one.key]) for one in state.game.options}
    chosen = chosen_rules(state.game, typed)
    changed = {key: value for key, value in chosen.items() if not same(value, now[key])}
    if not changed:
        raise Refused((problem("rules", "nothing_changed"),))
    return "rules", {"rules": changed}


def close(state: MatchState, form: Form) -> Body:
    """Time is up, or the match is given up."""
    return "close", {}


def reopen(state: MatchState, form: Form) -> Body:
    """The match goes on after all."""
    return "reopen", {}


SAID = {
    "result": result,
    "points": points,
    "dealer": dealer,
    "player": player,
    "rules": rules,
    "close": close,
    "reopen": reopen,
}
