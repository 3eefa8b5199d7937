"""Joining by a link, which asks first, or by a spoken code; switching between circles."""

from __future__ import annotations

from flask import abort, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import func, select
from werkzeug import Response
from werkzeug.exceptions import Forbidden

from models.base import db
from models.grants import find_link, redeem
from models.log.state import PLAY
from models.spoken_code import find_code
from models.tables import SCORE, Circle, Evening, Grant, Match, Player
from scoring.games import games
from scoring.words import message
from web.auth import browser
from web.auth.links import CodeForm, GrantForm, server_key
from web.auth.rate_limit import limited_guess
from web.http.requests import InWords
from web.http.security import unseen_by_others
from web.i18n.dates import evening_words
from web.i18n.locale import gettext
from web.routes import PUBLIC, Pages

MAX_OFFERS = 4
MAX_NAMES = 12  # people

bp = Pages("join", __name__)


class LinkUsed(InWords, Forbidden):
    """403: a link for one use was used already."""

    sentence = message("This link worked once, and it has been used. Ask for another one.")


@bp.get("/join/<slug:secret>", needs=PUBLIC)
def open_link(secret: str) -> Response:
    """Redirect to an address without the secret, where the browser is asked before anything changes.

    Anybody can make a browser open a link, and messengers open them by themselves. A browser that is in already
    goes to the place itself.
    """
    unseen_by_others()
    grant = limited_guess("link", lambda: find_link(secret, server_key())) or abort(404)
    if is_open(grant):
        return redirect(landing_address(grant), 303)
    session["offered"] = [grant.uid, *(uid for uid in offered_uids() if uid != grant.uid)][:MAX_OFFERS]
    return redirect(url_for("join.show_offer"), 303)


def is_open(grant: Grant) -> bool:
    """Whether no question is needed: it is this browser's current circle, or an evening it can open."""
    held = None if grant.once else equal_grant(grant)
    return held is not None and (grant.evening_id is not None or held.uid == browser.held_uids()[0])


@bp.get("/join", needs=PUBLIC)
def show_offer() -> str:
    """What the link allows, who invites and who plays, with the button that accepts it."""
    unseen_by_others()
    grant = offered_grant(offered_uids()[:1])
    form = GrantForm(formdata=None, data={"grant": grant.uid})
    return render_template("auth/join.html", offer=Offer(grant), form=form)


@bp.post("/join", needs=PUBLIC)
def accept_offer() -> Response:
    """Accept the offer; LinkUsed if somebody else was quicker."""
    chosen = GrantForm().grant.data
    return admit(offered_grant([uid for uid in offered_uids() if uid == chosen or not chosen][:1]))


def offered_uids() -> list[str]:
    """The grants whose links this browser has opened and not accepted, newest first."""
    known = session.get("offered")
    return known if isinstance(known, list) else []


def offered_grant(uids: list[str]) -> Grant:
    """The grant of the first uid; 404 without, LinkUsed when it is used up."""
    grant = next(iter(browser.find_grants(uids)), None) or abort(404)
    if grant.taken or not grant.in_force:
        raise LinkUsed
    return grant


def admit(grant: Grant) -> Response:
    """Add a grant to this browser; one that allows as much already stays as it is."""
    known = equal_grant(grant)
    if known is None and not redeem(grant):
        raise LinkUsed
    if known:
        browser.make_current(known)
    else:
        browser.add_grant(grant)
    if grant.evening and grant.right == SCORE:
        browser.set_handed_over(grant.evening, False)
    return redirect(landing_address(grant), 303)


def equal_grant(grant: Grant) -> Grant | None:
    """A grant of this browser that allows as much."""
    return next((held for held in browser.held_grants() if held.in_force and held.does_all_of(grant)), None)


def landing_address(grant: Grant) -> str:
    """Where a grant leads: home; for an evening to its match in play."""
    if grant.evening is None:
        return url_for("home.show_home")
    match = match_in_play(grant)
    return (
        url_for("table.show_table", uid=match.uid) if match else url_for("evening.show_evening", uid=grant.evening.uid)
    )


def match_in_play(grant: Grant) -> Match | None:
    """The newest match in play of a grant's evening."""
    query = select(Match).where(Match.evening_id == grant.evening_id, Match.state == PLAY)
    return db.session.scalar(query.order_by(Match.id.desc()).limit(1))


class Offer:
    """What a guest reads before joining: who invites, who plays there, what the link allows.

    inside: whether this browser can open it already, and only switches circles.
    """

    def __init__(self, grant: Grant) -> None:
        self.once, self.circle, self.writes = grant.once, grant.circle.name, grant.right == SCORE
        self.whole, self.inside = grant.evening is None, equal_grant(grant) is not None
        self.when = evening_words(grant.evening) if grant.evening else ""
        maker = db.session.get(Grant, grant.made_by_id) if grant.made_by_id else None
        self.by = maker.name if maker else ""
        match = None if self.whole else match_in_play(grant)
        self.game = games()[match.game] if match else None
        self.players = player_names(grant.circle) if self.whole else list(match.players) if match else []
        self.evenings = count_evenings(grant.circle) if self.whole else 0


def player_names(circle: Circle) -> list[str]:
    """The active players of a circle, as many as an invitation has room for."""
    here = Player.circle_id == circle.id, Player.retired.is_(False), Player.merged_into_id.is_(None)
    return list(db.session.scalars(select(Player.name).where(*here).order_by(Player.id).limit(MAX_NAMES)))


def count_evenings(circle: Circle) -> int:
    """How many evenings a circle has had."""
    listed = Evening.circle_id == circle.id, Evening.deleted.is_(False), Evening.hidden.is_(False)
    return db.session.scalar(select(func.count(Evening.id)).where(*listed)) or 0


@bp.get("/code", needs=PUBLIC)
def show_code_form() -> str:
    """The form for a spoken code."""
    return render_template("auth/spoken_code.html", form=CodeForm())


@bp.post("/code", needs=PUBLIC)
def enter_code() -> ResponseReturnValue:
    """Let this browser watch the evening of a spoken code; wrong ones are counted."""
    form = CodeForm()
    grant = limited_guess("code", lambda: find_code(form.plain, server_key()))
    if grant is None:
        form.code.errors = [gettext("No evening has this code now. Ask for it again.")]
        return render_template("auth/spoken_code.html", form=form), 422
    return admit(grant)


@bp.post("/switch", needs=PUBLIC)
def switch_circle() -> Response:
    """Make another grant of this browser the current one."""
    chosen = GrantForm().grant.data
    grant = next((held for held in browser.held_grants() if held.uid == chosen and held.in_force), None) or abort(404)
    browser.make_current(grant)
    return redirect(url_for("home.show_home"), 303)


@bp.post("/forget", needs=PUBLIC)
def forget_ended() -> Response:
    """Remove ended grants from this browser."""
    browser.store_uids([held.uid for held in browser.held_grants() if held.in_force])
    return redirect(url_for("home.show_home"), 303)
