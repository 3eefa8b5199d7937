"""Joining: by a link, which asks first, by a spoken code; and switching from one circle to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, session, url_for
from sqlalchemy import func, select
from werkzeug.exceptions import Forbidden

from models.base import db
from models.grants.spoken_code import find_code
from models.grants.standing_link import find_link
from models.log.match_state import PLAY
from models.tables.circle import Player
from models.tables.evening import Evening
from models.tables.grant import SCORE, Grant, redeem
from models.tables.match import Match
from scoring.games import games
from web.auth import session_grants
from web.auth.forms import CodeForm, GrantForm
from web.auth.rate_limit import guess
from web.auth.share_links import key
from web.http.no_store import unseen_by_others
from web.i18n.dates import evening_words
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug import Response

    from models.tables.circle import Circle

MOST_OFFERS = 4
MOST_NAMED = 12  # people

bp = Blueprint("joining", __name__)


class Used(Forbidden):
    """A link for once has let somebody in already."""

    @property
    def words(self) -> str:
        """What the page says."""
        return gettext("This link worked once, and it has been used. Ask for another one.")


@bp.get("/join/<slug:secret>")
def open_link(secret: str) -> Response:
    """Lead the browser to an address without the secret, where it is asked before anything changes.

    Anybody can make a browser open a link, and messengers do it by themselves. Whoever is in already goes there.
    """
    unseen_by_others()
    grant = guess("link", lambda: find_link(secret, key())) or abort(404)
    if open_already(grant):
        return redirect(address_of(grant), 303)
    session["offered"] = [grant.uid, *(uid for uid in offers() if uid != grant.uid)][:MOST_OFFERS]
    return redirect(url_for("joining.offered"), 303)


def open_already(grant: Grant) -> bool:
    """Whether this browser needs no button for it: its home is there, or it is an evening that is open to it."""
    held = None if grant.once else held_already(grant)
    return held is not None and (grant.evening_id is not None or held.uid == session_grants.ids()[0])


@bp.get("/join")
def offered() -> str:
    """What a link would let this browser do, who invites and what is played there, and the button that takes it."""
    unseen_by_others()
    grant = on_offer(offers()[:1])
    form = GrantForm(formdata=None, data={"grant": grant.uid})
    return render_template("auth/join.html", offer=Offer(grant), form=form)


@bp.post("/join")
def accept() -> Response:
    """Take what the page offered, unless somebody else was quicker."""
    chosen = GrantForm().grant.data
    return let_in(on_offer([uid for uid in offers() if uid == chosen or not chosen][:1]))


def offers() -> list[str]:
    """The grants whose links this browser has opened and not taken, newest first."""
    known = session.get("offered")
    return known if isinstance(known, list) else []


def on_offer(uids: list[str]) -> Grant:
    """The grant of the one that was offered; refused in words when it is used up."""
    grant = next(iter(session_grants.found(uids)), None) or abort(404)
    if grant.taken or not grant.in_force:
        raise Used
    return grant


def let_in(grant: Grant) -> Response:
    """Let this browser in by a grant; one that lets it do as much already stays as it is."""
    known = held_already(grant)
    if known is None and not redeem(grant):
        raise Used
    if known:
        session_grants.to_front(known)
    else:
        session_grants.hold(grant)
    if grant.evening and grant.right == SCORE:
        session_grants.put_down(grant.evening, False)
    return redirect(address_of(grant), 303)


def held_already(grant: Grant) -> Grant | None:
    """A grant of this browser that lets it do as much."""
    return next((held for held in session_grants.held() if held.in_force and held.does_all_of(grant)), None)


def address_of(grant: Grant) -> str:
    """Where a grant leads: home; of an evening to its match that goes on."""
    if grant.evening is None:
        return url_for("home.home")
    match = going_on(grant)
    return url_for("table.table", uid=match.uid) if match else url_for("evening.evening", uid=grant.evening.uid)


def going_on(grant: Grant) -> Match | None:
    """The match of an evening's grant that goes on, the newest of several."""
    query = select(Match).where(Match.evening_id == grant.evening_id, Match.state == PLAY)
    return db.session.scalar(query.order_by(Match.id.desc()).limit(1))


class Offer:
    """What a guest is told before they come in: who invites, who plays there, what they may do.

    inside: whether they may do that already, and only go from one circle to the other.
    """

    def __init__(self, grant: Grant) -> None:
        self.once, self.circle, self.writes = grant.once, grant.circle.name, grant.right == SCORE
        self.whole, self.inside = grant.evening is None, held_already(grant) is not None
        self.when = evening_words(grant.evening) if grant.evening else ""
        self.by = made_by(grant)
        match = None if self.whole else going_on(grant)
        self.game = games()[match.game] if match else None
        self.players = people_of(grant.circle) if self.whole else list(match.players) if match else []
        self.evenings = evenings_of(grant.circle) if self.whole else 0


def made_by(grant: Grant) -> str:
    """What the link is called by which this one was made, for whom that was: who invites."""
    maker = db.session.get(Grant, grant.made_by_id) if grant.made_by_id else None
    return maker.name if maker else ""


def people_of(circle: Circle) -> list[str]:
    """Who plays in a circle now, as many as an invitation has room for."""
    here = Player.circle_id == circle.id, Player.retired.is_(False), Player.merged_into_id.is_(None)
    return list(db.session.scalars(select(Player.name).where(*here).order_by(Player.id).limit(MOST_NAMED)))


def evenings_of(circle: Circle) -> int:
    """How many evenings a circle has had."""
    shown = Evening.circle_id == circle.id, Evening.deleted.is_(False), Evening.hidden.is_(False)
    return db.session.scalar(select(func.count(Evening.id)).where(*shown)) or 0


@bp.get("/code")
def ask() -> str:
    """Where a spoken code is typed."""
    return render_template("auth/spoken_code.html", form=CodeForm())


@bp.post("/code")
def enter() -> ResponseReturnValue:
    """Let the browser watch the evening of the code; wrong ones are counted."""
    form = CodeForm()
    grant = guess("code", lambda: find_code(form.plain, key()))
    if grant is None:
        form.code.errors = [gettext("No evening has this code now. Ask for it again.")]
        return render_template("auth/spoken_code.html", form=form), 422
    return let_in(grant)


@bp.post("/switch")
def switch() -> Response:
    """Another circle of this phone becomes the one that home shows."""
    chosen = GrantForm().grant.data
    grant = next((held for held in session_grants.held() if held.uid == chosen and held.in_force), None) or abort(404)
    session_grants.to_front(grant)
    return redirect(url_for("home.home"), 303)


@bp.post("/forget")
def forget() -> Response:
    """Let go of the links that open nothing any more."""
    session_grants.arrange([held.uid for held in session_grants.held() if held.in_force])
    session.pop("earlier", None)
    return redirect(url_for("home.home"), 303)
