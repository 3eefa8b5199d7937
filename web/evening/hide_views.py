"""Hiding an evening: left out of every list, with all its matches as they are, until somebody shows it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, url_for
from sqlalchemy import select

from models.base import db
from models.db.transaction import write_transaction
from models.people.delete_empty import is_empty
from models.tables.evening import Evening
from web.auth.guard import own_evening
from web.evening.list_page import evening_rows

if TYPE_CHECKING:
    from werkzeug import Response

    from models.tables.circle import Circle
    from web.evening.list_page import EveningRow

bp = Blueprint("hiding", __name__)


@bp.post("/e/<slug:uid>/hide")
def hide(uid: str) -> Response:
    """The evening is left out of the lists; an empty one can be deleted and is not hidden."""
    found = own_evening(uid)
    if is_empty(found):
        abort(409)
    with write_transaction():
        found.hidden = True
    return redirect(url_for("home.home", hidden=uid), 303)


@bp.post("/e/<slug:uid>/show")
def show(uid: str) -> Response:
    """The evening is in the lists again."""
    found = own_evening(uid)
    with write_transaction():
        found.hidden = False
    return redirect(url_for("evening.evening", uid=uid), 303)


def hidden_in(circle: Circle) -> list[EveningRow]:
    """The hidden evenings of a circle, newest day first."""
    query = select(Evening).where(Evening.circle_id == circle.id, Evening.hidden, Evening.deleted.is_(False))
    return evening_rows(db.session.scalars(query.order_by(Evening.date.desc(), Evening.id.desc())).all())


def just_hidden(uid: str, circle: Circle) -> Evening | None:
    """The evening of this uid, where it is a hidden one of this circle."""
    here = Evening.circle_id == circle.id, Evening.hidden, Evening.deleted.is_(False)
    return db.session.scalar(select(Evening).where(Evening.uid == uid, *here)) if uid else None
