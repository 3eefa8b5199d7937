"""Session grants: the uids of this browser's grants in its signed cookie, the current one first."""

from __future__ import annotations

import secrets

from flask import g, session
from sqlalchemy import select
from werkzeug.exceptions import Conflict

from models.base import db, new_uid
from models.tables.evening import Evening
from models.tables.grant import SCORE, Grant, derived_uid, find_by_uid
from web.i18n.locale import gettext

MAX_GRANTS = 16  # grants of one browser besides those of whole circles
MAX_CIRCLES = 48
MAX_HANDED_OVER = 8  # evenings where this browser only watches though it may score
MAX_EARLIER_PAGES = 3  # tokens of pages that were made before this browser came in somewhere else
DEVICE_LENGTH = 6  # letters
TOKEN_BYTES = 20
KEPT_KEYS = ("handed_over", "claimed_seats", "phone", "reminded", "import_job")  # what outlives a new grant


class TooManyCircles(Conflict):
    """409: this browser holds as many circles of its own as a cookie can."""

    @property
    def words(self) -> str:
        """The text of the error page."""
        return gettext("This browser is in as many circles as it can hold. Use another browser for one more.")


def page_uids() -> list[str]:
    """The grants of this request, the current one first, in force or not.

    A page made before this browser joined somewhere else has those of then.
    """
    return g.earlier if "earlier" in g else held_uids()


def held_uids() -> list[str]:
    """All grants that the cookie names."""
    first = session.get("grant")
    return [] if first is None else [first, *session.get("other_grants", ())]


def held_grants() -> list[Grant]:
    """The grants of this request as rows, in their order."""
    return find_grants(page_uids())


def find_grants(uids: list[str]) -> list[Grant]:
    """The grants of these uids, in their order."""
    known = {grant.uid: grant for grant in db.session.scalars(select(Grant).where(Grant.uid.in_(uids)))} if uids else {}
    return [known[uid] for uid in uids if uid in known]


def current_grant() -> Grant | None:
    """The first grant of this request, in force or not."""
    known = page_uids()
    return db.session.scalar(select(Grant).where(Grant.uid == known[0])) if known else None


def add_grant(grant: Grant) -> None:
    """Put a grant first in a new cookie; others are kept while they allow something more."""
    before = find_grants(held_uids())
    others = [other for other in before if other.in_force and not grant.does_all_of(other)]
    arranged = [held.uid for held in fit_in_cookie([grant, *others])]
    kept = {name: session[name] for name in KEPT_KEYS if name in session}
    earlier = earlier_pages()
    session.clear()
    session.permanent = True
    session["device"] = new_uid(DEVICE_LENGTH)
    renew_form_token()
    store_uids(arranged)
    session.update(kept)
    if earlier:
        session["earlier_pages"] = earlier


def renew_form_token() -> None:
    """Give this browser's forms another CSRF token at once: pages that it asks for side by side carry the same."""
    session["csrf_token"] = secrets.token_hex(TOKEN_BYTES)


def browser_secret() -> str:
    """A secret of this browser until it joins somewhere else: repeated requests are recognised by it."""
    return session.get("csrf_token") or new_uid()


def replacement_uid(uid: str) -> str:
    """The uid of the grant that this browser creates in place of one it holds."""
    return _replacement_uid(uid, browser_secret())


def replacement_uids(uid: str) -> list[str]:
    """The uids of the grants that it may have created in place of one, also by older pages."""
    return [
        _replacement_uid(uid, known_by)
        for known_by in (browser_secret(), *(page["token"] for page in session.get("earlier_pages", ())))
    ]


def _replacement_uid(uid: str, known_by: str) -> str:
    return derived_uid(known_by, f"in place of {uid}")


def adopt_replacements() -> bool:
    """Add the grants that this browser created in place of its own ended ones; whether there are any.

    The response with them was lost, or an older page asks. One used since is not found by an old cookie, which
    somebody else may have.
    """
    ended = [grant.uid for grant in held_grants() if not grant.in_force]
    made = [heir for uid in ended for known in replacement_uids(uid) if (heir := find_by_uid(known))]
    heirs = [heir for heir in made if heir.last_used_at is None or heir.uid in held_uids()]
    for heir in heirs:
        if heir.uid not in held_uids():
            add_grant(heir)
    if "earlier" in g:
        g.earlier = [*(heir.uid for heir in heirs), *g.earlier]
    return bool(heirs)


def check_room() -> None:
    """Raise TooManyCircles where this browser cannot hold one more circle: before anything is written."""
    circles = [grant for grant in find_grants(held_uids()) if grant.founding and grant.in_force]
    if len(circles) >= MAX_CIRCLES:
        raise TooManyCircles


def fit_in_cookie(grants: list[Grant]) -> list[Grant]:
    """The grants that fit in a cookie: no circle founded here is dropped for another, nor for evenings.

    Of the others those current longest ago go first; a whole circle goes after all evenings.
    """
    circles = [grant for grant in grants if grant.evening_id is None and grant.right == SCORE]
    lesser = [grant for grant in grants if grant not in circles][:MAX_GRANTS]
    while len(circles) > MAX_CIRCLES:
        circles.remove(next((grant for grant in reversed(circles[1:]) if not grant.founding), circles[0]))
    if grants[0] not in circles + lesser:
        raise TooManyCircles
    return [grant for grant in grants if grant in circles or grant in lesser]


def earlier_pages() -> list[dict[str, object]]:
    """CSRF tokens of this browser's open pages, newest first, with the grants of their time."""
    token, known = session.get("csrf_token"), held_uids()
    now = [{"token": token, "grants": known}] if token and known else []
    return [*now, *session.get("earlier_pages", ())][:MAX_EARLIER_PAGES]


def store_uids(grants: list[str]) -> None:
    """Store these grants in the cookie, the first one as the current one."""
    for name in ("grant", "other_grants"):
        session.pop(name, None)
    if grants:
        session["grant"] = grants[0]
    if grants[1:]:
        session["other_grants"] = grants[1:]


def make_current(grant: Grant) -> None:
    """Make a held grant the current one."""
    store_uids([grant.uid, *(other for other in held_uids() if other != grant.uid)])


def device_id() -> str:
    """Identifies this browser in logs; nothing else is known about it."""
    if "device" not in session:
        session["device"] = new_uid(DEVICE_LENGTH)
    return str(session["device"])


def phone_id() -> str:
    """Identifies this browser in claimed seats; it outlives a new grant and is shown to nobody."""
    if "phone" not in session:
        session["phone"] = new_uid()
    return str(session["phone"])


def is_handed_over(evening_uid: str) -> bool:
    """Whether this browser has handed scoring over for an evening."""
    return evening_uid in session.get("handed_over", ())


def set_handed_over(evening: Evening, down: bool) -> None:
    """Hand scoring over for an evening, or take it back."""
    others = [uid for uid in session.get("handed_over", ()) if uid != evening.uid]
    session["handed_over"] = [evening.uid, *others][:MAX_HANDED_OVER] if down else others
