"""An evening that is past, entered afterwards: its day and place; its matches are then entered deal by deal."""

from __future__ import annotations

from datetime import date, timedelta

from flask import Blueprint, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug import Response

from models.base import db, now
from models.db.circle_transaction import circle_transaction
from models.tables.evening import Evening
from web.auth.guard import own_circle
from web.evening.recent_queries import today
from web.forms.validators import plain_text
from web.i18n.locale import gettext

Answer = str | Response | tuple[str, int]
FIRST = date(1900, 1, 1)
LONGEST = 60  # characters of a place
DOUBLE_TAP = timedelta(minutes=1)

bp = Blueprint("past", __name__)


@bp.get("/evenings/past")
def ask() -> str:
    """Which day, and where."""
    return asked({}, {})


def asked(typed: dict[str, str], faults: dict[str, str]) -> str:
    """The page with what was typed, and what is wrong by field."""
    return render_template("evening/past.html", typed=typed, faults=faults, latest=today().isoformat())


@bp.post("/evenings/past")
def enter() -> Answer:
    """The evening, ready for its matches; sent twice it is the same one."""
    typed = {"date": request.form.get("date", ""), "place": plain_text(request.form.get("place", ""))}
    faults = {"date": day_fault(typed["date"])} if day_fault(typed["date"]) else {}
    if len(typed["place"]) > LONGEST:
        faults["place"] = gettext("This is too long: {most} characters fit here.", most=LONGEST)
    if faults:
        return asked(typed, faults), 422
    own, day = own_circle(), date.fromisoformat(typed["date"])
    with circle_transaction(own.id) as session:
        query = select(Evening).where(Evening.circle_id == own.id, Evening.created_at > now() - DOUBLE_TAP)
        same = query.where(Evening.hidden.is_(False), Evening.date == day, Evening.place == typed["place"])
        evening = db.session.scalar(same) or Evening(circle=own, date=day, place=typed["place"])
        session.add(evening)
        session.flush()
    return redirect(url_for("evening.evening", uid=evening.uid), 303)


def day_fault(text: str) -> str:
    """What is wrong with a day as a browser writes it, 2026-11-20; empty when it is one that has been."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return gettext("This is not a day. Write it like 2026-11-20.")
    return "" if FIRST <= day <= today() else gettext("This day is not one that has been.")
