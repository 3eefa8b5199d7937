"""Guard: checks every request before its view runs, and keeps the match, evening or grant found for the view.

What a page needs is told above its route, in the words of web/routes.py.

What this browser must not see is a 404, as if it did not exist; who may only watch gets a 403 that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, NoReturn

from flask import Flask, abort, current_app, g, request
from markupsafe import Markup
from sqlalchemy import Select, bindparam, select
from werkzeug.exceptions import Forbidden

from models.base import MILLISECOND, db, now
from models.grants import touch
from models.log.granted_match import GrantedMatch, SessionGrant, find_granted_match
from models.tables import SCORE, WATCH, Circle, Evening, Grant, Match
from scoring.words import message
from table.form_entry import parse_int
from web.auth import browser
from web.auth.browser import other_grants
from web.http.requests import InWords, sent_json
from web.i18n.locale import gettext
from web.markup import token_field
from web.routes import (
    BEGUN_MATCH,
    CIRCLE,
    DELETED_EVENING,
    EVENING,
    MATCH,
    NEW_MATCH,
    PUBLIC,
    check_permissions,
    permission_of,
)


class OnlyWatching(InWords, Forbidden):
    """403: this browser may only watch here."""

    sentence = message("This phone can watch here, but not keep score. Nothing was recorded.")


class OnlyEvening(InWords, Forbidden):
    """403: this browser may write in one evening, but the request concerns the whole circle."""

    sentence = message("This phone can keep score this evening only; this is for the whole circle.")


class GrantEnded(Forbidden):
    """403: a grant of this browser was revoked or has expired; the current one unless another is given."""

    other_grants = property(lambda _: other_grants())  # where this browser can go on
    home = property(lambda _: current_grant() is not None)  # whether home is open to it

    def __init__(self, grant: Grant | None = None) -> None:
        super().__init__()
        self.grant = grant or browser.current_grant()

    @property
    def words(self) -> str:
        """The text of the error page."""
        if self.grant and self.grant.spoken and self.grant.revoked_at is None:
            return gettext("The code was for its evening, which is over. Nothing was recorded.")
        if request.method == "POST" and request.blueprint == "table":  # the pad and its address keep it
            return gettext("This link was revoked and no longer works. Nothing was recorded; what you typed is kept.")
        return gettext("This link was revoked and no longer works. Nothing was recorded.")


def install_guard(app: Flask) -> None:
    """Check every request; give templates the functions that ask for rights. Call it when all routes are there.

    ValueError where the permission of a route is missing.
    """
    check_permissions(app)
    app.before_request(check_request)
    app.jinja_env.globals.update(may_score=may_score, whole_circle=whole_circle, handed_over_here=handed_over_here)
    app.jinja_env.globals.update(csrf_field=csrf_field, circle_field=circle_field)


def check_request() -> None:
    """Find what the address names and the grant for it; 404 or 403 without the permission that the endpoint needs."""
    rule, values = request.url_rule, request.view_args
    if rule is None:
        return  # an unknown address: Flask answers with 404
    need = permission_of(current_app, rule.endpoint) or abort(404)
    if need == PUBLIC:
        return
    uid = values.get("uid", "") if values else ""
    by = FINDERS[need.place](uid)
    if by is None:
        refuse(need.place, uid)
    g.by = by
    if need.right == SCORE and by.right != SCORE:
        raise OnlyWatching
    if need.whole and not by.whole:
        raise OnlyEvening


def refuse(place: str, uid: str) -> NoReturn:
    """Refuse a request that no grant of this browser allows: 404, or GrantEnded if its link ended.

    For the current grant whatever the address was; for another one only where it was valid.
    """
    if browser.held_uids() and current_grant() is None:
        raise GrantEnded
    ended = ended_grant(place, uid)
    if ended:
        raise GrantEnded(ended)
    abort(404)


def ended_grant(place: str, uid: str) -> Grant | None:
    """An ended grant of this browser that was valid for this place; not for what was created after it ended."""
    ended = [grant for grant in browser.held_grants() if not grant.in_force]
    if not ended or place not in EVENING_QUERIES:
        return None
    about = db.session.execute(EVENING_QUERIES[place], {"uid": uid}).one_or_none()
    if about is None:
        return None
    evening, began = about
    return next((grant for grant in ended if grant.covers(evening) and grant.lasted_until(began)), None)


def lookup_match(uid: str) -> GrantedMatch | None:
    """The match of this uid by the best grant of this browser for it; None without one."""
    best = find_granted_match(browser.held_uids(), uid)
    return best._replace(grant=effective_grant(best.grant, best.evening_uid)) if best else None


def effective_grant(by: SessionGrant, evening_uid: str) -> SessionGrant:
    """A grant as it holds in an evening: only to watch after scoring was handed over."""
    if by.right == SCORE and browser.is_handed_over(evening_uid):
        g.down = True
        return by._replace(right=WATCH)
    return by


def handed_over_here() -> bool:
    """Whether this browser could score here and has handed scoring over."""
    return "down" in g


def grant_for_match(uid: str) -> SessionGrant | None:
    """The grant for a match."""
    g.granted_match = match = lookup_match(uid)
    return match.grant if match else None


def grant_for_evening(uid: str, deleted: bool = False) -> SessionGrant | None:
    """The grant for an evening; None for a deleted one unless asked for."""
    evening = db.session.scalar(select(Evening).where(Evening.uid == uid))
    grants = [grant for grant in browser.held_grants() if grant.in_force and grant.covers(evening)] if evening else []
    if evening is None or not grants or (evening.deleted and not deleted):
        return None
    g.evening = evening
    best = next((grant for grant in grants if grant.right == SCORE), grants[0])
    touch(best)
    return effective_grant(session_grant(best), uid)


def grant_for_circle(_: str) -> SessionGrant | None:
    """The grant for a whole circle: of a form the circle that its page showed, else the current one."""
    grant = grant_of_page()
    if grant is None or grant.evening_id is not None:
        return None
    touch(grant)
    return session_grant(grant)


def grant_for_new_match(_: str) -> SessionGrant | None:
    """The grant to start a match: for the evening in the form, else for its circle, else the current one."""
    return grant_for_evening(request.values.get("evening", "")) or grant_to_begin(grant_of_page())


def grant_of_page() -> Grant | None:
    """The grant for the circle that a form names, whatever was joined since; else the current one."""
    circle = request.form.get("circle", "") if request.method == "POST" else ""
    return grant_for_whole(circle) if circle else current_grant()


def grant_for_whole(circle: str) -> Grant | None:
    """The best grant in force of this browser for the circle of this uid."""
    held = select(Grant).join(Grant.circle).where(Grant.uid.in_(browser.held_uids()), Grant.evening_id.is_(None))
    grants = [grant for grant in db.session.scalars(held.where(Circle.uid == circle)) if grant.in_force]
    return next((grant for grant in grants if grant.right == SCORE), grants[0] if grants else None)


def grant_for_begun_match(_: str) -> SessionGrant | None:
    """The grant for a match that a phone began: for the evening in its JSON, else for the circle there."""
    sent = sent_json() if request.is_json else {}
    circle, evening = sent_uid(sent, "circle"), sent_uid(sent.get("evening"), "uid") if type(sent) is dict else ""
    by_evening = grant_for_evening(evening)
    return by_evening or grant_to_begin(grant_for_whole(circle) if circle else current_grant())


def sent_uid(sent: Any, name: str) -> str:
    """A uid in JSON that was sent; empty where there is none."""
    found = sent.get(name) if type(sent) is dict else None
    return found if type(found) is str and found.isascii() and found.isalnum() else ""


def grant_to_begin(grant: Grant | None) -> SessionGrant | None:
    """A grant as it holds for beginning a match; None without one."""
    if grant is None:
        return None
    touch(grant)
    return effective_grant(session_grant(grant), grant.evening.uid) if grant.evening else session_grant(grant)


EVENING_QUERIES: dict[str, Select[Evening, datetime]] = {
    MATCH: select(Evening, Match.started_at)
    .join(Match, Match.evening_id == Evening.id)
    .where(Match.uid == bindparam("uid")),
    **dict.fromkeys(
        (EVENING, DELETED_EVENING), select(Evening, Evening.created_at).where(Evening.uid == bindparam("uid"))
    ),
}
"""The evening that an address is about, and since when there is what the address names."""

FINDERS: dict[str, Callable[[str], SessionGrant | None]] = {
    MATCH: grant_for_match,
    DELETED_EVENING: lambda uid: grant_for_evening(uid, deleted=True),
    EVENING: grant_for_evening,
    CIRCLE: grant_for_circle,
    NEW_MATCH: grant_for_new_match,
    BEGUN_MATCH: grant_for_begun_match,
}


def session_grant(grant: Grant) -> SessionGrant:
    """A grant as pages need it."""
    return SessionGrant(grant.uid, grant.right, grant.evening_id is None)


def current_grant() -> Grant | None:
    """The first grant of this browser while it is in force; looked up once a request."""
    if "grant" not in g:
        grant = browser.current_grant()
        g.grant = grant if grant and grant.in_force else None
    return g.grant  # type: ignore[no-any-return]


def page_grant() -> Grant:
    """The grant that the request was allowed by, as a row; looked up once a request."""
    known: Grant | None = g.get("page_grant") or g.get("grant")
    if known is None or known.uid != g.by.uid:
        known = g.page_grant = db.session.scalars(select(Grant).where(Grant.uid == g.by.uid)).one()
    return known


def place_of(grant: Grant) -> Circle | Evening:
    """What a grant is for: a circle, or one evening of it."""
    return grant.evening or grant.circle


def csrf_field() -> Markup:
    """The hidden inputs of a form: its token, and the circle of its page."""
    return token_field() + circle_field()


def circle_field() -> Markup:
    """On a page about a whole circle the hidden input that names it; nothing elsewhere."""
    need = permission_of(current_app, request.endpoint or "")
    shown = page_grant() if "by" in g and need and need.place == CIRCLE else None
    grant = current_grant() if request.endpoint == "home.show_home" else shown
    named = Markup('<input type="hidden" name="circle" value="{}">')
    return named.format(grant.circle.uid) if grant else Markup()


def own_circle() -> Circle:
    """The circle of this page."""
    return page_grant().circle


def granted_match(uid: str) -> GrantedMatch:
    """A match with this browser's grant, as plain data; the guard's own the first time, then looked up anew."""
    known: GrantedMatch | None = g.pop("granted_match", None)
    return (known if known and known.uid == uid else lookup_match(uid)) or abort(404)


def own_evening(uid: str) -> Evening:
    """An evening that this browser has a grant for; 404 without."""
    if "evening" not in g or g.evening.uid != uid:
        grant_for_evening(uid) or abort(404)
    evening: Evening = g.evening
    return evening


def record_author(match: GrantedMatch) -> dict[str, Any]:
    """Arguments of append(): the grant, the device, and when the record was made."""
    return {"grant": g.by, "device": browser.device_id(), "made_at": made_at(match.started_at)}


def made_at(began: datetime) -> datetime | None:
    """When the phone made what it sends, not before the match began; None where it does not say.

    The form says how many milliseconds ago that was, so that the phone's clock does not matter.
    """
    ago, at = parse_int(request.form.get("ago", "")), now()
    return min(max(at - ago * MILLISECOND, began), at) if type(ago) is int and ago >= 0 else None


def may_score() -> bool:
    """Whether this browser may score on this page; on a public page, in its current circle or evening."""
    by = page_session_grant()
    return by is not None and by.right == SCORE


def whole_circle() -> bool:
    """Whether this browser may write in the whole circle of this page."""
    by = page_session_grant()
    return by is not None and by.whole and by.right == SCORE


def page_session_grant() -> SessionGrant | None:
    """The grant for this page; the current one on a public page."""
    grant = None if "by" in g else current_grant()
    known: SessionGrant | None = g.get("by")
    return session_grant(grant) if grant else known
