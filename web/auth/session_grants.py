"""The grants that this browser holds, in its signed cookie by uid: the one that leads home first, then the others."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from flask import g, session
from sqlalchemy import select
from werkzeug.exceptions import Conflict

from models.base import EPOCH, db, new_uid
from models.tables.grant import SCORE, Grant, derived_uid, find_by_old_numbers, find_by_uid
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from models.tables.evening import Evening

MOST = 16  # grants of one browser besides those of whole circles
MOST_CIRCLES = 48
MOST_LEFT = 8  # evenings where this browser only watches though it may score
MOST_EARLIER = 3  # tokens of pages that were made before this browser came in somewhere else
DEVICE = 6  # letters
KEPT = ("left", "sits", "phone", "reminded")  # what a browser's owner has said of evenings outlives a new grant


class Full(Conflict):
    """This browser holds as many circles of its own as a cookie can."""

    @property
    def words(self) -> str:
        """What the page says."""
        return gettext("This browser is in as many circles as it can hold. Use another browser for one more.")


def ids() -> list[str]:
    """The grants, the current one first; whether they are in force is to be seen.

    A page that was made before this browser came in somewhere else has those that it held then.
    """
    return g.earlier if "earlier" in g else all_ids()


def all_ids() -> list[str]:
    """All that the cookie names."""
    first = session.get("grant")
    known = [] if first is None else [first, *session.get("others", ())]
    return renamed(known) if any(type(grant) is int for grant in known) else known


def renamed(known: list[str | int]) -> list[str]:
    """The grants of an old cookie, which names them by number; one for which that is not safe is set aside."""
    numbers = [grant for grant in known if isinstance(grant, int)]
    signed = EPOCH + timedelta(seconds=1 + (getattr(session, "signed", None) or 0))  # it was signed within that second
    uids = [grant.uid for grant in find_by_old_numbers(numbers, signed)]
    uids += [grant for grant in known if isinstance(grant, str)]
    if uids:
        arrange(uids)
    else:
        session.set_aside()  # type: ignore[attr-defined]
    return uids


def held() -> list[Grant]:
    """The grants themselves, in the same order."""
    return found(ids())


def found(uids: list[str]) -> list[Grant]:
    """The grants of these uids, in their order."""
    known = {grant.uid: grant for grant in db.session.scalars(select(Grant).where(Grant.uid.in_(uids)))} if uids else {}
    return [known[uid] for uid in uids if uid in known]


def first_held() -> Grant | None:
    """The current one, whether in force or not."""
    known = ids()
    return db.session.scalar(select(Grant).where(Grant.uid == known[0])) if known else None


def hold(grant: Grant) -> None:
    """Put a grant first in a cookie that is made anew; others are kept while they open something more."""
    before = found(all_ids())
    others = [other for other in before if other.in_force and not grant.does_all_of(other)]
    arranged = [held.uid for held in with_room([grant, *others])]
    kept = {name: session[name] for name in KEPT if name in session}
    earlier = earlier_pages()
    session.clear()
    session.permanent = True
    session["device"] = new_uid(DEVICE)
    arrange(arranged)
    session.update(kept)
    if earlier:
        session["earlier"] = earlier


def secret() -> str:
    """What this browser and nobody else knows until it comes in somewhere else: what it does twice is known by it."""
    return session.get("csrf_token") or new_uid()


def heir_of(uid: str) -> str:
    """The uid of the link that this browser makes in place of one that it holds."""
    return _heir(uid, secret())


def heirs_of(uid: str) -> list[str]:
    """The uids of the links that it may have made in place of one, also by pages that were made before."""
    return [_heir(uid, known_by) for known_by in (secret(), *(page["token"] for page in session.get("earlier", ())))]


def _heir(uid: str, known_by: str) -> str:
    return derived_uid(known_by, f"in place of {uid}")


def inherit() -> bool:
    """Hold what this browser made in place of its own links, which have ended; whether there is any.

    The answer that brought it was lost, or a page asks that was made before. What was used since is not found by an old
    cookie, which somebody else may have.
    """
    ended = [grant.uid for grant in held() if not grant.in_force]
    made = [heir for uid in ended for known in heirs_of(uid) if (heir := find_by_uid(known))]
    heirs = [heir for heir in made if heir.last_used_at is None or heir.uid in all_ids()]
    for heir in heirs:
        if heir.uid not in all_ids():
            hold(heir)
    if "earlier" in g:
        g.earlier = [*(heir.uid for heir in heirs), *g.earlier]
    return bool(heirs)


def make_room() -> None:
    """Raise Full where one more circle cannot begin on this browser: before anything is written for it."""
    circles = [grant for grant in found(all_ids()) if grant.founding and grant.in_force]
    if len(circles) >= MOST_CIRCLES:
        raise Full


def with_room(grants: list[Grant]) -> list[Grant]:
    """Those that a cookie has room for: no circle that began on this browser is let go for another, nor for evenings.

    Of the others the last ones go, which were current the longest time ago; a whole circle goes after all evenings.
    """
    circles = [grant for grant in grants if grant.evening_id is None and grant.right == SCORE]
    lesser = [grant for grant in grants if grant not in circles][:MOST]
    while len(circles) > MOST_CIRCLES:
        circles.remove(next((grant for grant in reversed(circles[1:]) if not grant.founding), circles[0]))
    if grants[0] not in circles + lesser:
        raise Full
    return [grant for grant in grants if grant in circles or grant in lesser]


def earlier_pages() -> list[dict[str, object]]:
    """The tokens of the pages that this browser has open, newest first, and what it held when they were made."""
    token, known = session.get("csrf_token"), all_ids()
    now = [{"token": token, "grants": known}] if token and known else []
    return [*now, *session.get("earlier", ())][:MOST_EARLIER]


def arrange(grants: list[str]) -> None:
    """Hold just these, the first one being the current one; none at all leaves a stranger."""
    for name in ("grant", "others"):
        session.pop(name, None)
    if grants:
        session["grant"] = grants[0]
    if grants[1:]:
        session["others"] = grants[1:]


def to_front(grant: Grant) -> None:
    """Let one that is held be the current one."""
    arrange([grant.uid, *(other for other in all_ids() if other != grant.uid)])


def device() -> str:
    """What tells this browser apart in the logs that it writes; it is told nothing else about."""
    if "device" not in session:
        session["device"] = new_uid(DEVICE)
    return str(session["device"])


def phone() -> str:
    """What tells this browser apart where seats are claimed; it outlives a new grant, and nobody else is shown it."""
    if "phone" not in session:
        session["phone"] = new_uid()
    return str(session["phone"])


def only_watches(evening_uid: str) -> bool:
    """Whether whoever holds this browser has put the pencil down for an evening."""
    return evening_uid in session.get("left", ())


def put_down(evening: Evening, down: bool) -> None:
    """Put the pencil down for an evening, or take it up again."""
    others = [uid for uid in session.get("left", ()) if uid != evening.uid]
    session["left"] = [evening.uid, *others][:MOST_LEFT] if down else others
