"""Links: made for a circle or an evening, to watch or to score, and listed."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from flask import current_app, url_for
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from models.base import db, now
from models.db.circle_transaction import circle_transaction
from models.grants.spoken_code import code_of_grant
from models.tables.grant import SCORE, Grant, lineage, make_grant
from web.auth.guard import Ended, current_grant, grant_here
from web.auth.qr_code import Code, code
from web.host.access import host_here
from web.http.no_store import unseen_by_others
from web.i18n.dates import day, evening_words

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from models.tables.circle import Circle
    from models.tables.evening import Evening

MOST = 200


class Link(NamedTuple):
    """A link, or a code that is spoken, as the list shows it."""

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


class Made(NamedTuple):
    """A link that was just made, with its code to be pointed at; it is shown this once."""

    code: Code
    writes: bool
    once: bool
    name: str


def links_of(circle: Circle) -> list[Link]:
    """The links and codes that open a circle or one of its evenings, newest first."""
    alive = Grant.circle_id == circle.id, Grant.revoked_at.is_(None)
    lasting = (Grant.expires_at.is_(None)) | (Grant.expires_at > now())
    query = select(Grant).where(*alive, lasting).order_by(Grant.id.desc()).limit(MOST)
    own = grant_here()
    line, all_of_them = lineage(own), own.founding or host_here()
    found = db.session.scalars(query.options(joinedload(Grant.evening)))
    return [listed(grant, grant in line or (grant.founding and not all_of_them)) for grant in found]


def listed(grant: Grant, stays: bool) -> Link:
    """One link in words."""
    opens = evening_words(grant.evening) if grant.evening else ""
    used = date_of(grant.last_used_at) if grant.last_used_at else ""
    waits = grant.once and not grant.taken
    own = grant is current_grant()
    since, spoken = date_of(grant.created_at), code_of_grant(grant, key()) or ("…" if grant.spoken else "")
    writes, standing = grant.right == SCORE, grant.standing
    return Link(grant.uid, grant.name, spoken, opens, writes, since, used, waits, own, standing, stays)


def key() -> str:
    """The server's own secret."""
    return str(current_app.secret_key)


def date_of(at: datetime) -> str:
    """The day of a time by the calendar of the table."""
    return day(at.astimezone().date(), "short_year")


@contextmanager
def changing_links() -> Iterator[Grant]:
    """A unit of work that makes or ends links of the own circle, in its turn; gives the grant that opens this page.

    Raises Ended when that was revoked just before.
    """
    with circle_transaction(grant_here().circle_id):
        own = grant_here()
        if not own.in_force:
            raise Ended(own)
        yield own


def made(place: Circle | Evening, right: str, name: str, once: bool = False) -> Made:
    """A new link, shown this once: only its hash is kept."""
    with changing_links() as own:
        grant, secret = make_grant(place, right, name, once=once, by=own)
    return shown_once(grant, secret)


def shown_once(grant: Grant, secret: str) -> Made:
    """What the answer under way shows of a link; nobody else sees it."""
    unseen_by_others()
    return Made(qr_of(secret), grant.right == SCORE, grant.once, grant.name)


def qr_of(secret: str) -> Code:
    """The link of a secret, to be pointed at."""
    return code(url_for("joining.open_link", secret=secret, _external=True))
