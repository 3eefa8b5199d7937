"""An evening that is past, entered afterwards: its day and place; its matches are then entered deal by deal."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from models.base import db, now, today
from models.db.transaction import circle_transaction
from models.tables.evening import Evening
from web.auth.guard import own_circle
from web.evening.forms import PastEveningForm

DOUBLE_TAP = timedelta(minutes=1)

bp = Blueprint("past", __name__)


@bp.get("/evenings/past")
def show_past_form() -> str:
    """The form: which day, and where."""
    return past_page(PastEveningForm())


def past_page(form: PastEveningForm) -> str:
    """The page with its form."""
    return render_template("evening/past.html", form=form, latest=today().isoformat())


@bp.post("/evenings/past")
def create_past_evening() -> ResponseReturnValue:
    """Create the evening, ready for its matches; sent twice it is the same one."""
    form = PastEveningForm()
    if not form.validate():
        return past_page(form), 422
    circle, place = own_circle(), form.place.data
    with circle_transaction(circle.id) as session:
        recent = select(Evening).where(Evening.circle_id == circle.id, Evening.created_at > now() - DOUBLE_TAP)
        same = recent.where(Evening.hidden.is_(False), Evening.date == form.day, Evening.place == place)
        evening = db.session.scalar(same) or Evening(circle=circle, date=form.day, place=place)
        session.add(evening)
        session.flush()
    return redirect(url_for("evening.show_evening", uid=evening.uid), 303)
