"""Who is asking and what they may: one place looks before any page runs, and keeps what it has found for the page.

What cannot be seen answers as what does not exist; who may only watch is told so in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from flask import abort, g, request
from sqlalchemy import bindparam, select
from werkzeug.exceptions import Forbidden

from drawing.form_entry import parse_int
from models.base import MILLISECOND, db, now
from models.log.granted_match import GrantedMatch, SessionGrant, find_granted_match
from models.tables.evening import Evening
from models.tables.grant import SCORE, WATCH, Grant, touch
from models.tables.match import Match, find_match
from web.auth import session_grants
from web.auth.other_circles import elsewhere
from web.auth.permissions import CIRCLE, EMPTIED, EVENING, MATCH, NEEDS, NOBODYS, SITTING
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from flask import Flask
    from sqlalchemy import Select

    from models.tables.circle import Circle


class OnlyWatching(Forbidden):
    """Who asks may look on here and no more."""

    @property
    def words(self) -> str:
        """What their page says."""
        return gettext("This phone can watch here, but not keep score. Nothing was recorded.")


class OnlyEvening(Forbidden):
    """Who asks may write in one evening, which this is about, but what they ask for is the circle's affair."""

    @property
    def words(self) -> str:
        """What their page says."""
        return gettext("This phone can keep score this evening only; this is for the whole circle.")


class Ended(Forbidden):
    """A link that let this browser in, the current one unless another is named, was revoked or has run out."""

    elsewhere = property(lambda _: elsewhere())  # where this browser can go on
    home = property(lambda _: current_grant() is not None)  # whether home is open to it

    def __init__(self, grant: Grant | None = None) -> None:
        super().__init__()
        self.grant = grant or session_grants.first_held()

    @property
    def words(self) -> str:
        """What their page says."""
        if self.grant and self.grant.spoken and self.grant.revoked_at is None:
            return gettext("The code was for its evening, which is over. Nothing was recorded.")
        if request.method == "POST" and request.blueprint == "table":  # the pad and its address keep it
            return gettext("This link was revoked and no longer works. Nothing was recorded; what you typed is kept.")
        return gettext("This link was revoked and no longer works. Nothing was recorded.")


def guard(app: Flask) -> None:
    """Let no page run for whom it is not meant."""
    app.before_request(look)
    app.jinja_env.globals.update(may_score=may_score, whole_circle=whole_circle, put_down_here=put_down_here)


def look() -> None:
    """Find the place that the address names and what this browser may do there; refuse what it may not."""
    rule, values = request.url_rule, request.view_args
    if rule is None:
        return  # the address leads nowhere, which is said elsewhere
    need = NEEDS[rule.endpoint]
    if need.place == NOBODYS:
        return
    uid = values.get("uid", "") if values else ""
    by = FINDERS[need.place](uid)
    if by is None and session_grants.inherit():
        by = FINDERS[need.place](uid)
    if by is None:
        missing(need.place, uid)
    g.by = by
    if need.right == SCORE and by.right != SCORE:
        raise OnlyWatching
    if need.whole and not by.whole:
        raise OnlyEvening


def missing(place: str, uid: str) -> NoReturn:
    """Refuse what is not there for this browser: whose link has ended is told that.

    Of the current link they are told it whatever the address was; of another one only where it has let them in.
    """
    if session_grants.ids() and current_grant() is None:
        raise Ended
    ended = ended_here(place, uid)
    if ended:
        raise Ended(ended)
    abort(404)


def ended_here(place: str, uid: str) -> Grant | None:
    """A grant of this browser that opened this place until it ended; what began later it has never opened."""
    ended = [grant for grant in session_grants.held() if not grant.in_force]
    if not ended or place not in ABOUT:
        return None
    about = db.session.execute(ABOUT[place], {"uid": uid}).one_or_none()
    if about is None:
        return None
    evening, began = about
    return next((grant for grant in ended if grant.covers(evening) and grant.lasted_until(began)), None)


def found(uid: str) -> GrantedMatch | None:
    """The match of this name by a grant of this browser that opens it, if there is one by one that writes."""
    best = None
    for known in session_grants.ids():
        match = find_granted_match(known, uid)
        best = match if match and (best is None or match.right == SCORE) else best
        if best and best.right == SCORE:
            break
    return best._replace(grant=right_now(best.grant, best.evening_uid)) if best else None


def right_now(by: SessionGrant, evening_uid: str) -> SessionGrant:
    """What a grant lets this browser do in an evening: only to watch once the pencil was put down."""
    if by.right == SCORE and session_grants.only_watches(evening_uid):
        g.down = True
        return by._replace(right=WATCH)
    return by


def put_down_here() -> bool:
    """Whether this browser could write here and has put the pencil down."""
    return "down" in g


