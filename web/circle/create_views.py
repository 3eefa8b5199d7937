"""Sitting down: the names of those at the table, and with the host's leave they are a circle."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for
from sqlalchemy.exc import IntegrityError

from models.base import new_uid, now
from models.db.transaction import write_transaction
from models.tables.circle import Circle, Player
from models.tables.grant import SCORE, derived_uid, find_unused_by_uid, make_grant
from scoring.games import games
from web.auth import session_grants
from web.auth.guard import current_grant
from web.forms.validators import folded, name_fault, plain_text, tidy, twice
from web.host.views import MINE, NOT_YET, WITH_KEY, found_key, leave_of
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from werkzeug import Response

    from models.tables.grant import Grant

Answer = str | tuple[str, int]
FIELDS = 4  # names that the welcome asks for
MOST_NAMES = 20
LONGEST = 60  # characters of a circle's name
DOUBLE_TAP = timedelta(minutes=1)

bp = Blueprint("welcome", __name__)


@bp.get("/welcome")
def welcome() -> str:
    """The page that asks for names; for whoever wants one more circle on this phone."""
    return asked([], {})


def asked(typed: list[str], faults: dict[int | str, str]) -> str:
    """The page with what was typed, and what is wrong by the place of the name or "key"."""
    names, leave = typed + [""] * (FIELDS - len(typed)), leave_of()
    words: dict[str, object] = {"circle": request.form.get("circle", "")[:200]}
    words |= {"no_circle": leave == NOT_YET, "asks_key": leave == WITH_KEY, "chooses": leave == MINE}
    return render_template("circle/create.html", names=names, faults=faults, games=list(games().values()), **words)


@bp.post("/circle")
def sit_down() -> Answer | Response:
    """A new circle of the people whose names were typed, with this browser in it; sent twice it is the same one."""
    typed = [tidy(name) for name in request.form.getlist("name")[: MOST_NAMES + 1]]
    faults: dict[int | str, str] = dict(welcome_faults(typed).items())
    if len(request.form.get("circle", "")) > LONGEST:
        faults["circle"] = gettext("This is too long: {most} characters fit here.", most=LONGEST)
    leave = leave_of()
    if leave == WITH_KEY and not found_key(request.form.get("key", "")):
        faults["key"] = gettext("This is not the host’s key.")
    if faults or leave in (NOT_YET, MINE):
        return asked(typed, faults), 422
    names = [name for name in typed if name]
    if not made_just_now(names):
        session_grants.make_room()
        session_grants.hold(begun(names, plain_text(tidy(request.form.get("circle", ""))) or named_after(names)))
    return redirect(url_for("new_match.new"), 303)


def welcome_faults(typed: list[str]) -> dict[int, str]:
    """What is wrong with the names by the place of their field; empty fields are not."""
    faults = {n: fault for n, name in enumerate(typed) if name and (fault := name_fault(name))}
    names = [name for name in typed if name]
    if len(names) > MOST_NAMES:
        most = gettext("A circle can start with at most {most} people; the others can join later.", most=MOST_NAMES)
        faults.setdefault(len(typed) - 1, most)
    again = twice(names)
    if again:
        second = len(typed) - 1 - [folded(name) for name in reversed(typed)].index(folded(again))
        faults.setdefault(second, gettext("Two people are called {name}. Give them different names.", name=again))
    if len(names) < 2 and not faults:
        empty = next((n for n, name in enumerate(typed) if not name), 0)
        faults[empty] = gettext("A match needs at least two people.")
    return faults


def made_just_now(names: list[str]) -> bool:
    """Whether this browser's circle is just that, from a first tap a moment ago."""
    grant = current_grant()
    own = grant.circle if grant and grant.evening_id is None else None
    return own is not None and [player.name for player in own.players] == names and now() - own.created_at < DOUBLE_TAP


def named_after(names: list[str]) -> str:
    """What a new circle is called that was given no name."""
    return gettext("{name}’s circle", name=names[0])


def begun(names: list[str], called: str) -> Grant:
    """A grant to score in a new circle of these players, or in the one that the same tap of this browser began."""
    uid = derived_uid(session_grants.secret(), "\n".join((called, *names)))
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
