"""Two players who are the same person: what merging them does is shown before it is done, since it cannot be undone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for
from sqlalchemy import func, select
from sqlalchemy.orm import aliased

from models.base import db
from models.matches import MatchSeat
from models.people import Player
from models.review import merge_players
from web.access import own_circle
from web.players import own_player

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement
    from werkzeug import Response

bp = Blueprint("merging", __name__)


@bp.get("/circle/players/<uid>/same")
def same(uid: str) -> str:
    """Who the player could be; with "as" in the address what happens when they are that person."""
    return shown(uid, request.args.get("as", ""))


def shown(uid: str, other: str) -> str:
    """The page: the others of the circle, or the one that was chosen and what merging does."""
    own = own_circle()
    one = own_player(own, uid)
    into = own_player(own, other) if other else None
    alive = Player.circle_id == own.id, Player.merged_into_id.is_(None), Player.id != one.id
    others = db.session.scalars(select(Player).where(*alive).order_by(Player.retired, Player.id)).all()
    together = bool(into and played_together(one, into))
    return render_template(
        "merge.html", one=one, into=into, others=others, together=together, matches=matches_of(one) if into else 0
    )


@bp.post("/circle/players/<uid>/same")
def merge(uid: str) -> Response | tuple[str, int]:
    """From now on they are one; two who sat at the same table are not."""
    other, one = request.form.get("as", ""), own_player(own_circle(), uid)
    if other in ("", uid):
        return shown(uid, ""), 422
    into = own_player(own_circle(), other)
    if played_together(one, into):
        return shown(uid, other), 422
    merge_players(one, into)
    return redirect(url_for("circle.circle", _anchor="players"), 303)


def played_together(one: Player, other: Player) -> bool:
    """Whether both sat down at one table."""
    theirs = aliased(MatchSeat)
    both = select(MatchSeat.match_id).join(theirs, theirs.match_id == MatchSeat.match_id)
    found = both.where(people_of(MatchSeat, one), people_of(theirs, other)).limit(1)
    return db.session.scalar(found) is not None


def people_of(seats: type[MatchSeat], player: Player) -> ColumnElement[bool]:
    """That a seat is the player's, or one's who was merged into them."""
    return seats.player_id.in_(select(Player.id).where((Player.id == player.id) | (Player.merged_into_id == player.id)))


def matches_of(player: Player) -> int:
    """In how many matches the player sat down."""
    found = select(func.count()).select_from(MatchSeat).where(MatchSeat.player_id == player.id)
    return db.session.scalar(found) or 0