def in_match(uid: str) -> SessionGrant | None:
    """What opens a match to this browser."""
    g.opened = match = found(uid)
    return match.grant if match else None


def in_emptied(uid: str) -> SessionGrant | None:
    """What opens an evening, or would if it had not been deleted."""
    return in_evening(uid, deleted=True)


def in_evening(uid: str, deleted: bool = False) -> SessionGrant | None:
    """What opens an evening; nothing does one that was deleted, but where that is asked for."""
    evening = db.session.scalar(select(Evening).where(Evening.uid == uid))
    grants = [grant for grant in session_grants.held() if grant.in_force and grant.covers(evening)] if evening else []
    if evening is None or not grants or (evening.deleted and not deleted):
        return None
    g.evening = evening
    best = next((grant for grant in grants if grant.right == SCORE), grants[0])
    touch(best)
    return right_now(pass_of(best), uid)


def in_circle(_: str) -> SessionGrant | None:
    """What opens the current circle as a whole."""
    grant = current_grant()
    if grant is None or grant.evening_id is not None:
        return None
    touch(grant)
    return pass_of(grant)


def where_sitting(_: str) -> SessionGrant | None:
    """What lets a new match begin: the evening that the form names, else where this browser is at home."""
    asked = in_evening(request.values.get("evening", ""))
    grant = current_grant()
    if asked or grant is None:
        return asked
    touch(grant)
    return right_now(pass_of(grant), grant.evening.uid) if grant.evening else pass_of(grant)


ABOUT: dict[str, Select[Evening, datetime]] = {
    MATCH: select(Evening, Match.started_at)
    .join(Match, Match.evening_id == Evening.id)
    .where(Match.uid == bindparam("uid")),
    **dict.fromkeys((EVENING, EMPTIED), select(Evening, Evening.created_at).where(Evening.uid == bindparam("uid"))),
}
"""The evening that an address is about, and since when there is what the address names."""

FINDERS: dict[str, Callable[[str], SessionGrant | None]] = {
    MATCH: in_match,
    EMPTIED: in_emptied,
    EVENING: in_evening,
    CIRCLE: in_circle,
    SITTING: where_sitting,
}


def pass_of(grant: Grant) -> SessionGrant:
    """What pages need to know of a grant."""
    return SessionGrant(grant.uid, grant.right, grant.evening_id is None)


def current_grant() -> Grant | None:
    """The first grant of this browser while it is in force; looked up once a request."""
    if "grant" not in g:
        grant = session_grants.first_held()
        if grant and not grant.in_force and session_grants.inherit():
            grant = session_grants.first_held()
        g.grant = grant if grant and grant.in_force else None
    return g.grant  # type: ignore[no-any-return]


def grant_here() -> Grant:
    """The grant that opens the place of this page."""
    return db.session.scalars(select(Grant).where(Grant.uid == g.by.uid)).one()


def place_of(grant: Grant) -> Circle | Evening:
    """What a grant opens: a circle, or one evening of it."""
    return grant.evening or grant.circle


def own_circle() -> Circle:
    """The circle whose page this is."""
    return grant_here().circle


def own_match(uid: str) -> Match:
    """The match of this page."""
    return find_match(uid) or abort(404)


def opened_here(uid: str) -> GrantedMatch:
    """A match that is open to this browser, without the session's objects: asked a second time it is looked up anew."""
    known: GrantedMatch | None = g.pop("opened", None)
    return (known if known and known.uid == uid else found(uid)) or abort(404)


def own_evening(uid: str) -> Evening:
    """An evening that is open to this browser; 404 when there is none."""
    if "evening" not in g or g.evening.uid != uid:
        in_evening(uid) or abort(404)
    evening: Evening = g.evening
    return evening


def writer(match: Match | GrantedMatch) -> dict[str, Any]:
    """By which grant, from which device and when something was made that is recorded."""
    return {"grant": g.by, "device": session_grants.device(), "made_at": made_at(match.started_at)}


def made_at(began: datetime) -> datetime | None:
    """When a phone made what it sends, in a match that began then; None where it does not say.

    It says how many milliseconds ago that was, so that it does not matter whether its clock is right.
    """
    ago, at = parse_int(request.form.get("ago", "")), now()
    return min(max(at - ago * MILLISECOND, began), at) if type(ago) is int and ago >= 0 else None


def may_score() -> bool:
    """Whether who looks at this page may write here; where a page is nobody's, whether they may write at home."""
    by = by_here()
    return by is not None and by.right == SCORE


def whole_circle() -> bool:
    """Whether who looks at this page may write in the whole circle that it belongs to."""
    by = by_here()
    return by is not None and by.whole and by.right == SCORE


def by_here() -> SessionGrant | None:
    """What opens this page, or home where the page is nobody's."""
    grant = None if "by" in g else current_grant()
    known: SessionGrant | None = g.get("by")
    return pass_of(grant) if grant else known
