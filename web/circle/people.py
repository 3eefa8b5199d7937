"""A circle's people: a new one, another name, who no longer plays; two players who are the same person.

What merging two does is shown before it is done; it can be undone.
"""

from __future__ import annotations

from flask import abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import aliased
from werkzeug import Response

from models.base import db
from models.people import MergeConflict, merge_players, unmerge_players
from models.tables import Circle, MatchSeat, Merge, Player
from models.transaction import circle_transaction, write_transaction
from web.auth.guard import own_circle
from web.circle.players import MergeForm, PlayerForm, is_taken, own_player, page_number, players_page
from web.circle.views import circle_page
from web.i18n.locale import gettext
from web.routes import SCORE_CIRCLE, Pages

bp = Pages("players", __name__)


@bp.post("/circle/players", needs=SCORE_CIRCLE)
def add_player() -> ResponseReturnValue:
    """One more player."""
    circle = own_circle()
    with circle_transaction(circle.id) as session:
        form = PlayerForm(circle)
        if form.validate():
            session.add(Player(circle_id=circle.id, name=form.name.data))
    return (circle_page(form), 422) if form.errors else back()


@bp.post("/circle/players/<slug:uid>", needs=SCORE_CIRCLE)
def rename_player(uid: str) -> ResponseReturnValue:
    """Another name for the same person; sheets keep the names of the day."""
    circle = own_circle()
    with circle_transaction(circle.id):
        player = own_player(circle, uid)
        form = PlayerForm(circle, player)
        if form.validate():
            player.name = form.name.data
    return (circle_page(form), 422) if form.errors else back()


@bp.post("/circle/players/<slug:uid>/<any(retire, return):what>", needs=SCORE_CIRCLE)
def retire_or_return(uid: str, what: str) -> Response:
    """Not offered any more for new matches, or offered again."""
    player = own_player(own_circle(), uid)
    with write_transaction():
        player.retired = what == "retire"
    return back()


def back() -> Response:
    """To the circle's page, where its players are many to the part of them that was looked at."""
    page = page_number()
    return redirect(url_for("circle.show_circle", part=page if page > 1 else None, _anchor="players"), 303)


@bp.get("/circle/players/<slug:uid>/merge", needs=SCORE_CIRCLE)
def show_merge(uid: str) -> str:
    """Who the player could be; with "as" in the address what happens when they are that person."""
    return merge_page(uid, request.args.get("as", ""))


def merge_page(uid: str, other: str) -> str:
    """The page: the others of the circle, or the one that was chosen and what merging does."""
    own = own_circle()
    player = own_player(own, uid)
    into = own_player(own, other) if other else None
    if into is None:
        others, number, following = players_page(own, Player.id != player.id)
        return render_template("circle/merge.html", one=player, others=others, page=number, next_page=following)
    facts = {"together": played_together(player, into), "matches": matches_of(player)}
    return render_template("circle/merge.html", form=MergeForm(formdata=None), one=player, into=into, **facts)


@bp.post("/circle/players/<slug:uid>/merge", needs=SCORE_CIRCLE)
def merge_player(uid: str) -> ResponseReturnValue:
    """From now on they are one, sent twice too; two who sat at the same table are not."""
    own, other = own_circle(), MergeForm().into.data
    player, into = anybody(own, uid), anybody(own, other) if other else None
    if into is None or into is player:
        return merge_page(uid, ""), 422
    try:
        with circle_transaction(own.id):
            together = not (player.merged_into_id or into.merged_into_id) and played_together(player, into)
            if not together and player.merged_into_id != into.id:
                merge_players(player, into)
    except MergeConflict:
        return circle_page(fault=too_late()), 409
    if together:
        return merge_page(uid, other), 422
    return redirect(url_for("circle.show_circle", merged=uid, _anchor="players"), 303)


@bp.post("/circle/players/<slug:uid>/split", needs=SCORE_CIRCLE)
def undo_merge(uid: str) -> ResponseReturnValue:
    """Who was merged is a person of their own again; not while somebody else is called so."""
    own = own_circle()
    player = anybody(own, uid)
    merge = db.session.scalar(select(Merge).where(Merge.one_id == player.id))
    try:
        if merge is None:
            raise MergeConflict
        with circle_transaction(own.id):
            taken = is_taken(own, player.name)
            if not taken:
                unmerge_players(merge)
    except MergeConflict:
        return circle_page(fault=too_late()), 409
    if taken:
        return circle_page(fault=gettext("Somebody in this circle is already called {name}.", name=player.name)), 422
    return redirect(url_for("circle.show_circle", _anchor="players"), 303)


def too_late() -> str:
    """What is wrong when somebody else was quicker."""
    return gettext("Somebody has just changed who is who here. Look again.")


def anybody(own: Circle, uid: str) -> Player:
    """A player of the circle, merged or not; 404 when there is none."""
    return db.session.scalar(select(Player).where(Player.uid == uid, Player.circle_id == own.id)) or abort(404)


def played_together(player: Player, other: Player) -> bool:
    """Whether both sat down at one table."""
    theirs = aliased(MatchSeat)
    both = select(MatchSeat.match_id).join(theirs, theirs.match_id == MatchSeat.match_id)
    shared = both.where(people_of(MatchSeat, player), people_of(theirs, other)).limit(1)
    return db.session.scalar(shared) is not None


def people_of(seats: type[MatchSeat], player: Player) -> ColumnElement[bool]:
    """That a seat is the player's, or somebody's who was merged into them."""
    return seats.player_id.in_(select(Player.id).where((Player.id == player.id) | (Player.merged_into_id == player.id)))


def matches_of(player: Player) -> int:
    """In how many matches the player sat down."""
    count = select(func.count()).select_from(MatchSeat).where(MatchSeat.player_id == player.id)
    return db.session.scalar(count) or 0
