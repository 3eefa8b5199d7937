"""A circle: its players and the links that open it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, url_for
from sqlalchemy import select
from werkzeug import Response

from models.base import db
from models.db.transaction import write_transaction
from models.people.merge import merges_by_player
from models.tables.circle import Merge, Player
from models.tables.grant import (
    Grant,
    adopt_children,
    lineage,
    replace_grant,
    revoke,
    revoke_others,
    revoked_children,
    revoked_together,
    undo_revoke,
)
from web.auth import session_grants
from web.auth.guard import grant_here, own_circle
from web.auth.share_links import asked, changing_links, links_of, made, shown_once
from web.circle.create_views import LONGEST
from web.circle.house_rules_views import saved_in
from web.evening.hide_views import hidden_in
from web.forms.validators import plain_text, tidy
from web.host.views import host_here
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement

    from models.tables.circle import Circle

Answer = Response | tuple[str, int]

AT_ONCE = 100  # players on a page
LAST_PAGE = 1_000_000

bp = Blueprint("circle", __name__)


@bp.get("/circle")
def circle() -> str:
    """Players and links."""
    return shown()


def shown(**more: object) -> str:
    """The page of the circle; what was typed wrongly and why is by the uid of a player, "new" or "link"."""
    own = own_circle()
    players, page, next_page = players_here(own)
    revoked = revoked_here(own)
    words: dict[str, object] = {"typed": {}, "faults": {}, "made": None, "revoked": revoked} | more
    words |= {"ended": revoked_together(revoked), "kept": revoked_children(revoked)} if revoked else {}
    words |= {"merged": merged_here(own), "merges": merges_by_player(players)}
    words |= {"page": page, "next_page": next_page}
    lists = {"players": players, "links": links_of(own), "saved_rules": saved_in(own), "hidden": hidden_in(own)}
    return render_template("circle/circle.html", circle=own, founding=grant_here().founding, **lists, **words)


def players_here(own: Circle, *those: ColumnElement[bool]) -> tuple[Sequence[Player], int | None, int | None]:
    """The part of the circle's players that is asked for, its number unless it is the first, that of the next part."""
    alive = Player.circle_id == own.id, Player.merged_into_id.is_(None)
    page = page_here()
    listed = select(Player).where(*alive, *those).order_by(Player.retired, Player.id)
    found = db.session.scalars(listed.limit(AT_ONCE + 1).offset((page - 1) * AT_ONCE)).all()
    return found[:AT_ONCE], page if page > 1 else None, page + 1 if len(found) > AT_ONCE else None


def page_here() -> int:
    """Which part of the players is asked for, from 1."""
    return min(max(request.args.get("part", 1, type=int), 1), LAST_PAGE)


def merged_here(own: Circle) -> Merge | None:
    """What the address says was merged just now, while it is."""
    mine = Player.uid == request.args.get("merged", ""), Player.circle_id == own.id
    query = select(Merge).join(Merge.one).where(*mine, Merge.into_id == Player.merged_into_id)
    return db.session.scalar(query)


def revoked_here(own: Circle) -> Grant | None:
    """The link that the address says was revoked, while that can be undone."""
    mine = Grant.uid == request.args.get("revoked", ""), Grant.circle_id == own.id
    grant = db.session.scalar(select(Grant).where(*mine))
    return grant if grant and may_undo(grant) and revoked_together(grant) else None


@bp.post("/circle/name")
def call() -> Answer:
    """Another name of the circle; nothing typed leaves it as it is."""
    name = plain_text(tidy(request.form.get("name", "")))
    if len(name) > LONGEST:
        fault = gettext("This is too long: {most} characters fit here.", most=LONGEST)
        return shown(typed={"circle": name}, faults={"circle": fault}), 422
    with write_transaction():
        own = own_circle()
        own.name = name or own.name
    return redirect(url_for("circle.circle"), 303)


@bp.post("/circle/links")
def make_link() -> Answer:
    """A new link to the whole circle."""
    right, name, fault = asked()
    if fault:
        return shown(typed={"link": name}, faults={"link": fault}), 422
    return shown(made=made(own_circle(), right, name)), 200


