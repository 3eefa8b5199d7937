"""A new circle of the people at the table, if the host allows it."""

from __future__ import annotations

from datetime import timedelta

from flask import Blueprint, redirect, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import IntegrityError

from models.base import new_uid, now
from models.db.transaction import write_transaction
from models.tables.circle import Circle, Player
from models.tables.grant import SCORE, Grant, derived_uid, find_unused_by_uid, make_grant
from web.auth import session_grants
from web.auth.guard import current_grant
from web.circle.forms import CreateForm
from web.circle.page import create_page
from web.host.access import MINE, NOT_YET, creation_policy
from web.i18n.locale import gettext

DOUBLE_TAP = timedelta(minutes=1)

bp = Blueprint("welcome", __name__)


@bp.get("/welcome")
def show_create_form() -> str:
    """The form, for whoever wants one more circle in this browser."""
    return create_page(CreateForm())


@bp.post("/circle")
def create_circle() -> ResponseReturnValue:
    """Create the circle and let this browser in; sent twice it is the same one."""
    form = CreateForm()
    if creation_policy() in (NOT_YET, MINE) or not form.validate():
        return create_page(form), 422
    names = form.name.people
    if not created_just_now(names):
        session_grants.check_room()
        session_grants.add_grant(circle_of(names, form.circle.data or gettext("{name}’s circle", name=names[0])))
    return redirect(url_for("new_match.show_draft"), 303)


def created_just_now(names: list[str]) -> bool:
    """Whether this browser's circle is just that, from a first tap a moment ago."""
    grant = current_grant()
    own = grant.circle if grant and grant.evening_id is None else None
    return own is not None and [player.name for player in own.players] == names and now() - own.created_at < DOUBLE_TAP


def circle_of(names: list[str], called: str) -> Grant:
    """A grant to score in a new circle of these players, or in the one that the same tap of this browser created."""
    uid = derived_uid(session_grants.browser_secret(), "\n".join((called, *names)))
    known = find_unused_by_uid(uid)
    if known:
        return known
    try:
        return new_circle(names, called, uid)
    except IntegrityError:  # two taps at the same moment; or that one's link was used or revoked since
        return find_unused_by_uid(uid) or new_circle(names, called, new_uid())


def new_circle(names: list[str], called: str, uid: str) -> Grant:
    """A grant of this uid to score in a new circle of these players."""
    with write_transaction() as session:
        own = Circle(name=called)
        session.add_all([own, *(Player(circle=own, name=name) for name in names)])
        grant, _ = make_grant(own, SCORE)
        grant.uid = uid
        return grant
