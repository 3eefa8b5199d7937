"""Links to a circle or an evening, to watch or to score: created and listed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import NamedTuple

from flask import current_app, url_for
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from models.base import db, now
from models.db.transaction import circle_transaction
from models.grants.spoken_code import code_of_grant
from models.tables.circle import Circle
from models.tables.evening import Evening
from models.tables.grant import SCORE, Grant, lineage, make_grant
from web.auth.guard import GrantEnded, current_grant, page_grant
from web.host.access import host_here
from web.http.security import unseen_by_others
from web.i18n.dates import day, evening_words
from web.qr_code import QrCode, make_qr_code

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
