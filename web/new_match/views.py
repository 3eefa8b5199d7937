"""A new match: who sits where, who deals first, by which rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for

from models.base import now
from models.db.circle_transaction import circle_transaction
from models.log.errors import Refused
from models.tables.evening import Evening
from models.tables.match import Match, start_match
from scoring.game import complete
from web.auth.guard import grant_here, place_of
from web.circle.players import player_called
from web.evening.recent_queries import evening_for, last_match, today
from web.forms.validators import folded
from web.http.request import sent_fields
from web.i18n.messages import limit_words
from web.new_match.draft import as_last_time, drawn, named, number_fault, rules_of, seat_faults, sitting_of, tapped
from web.new_match.page import SittingPage
from web.table.clock import minutes_until, zone_of

if TYPE_CHECKING:
    from datetime import datetime

    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from scoring.words import Problem, Rules
    from web.new_match.draft import Sitting

DOUBLE_TAP = timedelta(minutes=1)

bp = Blueprint("new_match", __name__)


@bp.get("/new")
def new() -> ResponseReturnValue:
    """What is chosen so far, and after a tap what that made of it; all of it is in the address."""
    sitting, fault = named(sitting_of(request.args, place_of(grant_here())), request.args.get("name", ""))
    if request.args.keys() <= {"evening"}:
        sitting = as_last_time(sitting, "")
    tap = request.args.get("tap", "")
    if tap.startswith("draw:") and not number_fault(sitting):
        return shuffled(sitting, tap.removeprefix("draw:"))
    page = SittingPage(tapped(sitting, tap), name_faults=[fault] if fault else [], form=request.args)
    return render_template("new_match/new_match.html", page=page), 422 if fault else 200


def shuffled(sitting: Sitting, kind: str) -> Response:
    """Draw, and put the cards in the address, so that looking again does not draw again."""
    after, cards = drawn(sitting, kind)
    return redirect(url_for("new_match.new", **after.address(), drew=kind, card=cards, _anchor="seats"), 303)


@bp.post("/new")
def deal() -> ResponseReturnValue:
    """Begin the match, or say what is wrong."""
    sent = sent_fields()
    sitting, fault = named(sitting_of(sent, place_of(grant_here())), sent.get("name", ""))
    faults = [fault] if fault else []
    problems: tuple[Problem, ...] = ()
    if not faults and not seat_faults(sitting):
        try:
            return redirect(url_for("table.table", uid=begun(sitting).uid), 303)
        except Refused as refused:
            problems, faults = refused.problems, [words] if (words := limit_words(refused)) else []
    page = SittingPage(sitting, faults, seat_faults(sitting), problems, sent)
    return render_template("new_match/new_match.html", page=page, refused=True), 422


def begun(sitting: Sitting) -> Match:
    """The new match; sent twice it is the same one. Refused when the rules cannot be so."""
    place = sitting.place
    circle = place.circle if isinstance(place, Evening) else place
    with circle_transaction(circle.id):
        at = now()
        rules = complete(sitting.game, rules_of(timed(sitting, at)))
        last = last_match(place, evening=sitting.evening)
        if last and at - last.started_at < DOUBLE_TAP and is_the_same(last, sitting, rules):
            return last
        players = [player_called(name, circle) for name in sitting.seats]
        evening = evening_for(sitting.evening, place) or Evening(circle_id=circle.id, date=today())
        return start_match(evening, sitting.game.key, players, rules, sitting.first_dealer, at)


def timed(sitting: Sitting, at: datetime) -> Sitting:
    """The same with the minutes that are left until the time of day that was typed as its length, where one was."""
    if sitting.rules.get("length") != "clock":
        return sitting
    minutes = minutes_until(sitting.rules["length_value"], at, zone_of(sent_fields().get("zone", "")))
    if minutes is None:
        return sitting
    return replace(sitting, rules={**sitting.rules, "length_value": str(minutes)})


def is_the_same(match: Match, sitting: Sitting, rules: Rules) -> bool:
    """Whether nothing was said yet in a match that began just like this."""
    begun = (match.game, match.rules, match.first_dealer, [folded(name) for name in match.players])
    return match.last_seq == 0 and begun == (
        sitting.game.key,
        rules,
        sitting.first_dealer,
        [folded(name) for name in sitting.seats],
    )