@bp.post("/circle/links/<slug:uid>/revoke")
def revoke_link(uid: str) -> Answer:
    """The link and those made with it open nothing any more; that of this browser stays, or nobody could come back."""
    with changing_links() as own:
        grant = known_link(uid)
        fault = why_it_stays(grant, own)
        if not fault:
            revoke(grant, own)
    if fault:
        return shown(faults={"link": fault}), 422
    return redirect(url_for("circle.circle", revoked=uid, _anchor="links"), 303)


@bp.post("/circle/links/others")
def revoke_all() -> Response:
    """All other links end in one tap, but for those of whoever began the circle; one tap brings them back."""
    with changing_links() as own:
        ended = revoke_others(own)
    revoked = ended[-1].uid if ended else None
    return redirect(url_for("circle.circle", revoked=revoked, _anchor="links"), 303)


@bp.post("/circle/links/<slug:uid>/keep")
def keep_handed_on(uid: str) -> Answer:
    """What was made with the link that was just revoked goes on."""
    with changing_links() as own:
        grant = known_link(uid)
        in_time = bool(revoked_together(grant))
        if in_time:
            adopt_children(grant, own)
    return redirect(url_for("circle.circle", _anchor="links"), 303) if in_time else too_late()


@bp.post("/circle/links/<slug:uid>/back")
def take_link_back(uid: str) -> Answer:
    """The link that was just revoked opens again what it opened."""
    with changing_links():
        grant = known_link(uid)
        in_time = grant.revoked_at is None or bool(revoked_together(grant))
        if in_time:
            undo_revoke(grant)
    return redirect(url_for("circle.circle", _anchor="links"), 303) if in_time else too_late()


def known_link(uid: str) -> Grant:
    """A link of this circle, in force or ended; 404 when there is none, or this browser may not undo its end."""
    mine = Grant.uid == uid, Grant.circle_id == own_circle().id
    grant = db.session.scalar(select(Grant).where(*mine)) or abort(404)
    return grant if grant.revoked_at is None or may_undo(grant) else abort(404)


def may_undo(grant: Grant) -> bool:
    """Whether this browser may let a link go on that was revoked: who revoked it, who began the circle, the host."""
    own = grant_here()
    return grant.revoked_by_id == own.id or own.founding or host_here()


def too_late() -> Answer:
    """Why nothing is undone."""
    return shown(faults={"link": gettext("It is too late to undo this. Make a new link.")}), 422


def why_it_stays(grant: Grant, own: Grant) -> str:
    """Why this browser may not end a link: it came in by that one, or by one that was made with it.

    Or that is a link of who began the circle, which only they and the host may end.
    """
    if grant in lineage(own):
        return gettext("This browser came in by that link, so it stays.")
    if grant.founding and not own.founding and not host_here():
        return gettext("Only whoever began the circle can end that link, or whoever hosts this server.")
    return ""


@bp.post("/circle/links/<slug:uid>/replace")
def replace_link(uid: str) -> Answer:
    """A new link in place of one that opens nothing any more; this browser stays in."""
    if grant_here().uid in session_grants.heirs_of(uid):
        return redirect(url_for("circle.circle", _anchor="links"), 303)  # it was replaced, but the answer got lost
    with changing_links() as own:
        old = own_link(uid)
        if old.spoken or old.standing:
            abort(404)
        fault = "" if old is own else why_it_stays(old, own)
        if not fault:
            new, secret = replace_grant(old, own, session_grants.heir_of(uid) if old is own else "")
    if fault:
        return shown(faults={"link": fault}), 422
    if old is own:
        session_grants.hold(new)
    return shown(made=shown_once(new, secret)), 200


def own_link(uid: str) -> Grant:
    """A link or code of the circle that was not revoked; 404 when there is none."""
    alive = Grant.circle_id == own_circle().id, Grant.revoked_at.is_(None)
    return db.session.scalar(select(Grant).where(Grant.uid == uid, *alive)) or abort(404)
