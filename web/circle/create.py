"""A new circle of the people at the table, if the host allows it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import IntegrityError
from wtforms import FieldList
from wtforms.utils import unset_value

from models.base import new_uid, now
from models.grants import derived_uid, find_unused_by_uid, make_grant
from models.tables import SCORE, Circle, Grant, Player
from models.transaction import write_transaction
from scoring.games import games
from web.auth import browser
from web.auth.guard import current_grant
from web.auth.host import MINE, NOT_YET, WITH_KEY, creation_policy, key_field
from web.forms import Form, folded, name_fault, name_field, title_field, twice
from web.i18n.locale import gettext
from web.routes import PUBLIC, Pages

LONGEST_NAME = 60  # characters of a circle's name
INPUTS = 4  # names that the form of a new circle asks for
MOST_NAMES = 20


class NameList(FieldList):  # type: ignore[misc]
    """The names of a new circle, from inputs that share one name; those left empty do not count."""

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        """An entry for each name that was sent, and at least INPUTS of them."""
        self.entries: list[Any] = []
        self.last_index = -1
        typed = formdata.getlist(self.name)[: MOST_NAMES + 1] if formdata else []
        for text in typed + [""] * (INPUTS - len(typed)):
            self._add_entry(None, text).name = self.name

    def validate(self, form: Form, extra_validators: Any = ()) -> bool:
        """Whether these can be the people of a circle; each entry has its own errors."""
        faults = list_faults([entry.data for entry in self.entries])
        for place, fault in faults.items():
            self.entries[place].errors = [fault]
        self.errors = list(faults.values())
        return not faults

    @property
    def people(self) -> list[str]:
        """The names without those left empty."""
        return [entry.data for entry in self.entries if entry.data]


def list_faults(typed: list[str]) -> dict[int, str]:
    """What is wrong with the names, by the place of their input; empty ones are not wrong."""
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
        faults[typed.index("")] = gettext("A match needs at least two people.")
    return faults


class CreateForm(Form):
    """A new circle: its people, its name, and the host's key where that is asked for."""

    name = NameList(name_field(autocapitalize="words"))
    circle = title_field(LONGEST_NAME, maxlength=200, autocapitalize="sentences")
    key = key_field()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if creation_policy() != WITH_KEY:
            del self.key


def create_page(form: CreateForm) -> str:
    """What a browser without a circle is asked: names and nothing else, as far as the host allows new circles."""
    policy = creation_policy()
    facts = {"no_circle": policy == NOT_YET, "chooses": policy == MINE, "games": list(games().values())}
    return render_template("circle/create.html", form=form, **facts)


DOUBLE_TAP = timedelta(minutes=1)

bp = Pages("welcome", __name__)


@bp.get("/welcome", needs=PUBLIC)
def show_create_form() -> str:
    """The form, for whoever wants one more circle in this browser."""
    return create_page(CreateForm())


@bp.post("/circle", needs=PUBLIC)
def create_circle() -> ResponseReturnValue:
    """Create the circle and let this browser in; sent twice it is the same one."""
    form = CreateForm()
    if creation_policy() in (NOT_YET, MINE) or not form.validate():
        return create_page(form), 422
    names = form.name.people
    if not created_just_now(names):
        browser.check_room()
        browser.add_grant(circle_of(names, form.circle.data or gettext("{name}’s circle", name=names[0])))
    return redirect(url_for("new_match.show_draft"), 303)


def created_just_now(names: list[str]) -> bool:
    """Whether this browser's circle is just that, from a first tap a moment ago."""
    grant = current_grant()
    own = grant.circle if grant and grant.evening_id is None else None
    return own is not None and [player.name for player in own.players] == names and now() - own.created_at < DOUBLE_TAP


def circle_of(names: list[str], called: str) -> Grant:
    """A grant to score in a new circle of these players, or in the one that the same tap of this browser created."""
    uid = derived_uid(browser.browser_secret(), "\n".join((called, *names)))
    grant = find_unused_by_uid(uid)
    if grant:
        return grant
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
