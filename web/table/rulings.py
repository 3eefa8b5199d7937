"""Rulings: points by the table's decision, other house rules from here on, another dealer or player, an early end.

Each is previewed first: its form leads to the preview, and only that page records.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from models.log.append import append, dry_run
from models.log.errors import SENTENCES, DuplicateUid, Refused, StaleVersion
from models.log.granted_match import GrantedMatch
from models.log.read import read
from models.log.state import MatchState
from models.transaction import circle_transaction
from scoring.words import Problem
from table.form_entry import first
from table.rulings import FORMS, Ruling, RulingPreview, RulingsPage, ruling_of
from web.auth.guard import granted_match, own_circle, page_grant, place_of, record_author
from web.circle.players import player_called
from web.forms import folded, name_fault, plain_texts, tidy
from web.history import Words, ruling_words
from web.http.requests import sent_fields
from web.i18n.locale import current_language, gettext
from web.i18n.messages import formatter_at
from web.preview import preview_of
from web.recent import sitters
from web.routes import SCORE_MATCH, Pages
from web.sheet import clock_of
from web.table.record import form_after, form_uid
from web.table.stale_entry import entries_since, render_drawn

if TYPE_CHECKING:
    from table.form_entry import Form


bp = Pages("ruling", __name__)


@bp.get("/m/<slug:uid>/rulings", needs=SCORE_MATCH)
def show_rulings(uid: str) -> ResponseReturnValue:
    """The forms, filled in with what holds now; or the preview of the one in the address."""
    match = granted_match(uid)
    state = read(match)
    if "what" not in request.args:
        return render_forms(match, state, {})
    if "again" in request.args:
        return render_forms(match, state, submitted_form())
    return render_preview(match, state)


@bp.post("/m/<slug:uid>/rulings", needs=SCORE_MATCH)
def record_ruling(uid: str) -> ResponseReturnValue:
    """Record one of the forms and go back to the table."""
    match = granted_match(uid)
    state = read(match)
    if any(record.uid == form_uid() for record in state.records):  # a double tap
        return redirect(url_for("table.show_table", uid=uid), 303)
    form = submitted_form()
    try:
        append_ruling(match, state, ruling_in(match, state, form))
    except Refused as refused:
        return render_forms(match, state, form, refused.problems), 422
    except (StaleVersion, DuplicateUid):
        now = read(match)
        return render_preview(match, now, 409, updates=entries_since(now, form_after(state)))
    return redirect(url_for("table.show_table", uid=uid, recorded=1), 303)


def submitted_form() -> Form:
    """The form that was sent; 400 for an unknown one."""
    sent = sent_fields()
    form = plain_texts(sent)
    if first(form, "what") not in FORMS:
        abort(400)
    return {**form, "player": [sent["player"]]} if "player" in sent else form


def ruling_in(match: GrantedMatch, state: MatchState, form: Form) -> Ruling:
    """The ruling of a form; Refused where it stands for none."""
    tidied = {**form, "player": [tidy(first(form, "player"))]}
    ruling = ruling_of(state.game, state.sheet, tidied, seat_fault, clock_of(match.started_at))
    if ruling.problems:
        raise Refused(ruling.problems)
    return ruling


def seat_fault(name: str, players: tuple[str, ...]) -> str:
    """What is wrong with the name of somebody who sits down beside these players, in a sentence."""
    there = folded(name) in map(folded, players)
    return name_fault(name) or (gettext("Somebody with this name is already at the table.") if there else "")


def rulings_page(match: GrantedMatch, state: MatchState, form: Form, problems: tuple[Problem, ...] = ()) -> RulingsPage:
    """The forms, one of them as sent, with what is wrong."""
    here, table = url_for("table.show_table", uid=match.uid), state.sheet.standing.table
    players = sitters(place_of(page_grant()))
    others = tuple(player.name for player in players if player.name not in table.players)
    return RulingsPage(current_language(), here, state.game, state.sheet, form, problems, others, SENTENCES)


def render_forms(
    match: GrantedMatch,
    state: MatchState,
    form: Form,
    problems: tuple[Problem, ...] = (),
    updates: Sequence[Words] = (),
) -> str:
    """The page of the forms. updates: what others recorded meanwhile."""
    return render_drawn("table/rulings.html", rulings_page(match, state, form, problems), state.version, updates)


def render_preview(
    match: GrantedMatch, state: MatchState, status: int = 200, updates: Sequence[Words] = ()
) -> ResponseReturnValue:
    """The preview of the form that was sent; the forms with their errors when it is refused."""
    form = submitted_form()
    try:
        ruling = ruling_in(match, state, form)
        after = dry_run(state, ruling.kind, ruling.body)
    except Refused as refused:
        return render_forms(match, state, form, refused.problems, updates), 422
    record, held = after.records[-1], state.sheet.standing
    words = ruling_words(record, formatter_at(state.game.key, held.table), held.rules)
    if record.kind == "rules":
        words = gettext("House rules from here on")
    page = RulingPreview(rulings_page(match, state, form), words, preview_of(state, after).parts())
    return render_drawn("preview/preview.html", page, state.version, updates), status


def append_ruling(match: GrantedMatch, state: MatchState, ruling: Ruling) -> None:
    """Append the record of a form; a player unknown to the circle is added to it."""
    circle, body = own_circle(), ruling.body
    with circle_transaction(circle.id) as session:
        if "player" in body:
            player = player_called(body["player"], circle)
            session.add(player)
            session.flush()
            body = {**body, "player": player.name, "player_uid": player.uid}
        append(match, ruling.kind, form_uid(), body, form_after(state), **record_author(match))
