"""Links: made for a circle or an evening, to watch or to score, and listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import request, url_for
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from models.access import SCORE, WATCH, Grant, make_grant
from models.base import db, now
from models.writing import writing
from web.access import current_grant, grant_here
from web.days import day, evening_words
from web.language import gettext
from web.names import plain_text, tidy
from web.qr import Code, code
from web.secrecy import unseen_by_others

if TYPE_CHECKING:
    from datetime import datetime

    from models.evenings import Evening
    from models.people import Circle

MOST = 200
LONGEST_NAME = 40


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
    return [listed(grant) for grant in db.session.scalars(query.options(joinedload(Grant.evening)))]


def listed(grant: Grant) -> Link:
    """One link in words."""
    opens = evening_words(grant.evening) if grant.evening else ""
    used = date_of(grant.last_used_at) if grant.last_used_at else ""
    waits = grant.once and not grant.taken
    own = grant is current_grant()
    since, spoken = date_of(grant.created_at), grant.code or ""
    return Link(grant.uid, grant.name, spoken, opens, grant.right == SCORE, since, used, waits, own)


def date_of(at: datetime) -> str:
    """The day of a time by the calendar of the table."""
    return day(at.astimezone().date(), "short_year")


def asked() -> tuple[str, str, str]:
    """What a form asks for: the right, the name, and what is wrong with the name."""
    name = tidy(plain_text(request.form.get("name", "")))
    right = WATCH if request.form.get("right") == WATCH else SCORE
    fault = gettext("This is too long: {most} characters fit here.", most=LONGEST_NAME)
    return right, name, fault if len(name) > LONGEST_NAME else ""


def made(place: Circle | Evening, right: str, name: str, once: bool = False) -> Made:
    """A new link, shown this once: only its hash is kept."""
    with writing():
        grant, secret = make_grant(place, right, name, once=once, by=grant_here())
    return shown_once(grant, secret)


def shown_once(grant: Grant, secret: str) -> Made:
    """What the answer under way shows of a link; nobody else sees it."""
    unseen_by_others()
    address = url_for("joining.open_link", secret=secret, _external=True)
    return Made(code(address), grant.right == SCORE, grant.once, grant.name)
