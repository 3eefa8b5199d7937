"""An evening: its matches in order, its place and note, and whether it is still going on."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, url_for
from flask_wtf import FlaskForm
from werkzeug import Response
from wtforms import StringField, TextAreaField
from wtforms.validators import ValidationError

from models.base import now
from models.column_types import UNKNOWN_DATE
from models.db.circle_transaction import circle_transaction
from models.db.transaction import write_transaction
from models.grants.spoken_code import current_code, expire_code
from models.log.match_state import PLAY
from models.people.delete_empty import is_empty
from web.auth.guard import may_score, own_evening
from web.auth.share_links import key
from web.evening.list_page import has_damage
from web.evening.match_summary import standing_in
from web.evening.past_views import day_fault
from web.evening.recent_queries import today
from web.forms.validators import plain_text
from web.i18n.dates import evening_words, long_day
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from models.tables.evening import Evening
    from web.evening.match_summary import Played

Answer = Response | tuple[str, int]
LONGEST = {"place": 60, "note": 500}

bp = Blueprint("evening", __name__)


def short_enough(form: FlaskForm, field: StringField) -> None:
    """Refuse a text that is too long."""
    most = LONGEST[field.name]
    if len(field.data) > most:
        raise ValidationError(gettext("This is too long: {most} characters fit here.", most=most))


def cleaned(text: str | None) -> str:
    """What was typed, without what cannot be seen."""
    return plain_text(text or "")


def a_day(form: FlaskForm, field: StringField) -> None:
    """Refuse what is no day that has been; a form without one leaves it as it is."""
    fault = day_fault(field.data) if field.data else ""
    if fault:
        raise ValidationError(fault)


class EveningForm(FlaskForm):  # type: ignore[misc]
    """When and where it was, and what is worth remembering."""

    date = StringField(filters=[lambda day: "" if day in (None, UNKNOWN_DATE) else str(day)], validators=[a_day])
    place = StringField(filters=[cleaned], validators=[short_enough])
    note = TextAreaField(filters=[cleaned], validators=[short_enough])


@bp.get("/e/<slug:uid>")
def evening(uid: str) -> str:
    """The evening as it stands."""
    found = own_evening(uid)
    return shown(found, EveningForm(formdata=None, obj=found))


def shown(found: Evening, form: EveningForm) -> str:
    """The page of an evening with its form."""
    matches = matches_in(found)
    return render_template(
        "evening/evening.html",
        evening=found,
        form=form,
        matches=matches,
        when=long_day(found.date),
        words=evening_words(found),
        empty=is_empty(found),
        damaged=has_damage(found, [name for match in matches for name in match.names]),
        typed_again=has_damage(found, []),
        latest=today().isoformat(),
        code=current_code(found, key()) if may_score() else "",
    )


def matches_in(found: Evening) -> list[Played]:
    """The evening's matches in order: with results, or with the totals of now where they go on."""
    return standing_in([found.id], (PLAY,))[found.id]


@bp.post("/e/<slug:uid>")
def keep(uid: str) -> Answer:
    """Keep day, place and note."""
    found, form = own_evening(uid), EveningForm()
    if not form.validate():
        return shown(found, form), 422
    with write_transaction():
        found.place, found.note = form.place.data, form.note.data
        found.date = date.fromisoformat(form.date.data) if form.date.data else found.date
    return redirect(url_for("evening.evening", uid=uid), 303)


@bp.post("/e/<slug:uid>/<any(close, reopen):what>")
def turn(uid: str, what: str) -> Answer:
    """Close the evening, or let it go on."""
    found = own_evening(uid)
    with circle_transaction(found.circle_id):
        found.closed_at = now() if what == "close" else None
        expire_code(found)
    return redirect(url_for("evening.evening", uid=uid), 303)
