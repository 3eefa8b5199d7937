"""An evening: its matches in order, its place and note, and whether it is still going on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, url_for
from flask_wtf import FlaskForm
from sqlalchemy import select
from werkzeug import Response
from wtforms import StringField, TextAreaField
from wtforms.validators import ValidationError

from models.access import code_of, end_code
from models.base import db, now
from models.folds import PLAY
from models.matches import Match
from models.writing import writing
from web.access import may_score, own_evening
from web.days import evening_words, long_day
from web.language import gettext
from web.names import plain_text
from web.played import played_in, standing

if TYPE_CHECKING:
    from models.evenings import Evening
    from web.played import Played

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


class EveningForm(FlaskForm):  # type: ignore[misc]
    """Where it was, and what is worth remembering."""

    place = StringField(filters=[cleaned], validators=[short_enough])
    note = TextAreaField(filters=[cleaned], validators=[short_enough])


@bp.get("/e/<uid>")
def evening(uid: str) -> str:
    """The evening as it stands."""
    found = own_evening(uid)
    return shown(found, EveningForm(formdata=None, obj=found))


def shown(found: Evening, form: EveningForm) -> str:
    """The page of an evening with its form."""
    spoken = code_of(found) if may_score() else None
    return render_template(
        "evening.html",
        evening=found,
        form=form,
        matches=matches_in(found),
        when=long_day(found.date),
        words=evening_words(found),
        code=spoken.code if spoken else "",
    )


def matches_in(found: Evening) -> list[Played]:
    """The evening's matches in order: with results, or with the totals of now where they go on."""
    matches = played_in([found.id])[found.id]
    going_on = [match.id for match in matches if match.state == PLAY]
    now = {match.id: standing(match) for match in db.session.scalars(select(Match).where(Match.id.in_(going_on)))}
    return [now.get(match.id, match) for match in matches]


@bp.post("/e/<uid>")
def keep(uid: str) -> Answer:
    """Keep place and note."""
    found, form = own_evening(uid), EveningForm()
    if not form.validate():
        return shown(found, form), 422
    with writing():
        form.populate_obj(found)
    return redirect(url_for("evening.evening", uid=uid), 303)


@bp.post("/e/<uid>/<any(close, reopen):what>")
def turn(uid: str, what: str) -> Answer:
    """Close the evening, or let it go on."""
    found = own_evening(uid)
    with writing():
        found.closed_at = now() if what == "close" else None
        end_code(found)
    return redirect(url_for("evening.evening", uid=uid), 303)
