"""Links to a circle or an evening: made, listed, shown; handing scoring over; the recovery link and its reminder."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from flask import current_app, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import func, or_, select
from sqlalchemy.orm import joinedload
from werkzeug import Response
from wtforms.widgets import HiddenInput

from models.base import db, now
from models.grants import current_secret, get_or_create_link, lineage, make_grant, replace_link
from models.spoken_code import code_of_grant, create_code, current_code, expire_code
from models.tables import CIRCLE, SCORE, WATCH, Circle, Evening, Grant
from models.transaction import circle_transaction
from web.auth import browser
from web.auth.guard import (
    GrantEnded,
    OnlyWatching,
    current_grant,
    granted_match,
    handed_over_here,
    may_score,
    own_circle,
    own_evening,
    page_grant,
)
from web.auth.host import host_here
from web.forms import LONGEST_TYPED, Form, text_field, title_field
from web.http.security import unseen_by_others
from web.i18n.dates import day, evening_words
from web.i18n.locale import gettext
from web.qr_code import QrCode, make_qr_code
from web.routes import RUN_EVENING, SCORE_CIRCLE, SCORE_EVENING, SCORE_MATCH, WATCH_MATCH, Pages

LONGEST_NAME = 40  # characters of what a link is called
LONGEST_CODE = 40  # characters that are read of a typed code


class LinkForm(Form):
    """A new link: for whom, and whether it lets them keep score."""

    name = title_field(LONGEST_NAME, id="link", maxlength=LONGEST_TYPED)
    right = text_field(read=lambda text: WATCH if text == WATCH else SCORE)


class CodeForm(Form):
    """The spoken code of an evening."""

    code = text_field(
        read=lambda text: text[:LONGEST_CODE],
        maxlength=LONGEST_CODE,
        dir="ltr",
        autocapitalize="none",
        spellcheck="false",
    )

    @property
    def plain(self) -> str:
        """The code in Latin digits, whichever keyboard they came from, and without signs between."""
        letters = (str(unicodedata.digit(letter, letter)) for letter in self.code.data)
        return "".join(letter for letter in letters if letter.isalnum())


class GrantForm(Form):
    """The uid of a grant of this browser, or of one that it is offered."""

    grant = text_field(read=str, widget=HiddenInput(), autocomplete=False)


LINKS_AT_ONCE = 100  # on a page


class Link(NamedTuple):
    """A row in the list of links: a link or a spoken code."""

    uid: str
    name: str
    code: str
    opens: str
    writes: bool
    made: str
    used: str
    waits: bool  # for once, and nobody has taken it yet
    own: bool
    standing: bool
    stays: bool  # the own one, one that it was made with, or that of who began the circle


class NewLink(NamedTuple):
    """A link that was just created, with its QR code; shown this once."""

    code: QrCode
    writes: bool
    once: bool
    name: str


def links_page(circle: Circle, page: int) -> tuple[list[Link], bool]:
    """The links and codes to a circle or one of its evenings, newest first: a page, from 1, and whether more follow."""
    alive = Grant.circle_id == circle.id, Grant.revoked_at.is_(None)
    lasting = (Grant.expires_at.is_(None)) | (Grant.expires_at > now())
    query = select(Grant).where(*alive, lasting).order_by(Grant.id.desc())
    query = query.limit(LINKS_AT_ONCE + 1).offset((page - 1) * LINKS_AT_ONCE)
    own = page_grant()
    line, all_of_them = lineage(own), own.founding or host_here()
    found = db.session.scalars(query.options(joinedload(Grant.evening))).all()
    listed = [link_row(grant, grant in line or (grant.founding and not all_of_them)) for grant in found]
    return listed[:LINKS_AT_ONCE], len(found) > LINKS_AT_ONCE


def link_row(grant: Grant, stays: bool) -> Link:
    """One link as text."""
    opens = evening_words(grant.evening) if grant.evening else ""
    used = date_of(grant.last_used_at) if grant.last_used_at else ""
    waits = grant.once and not grant.taken
    own = grant is current_grant()
    since, spoken = date_of(grant.created_at), code_of_grant(grant, server_key()) or ("…" if grant.spoken else "")
    writes, standing = grant.right == SCORE, grant.standing
    return Link(grant.uid, grant.name, spoken, opens, writes, since, used, waits, own, standing, stays)


def server_key() -> str:
    """The secret key of the server."""
    return str(current_app.secret_key)


def date_of(at: datetime) -> str:
    """The day of a time in the server's time zone."""
    return day(at.astimezone().date(), "short_year")


@contextmanager
def link_transaction() -> Iterator[Grant]:
    """Circle transaction that creates or ends links; yields the grant of this page.

    Raises GrantEnded when that was revoked meanwhile.
    """
    with circle_transaction(page_grant().circle_id):
        own = page_grant()
        if not own.in_force:
            raise GrantEnded(own)
        yield own


def create_new_link(place: Circle | Evening, right: str, name: str, once: bool = False) -> NewLink:
    """Create a link, shown this once: only its hash is stored."""
    with link_transaction() as own:
        grant, secret = make_grant(place, right, name, once=once, by=own)
    return show_once(grant, secret)


def show_once(grant: Grant, secret: str) -> NewLink:
    """A new link for this response, which must not be cached."""
    unseen_by_others()
    return NewLink(link_qr_code(secret), grant.right == SCORE, grant.once, grant.name)


