"""A new match: seats, first dealer, rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug import Response

from models.base import now
from models.db.transaction import circle_transaction
from models.log.errors import Refused
from models.tables.evening import Evening
from models.tables.match import Match, start_match
from scoring.game import complete
from scoring.words import Problem
from web.auth.guard import page_grant, place_of
from web.circle.players import player_called
from web.evening.recent_queries import evening_for, last_match, today
from web.forms.validators import folded
from web.http.request import sent_fields
from web.i18n.messages import limit_words
from web.new_match.draft import (
    MatchDraft,
    add_name,
    apply_tap,
    draft_rules,
    draw_cards,
    number_fault,
    read_draft,
    repeat_last,
    seat_faults,
)
from web.new_match.page import NewMatchPage
from web.table.clock import minutes_until, zone_of

if TYPE_CHECKING:
    from scoring.words import Rules

DOUBLE_TAP = timedelta(minutes=1)

bp = Blueprint("new_match", __name__)


@bp.get("/new")
def show_draft() -> ResponseReturnValue:
    """The draft, after a tap with its change; all of it is in the address."""
    draft, fault = add_name(read_draft(request.args, place_of(page_grant())), request.args.get("name", ""))
    if request.args.keys() <= {"evening"}:
        draft = repeat_last(draft, "")
    tap = request.args.get("tap", "")
    if tap.startswith("draw:") and not number_fault(draft):
        return redirect_with_cards(draft, tap.removeprefix("draw:"))
    page = NewMatchPage(apply_tap(draft, tap), name_faults=[fault] if fault else [], form=request.args)
    return render_template("new_match/new_match.html", page=page), 422 if fault else 200


def redirect_with_cards(draft: MatchDraft, kind: str) -> Response:
    """Draw cards and redirect with them in the address, so that a reload does not draw again."""
    after, cards = draw_cards(draft, kind)
    return redirect(url_for("new_match.show_draft", **after.address(), drew=kind, card=cards, _anchor="seats"), 303)


@bp.post("/new")
def begin_match() -> ResponseReturnValue:
    """Start the match, or show what is wrong."""
    sent = sent_fields()
    draft, fault = add_name(read_draft(sent, place_of(page_grant())), sent.get("name", ""))
    faults = [fault] if fault else []
    problems: tuple[Problem, ...] = ()
    if not faults and not seat_faults(draft):
        try:
            return redirect(url_for("table.show_table", uid=find_or_start(draft).uid), 303)
        except Refused as refused:
            problems, faults = refused.problems, [words] if (words := limit_words(refused)) else []
    page = NewMatchPage(draft, faults, seat_faults(draft), problems, sent)
    return render_template("new_match/new_match.html", page=page, refused=True), 422


def find_or_start(draft: MatchDraft) -> Match:
    """The new match; a repeated request gets the same one. Raises Refused for impossible rules."""
    place = draft.place
    circle = place.circle if isinstance(place, Evening) else place
    with circle_transaction(circle.id):
        at = now()
        rules = complete(draft.game, draft_rules(with_minutes(draft, at)))
        last = last_match(place, evening=draft.evening)
        if last and at - last.started_at < DOUBLE_TAP and is_the_same(last, draft, rules):
            return last
        players = [player_called(name, circle) for name in draft.seats]
        evening = evening_for(draft.evening, place) or Evening(circle_id=circle.id, date=today())
        return start_match(evening, draft.game.key, players, rules, draft.first_dealer, at)


def with_minutes(draft: MatchDraft, at: datetime) -> MatchDraft:
    """The draft with a typed time of day as the minutes until then, where the length is one."""
    if draft.rules.get("length") != "clock":
        return draft
    minutes = minutes_until(draft.rules["length_value"], at, zone_of(sent_fields().get("zone", "")))
    if minutes is None:
        return draft
    return replace(draft, rules={**draft.rules, "length_value": str(minutes)})


def is_the_same(match: Match, draft: MatchDraft, rules: Rules) -> bool:
    """Whether a match began just like this and nothing is recorded in it."""
    begun = (match.game, match.rules, match.first_dealer, [folded(name) for name in match.players])
    return match.last_seq == 0 and begun == (
        draft.game.key,
        rules,
        draft.first_dealer,
        [folded(name) for name in draft.seats],
    )
