"""The page of a circle: its name and the links that open it, its players, saved rules and hidden evenings."""

from __future__ import annotations

from collections.abc import Sequence

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from werkzeug import Response

from models.base import db
from models.grants import lineage, replace_grant, revoke, revoke_others
from models.people import merges_by_player
from models.tables import Circle, Grant, Merge, Player
from models.transaction import write_transaction
from web.auth import browser
from web.auth.guard import own_circle, page_grant
from web.auth.host import host_here
from web.auth.links import LinkForm, NewLink, create_new_link, link_transaction, links_page, show_once
from web.circle.create import LONGEST_NAME
from web.circle.players import PlayerForm, page_number, players_page
from web.evening.summary import hidden_rows
from web.forms import Form, title_field
from web.i18n.locale import gettext
from web.routes import SCORE_CIRCLE, Pages
from web.rules import saved_in


class CircleNameForm(Form):
    """What a circle is called."""

    name = title_field(LONGEST_NAME, id="circle", maxlength=200)


def circle_page(*failed: CircleNameForm | PlayerForm | LinkForm, fault: str = "", made: NewLink | None = None) -> str:
    """The page with a form that failed, with what is wrong with the players, or with a link that was just made."""
    circle = own_circle()
    players, page, next_page = players_page(circle)
    link_page = page_number("links")
    links, more_links = links_page(circle, link_page)
    return render_template(
        "circle/circle.html",
        circle=circle,
        forms=page_forms(circle, players) | {form.name.id: form for form in failed},
        fault=fault,
        made=made,
        founding=page_grant().founding,
        players=players,
        page=page,
        next_page=next_page,
        merges=merges_by_player(players),
        merged=merged_here(circle),
        saved_rules=saved_in(circle),
        hidden=hidden_rows(circle),
        links=links,
        link_page=link_page,
        more_links=more_links,
    )


def page_forms(circle: Circle, players: Sequence[Player]) -> dict[str, object]:
    """The forms of the page by name; those of players by uid."""
    forms: dict[str, object] = {
        "circle": CircleNameForm(formdata=None, obj=circle),
        "link": LinkForm(formdata=None),
        "new": PlayerForm(circle, formdata=None),
    }
    return forms | {player.uid: PlayerForm(circle, player, formdata=None, obj=player) for player in players}


def merged_here(circle: Circle) -> Merge | None:
    """The merge that the address says was just done, while it is in force."""
    mine = Player.uid == request.args.get("merged", ""), Player.circle_id == circle.id
    query = select(Merge).join(Merge.one).where(*mine, Merge.into_id == Player.merged_into_id)
    return db.session.scalar(query)


bp = Pages("circle", __name__)


@bp.get("/circle", needs=SCORE_CIRCLE)
def show_circle() -> str:
    """Players and links."""
    return circle_page()


@bp.post("/circle/name", needs=SCORE_CIRCLE)
def rename_circle() -> ResponseReturnValue:
    """Another name of the circle; nothing typed leaves it as it is."""
    form = CircleNameForm()
    if not form.validate():
        return circle_page(form), 422
    with write_transaction():
        own = own_circle()
        own.name = form.name.data or own.name
    return redirect(url_for("circle.show_circle"), 303)


@bp.post("/circle/links", needs=SCORE_CIRCLE)
def make_link() -> ResponseReturnValue:
    """A new link to the whole circle."""
    form = LinkForm()
    if not form.validate():
        return circle_page(form), 422
    return circle_page(made=create_new_link(own_circle(), form.right.data, form.name.data))


def refused(fault: str) -> ResponseReturnValue:
    """The page with why nothing was done to the links."""
    form = LinkForm(formdata=None)
    form.name.errors = [fault]
    return circle_page(form), 422


@bp.post("/circle/links/<slug:uid>/revoke", needs=SCORE_CIRCLE)
def revoke_link(uid: str) -> ResponseReturnValue:
    """The link and those made with it open nothing any more; that of this browser stays, or nobody could come back."""
    with link_transaction() as own:
        grant = own_link(uid)
        fault = why_it_stays(grant, own)
        if not fault:
            revoke(grant)
    return refused(fault) if fault else redirect(url_for("circle.show_circle", _anchor="links"), 303)


@bp.post("/circle/links/revoke-others", needs=SCORE_CIRCLE)
def revoke_all() -> Response:
    """All other links end in one tap, but for those of whoever began the circle."""
    with link_transaction() as own:
        revoke_others(own)
    return redirect(url_for("circle.show_circle", _anchor="links"), 303)


def why_it_stays(grant: Grant, own: Grant) -> str:
    """Why this browser may not end a link: it came in by that one, or by one that was made with it.

    Or that is a link of who began the circle, which only they and the host may end.
    """
    if grant in lineage(own):
        return gettext("This browser came in by that link, so it stays.")
    if grant.founding and not own.founding and not host_here():
        return gettext("Only whoever began the circle can end that link, or whoever hosts this server.")
    return ""


@bp.post("/circle/links/<slug:uid>/replace", needs=SCORE_CIRCLE)
def replace_link(uid: str) -> ResponseReturnValue:
    """A new link in place of one that opens nothing any more; this browser stays in."""
    with link_transaction() as own:
        old = own_link(uid)
        if old.spoken or old.standing:
            abort(404)
        fault = "" if old is own else why_it_stays(old, own)
        if not fault:
            new, secret = replace_grant(old, old is own)
    if fault:
        return refused(fault)
    if old is own:
        browser.add_grant(new)
    return circle_page(made=show_once(new, secret))


def own_link(uid: str) -> Grant:
    """A link or code of the circle that was not revoked; 404 when there is none."""
    alive = Grant.circle_id == own_circle().id, Grant.revoked_at.is_(None)
    return db.session.scalar(select(Grant).where(Grant.uid == uid, *alive)) or abort(404)
