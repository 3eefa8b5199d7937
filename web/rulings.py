"""Rulings: points by the table's decision, other house rules from here on, another dealer, another player in a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug import Response

from models.log import append
from models.people import Circle
from models.reading import read
from models.refusals import Clash, Refused, Stale
from models.writing import writing
from scoring.words import problem, same
from web.access import current_grant, own_match
from web.entries import whole
from web.house_rules import chosen_rules, typed_rules
from web.language import gettext
from web.names import folded, name_fault, plain_text, tidy
from web.new_match import player_called
from web.rulings_page import RulingsPage
from web.table import form_after, form_uid

if TYPE_CHECKING:
    from models.folds import Reading
    from models.matches import Match

Answer = Response | tuple[str, int]

bp = Blueprint("rulings", __name__)


@bp.get("/m/<uid>/rulings")
def rulings(uid: str) -> str:
    """The forms, with what holds now filled in."""
    match = own_match(uid)
    return render_template("rulings.html", page=RulingsPage(match, read(match)))


@bp.post("/m/<uid>/rulings")
def rule(uid: str) -> Answer:
    """Record what one of the forms says, and go back to the table."""
    match = own_match(uid)
    reading = read(match)
    said = SAID.get(request.form.get("what", "")) or abort(400)
    if any(record.uid == form_uid() for record in reading.records):  # a double tap
        return redirect(url_for("table.table", uid=uid), 303)
    try:
        with writing() as session:
            circle = session.get_one(Circle, match.evening.circle_id)
            kind, body = said(reading, circle)
            append(match, kind, form_uid(), body, form_after(reading), grant=current_grant())
    except Refused as refused:
        return shown(match, reading, problems=refused.problems), 422
    except (Stale, Clash):
        news = gettext("Somebody else has just written something. Look again, then send again.")
        return shown(match, read(match), news=news), 409
    return redirect(url_for("table.table", uid=uid, said=1), 303)


def shown(match: Match, reading: Reading, **more: Any) -> str:
    """The forms as they were sent, with what is wrong or new."""
    return render_template("rulings.html", page=RulingsPage(match, reading, request.form, **more))


def points(reading: Reading, circle: Circle) -> tuple[str, dict[str, Any]]:
    """Points for or against each side, with a note; an empty one is none."""
    typed = [request.form.get(f"points.{side}", "").strip() for side in range(len(reading.table.sides))]
    given = [whole(text.removeprefix("+")) if text else 0 for text in typed]
    note = plain_text(request.form.get("note", ""))
    if not any(given) and not note:
        raise Refused((problem("points", "missing"),))
    return "adjust", {"points": given, "note": note}


def dealer(reading: Reading, circle: Circle) -> tuple[str, dict[str, Any]]:
    """Another dealer for the deal to come."""
    return "seat", {"dealer": whole(request.form.get("dealer", ""))}


def player(reading: Reading, circle: Circle) -> tuple[str, dict[str, Any]]:
    """Another player in a seat; one whom the circle does not know yet belongs to it from now on."""
    name = tidy(request.form.get("player", ""))
    if name_fault(name):
        raise Refused((problem("player", "no_name"),))
    if folded(name) in [folded(sits) for sits in reading.sheet.standing.table.players]:
        raise Refused((problem("player", "twice"),))
    found = player_called(name, circle)
    with writing() as session:
        session.add(found)
        session.flush()
    return "seat", {"seat": whole(request.form.get("seat", "")), "player": found.name, "player_uid": found.uid}


def rules(reading: Reading, circle: Circle) -> tuple[str, dict[str, Any]]:
    """The house rules that are not as they were."""
    now = reading.sheet.standing.rules
    typed = {key: request.form.get(f"rule.{key}", text) for key, text in typed_rules(reading.game, now).items()}
    chosen = chosen_rules(reading.game, typed)
    changed = {key: value for key, value in chosen.items() if not same(value, now[key])}
    if not changed:
        raise Refused((problem("rules", "nothing_changed"),))
    return "rules", {"rules": changed}


SAID = {"points": points, "dealer": dealer, "player": player, "rules": rules}