def link_qr_code(secret: str) -> QrCode:
    """The QR code of a link by its secret."""
    return make_qr_code(url_for("join.open_link", secret=secret, _external=True))


bp = Pages("links", __name__)


@bp.post("/e/<slug:uid>/share", needs=SCORE_EVENING)
def create_link(uid: str) -> Response:
    """Create the standing link if there is none, and go to its page."""
    evening = own_evening(uid)
    if current_secret(evening, server_key()) is None:
        with link_transaction():
            get_or_create_link(evening, server_key())
    return redirect(url_for("links.show_link", uid=uid), 303)


@bp.get("/e/<slug:uid>/share", needs=SCORE_EVENING)
def show_link(uid: str) -> str:
    """The page that shares an evening; creates nothing."""
    return evening_link_page(own_evening(uid))


def evening_link_page(evening: Evening, form: LinkForm | None = None, made: NewLink | None = None) -> str:
    """The page with the current code and the new link, or else the standing one."""
    unseen_by_others()
    secret = None if made else current_secret(evening, server_key())
    return render_template(
        "auth/evening_link.html",
        evening=evening,
        form=form or LinkForm(formdata=None),
        made=made,
        link=link_qr_code(secret) if secret else None,
        code=current_code(evening, server_key()),
        when=evening_words(evening),
    )


@bp.post("/e/<slug:uid>/standing", needs=SCORE_EVENING)
def replace_standing_link(uid: str) -> Response:
    """Replace the standing link; the old one ends."""
    evening = own_evening(uid)
    with link_transaction():
        replace_link(evening, server_key())
    return redirect(url_for("links.show_link", uid=uid), 303)


@bp.post("/e/<slug:uid>/code", needs=SCORE_EVENING)
def create_spoken_code(uid: str) -> Response:
    """Replace the spoken code."""
    evening = own_evening(uid)
    with link_transaction():
        expire_code(evening)
        if evening.closed_at is None:
            create_code(evening, server_key())
    return redirect(url_for("links.show_link", uid=uid), 303)


@bp.post("/e/<slug:uid>/links", needs=RUN_EVENING)
def create_guest_link(uid: str) -> ResponseReturnValue:
    """Create a link to this evening only."""
    evening = own_evening(uid)
    form = LinkForm()
    if not form.validate():
        return evening_link_page(evening, form), 422
    return evening_link_page(evening, made=create_new_link(evening, form.right.data, form.name.data))


@bp.get("/m/<slug:uid>/handover", needs=WATCH_MATCH)
def show_handover(uid: str) -> str:
    """The page that hands scoring over, or takes it back."""
    granted_match(uid)
    if not may_score() and not handed_over_here():
        raise OnlyWatching
    return handover_page(uid)


def handover_page(uid: str, form: LinkForm | None = None, made: NewLink | None = None) -> str:
    """The page, with the link when it was just created."""
    form = form or LinkForm(formdata=None)
    return render_template("auth/handover.html", uid=uid, form=form, made=made, down=handed_over_here())


@bp.post("/m/<slug:uid>/handover", needs=SCORE_MATCH)
def hand_over(uid: str) -> ResponseReturnValue:
    """Create a link for one use that lets another phone score in this evening."""
    evening = own_evening(granted_match(uid).evening_uid)
    form = LinkForm()
    if not form.validate():
        return handover_page(uid, form), 422
    return handover_page(uid, made=create_new_link(evening, SCORE, form.name.data, once=True))


@bp.post("/m/<slug:uid>/handover/<any(give, take_back):which>", needs=WATCH_MATCH)
def give_or_take_back(uid: str, which: str) -> Response:
    """Let this phone only watch here, or score again."""
    evening = own_evening(granted_match(uid).evening_uid)
    if not may_score() and not handed_over_here():
        raise OnlyWatching
    browser.set_handed_over(evening, which == "give")
    return redirect(url_for("table.show_table", uid=uid), 303)


@bp.post("/circle/recovery", needs=SCORE_CIRCLE)
def create_recovery_link() -> str:
    """Create a recovery link and show it this once.

    One made by the founder has the founder's rights and outlives their link; one made by others is an ordinary
    link.
    """
    with link_transaction() as own:
        grant, secret = make_grant(own.circle, SCORE, gettext("Recovery link"), by=None if own.founding else own)
    return render_template("auth/recovery.html", circle=own.circle, made=show_once(grant, secret))


MAX_CIRCLES = 8  # circles of which this browser was reminded


def needs_reminder(grant: Grant) -> bool:
    """Whether a circle has had its first evening, this browser has its only link, and was not reminded yet."""
    if grant.kind != CIRCLE or grant.right != SCORE or grant.circle.uid in session.get("reminded", ()):
        return False
    mine = Grant.circle_id == grant.circle_id, Grant.kind == CIRCLE, Grant.right == SCORE, Grant.revoked_at.is_(None)
    over = or_(Evening.closed_at.is_not(None), Evening.date < now().astimezone().date())
    played = select(Evening.id).where(Evening.circle_id == grant.circle_id, over).limit(1)
    keys = db.session.scalar(select(func.count()).where(*mine))
    return keys == 1 and db.session.scalar(played) is not None


@bp.post("/reminded", needs=SCORE_CIRCLE)
def dismiss_reminder() -> Response:
    """Never remind this browser of this circle again."""
    uid = own_circle().uid
    session["reminded"] = [uid, *(other for other in session.get("reminded", ()) if other != uid)][:MAX_CIRCLES]
    return redirect(url_for("home.show_home"), 303)
