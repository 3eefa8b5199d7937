"""Rematch: a new match in the same evening, with the same players and the rules in force at the end."""

from __future__ import annotations

from flask import abort, redirect, url_for
from sqlalchemy import select
from werkzeug import Response
from werkzeug.exceptions import UnprocessableEntity

from drawing.result.page import losing_dealer, next_dealer
from models.base import db
from models.log.errors import Refused
from models.log.read import read
from models.log.state import MatchState
from models.matches import find_match, start_match
from models.tables import Match, Player
from models.transaction import circle_transaction
from web.circle.players import player_called
from web.http.requests import sent_fields
from web.i18n.messages import limit_words
from web.routes import SCORE_MATCH, Pages

bp = Pages("rematch", __name__)


class CannotRematch(UnprocessableEntity):
    """There cannot be another match like this one; words: why, where that is a limit."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words = words


@bp.post("/m/<slug:uid>/again", needs=SCORE_MATCH)
def begin_rematch(uid: str) -> Response:
    """Start the rematch; a repeated request leads to the same match."""
    old = find_match(uid) or abort(404)
    state = read(old)
    losers = sent_fields().get("deals") == "losers"
    dealer = losing_dealer(state.game, state.sheet) if losers else next_dealer(state.sheet)
    try:
        new = find_or_start(old, state, dealer)
    except Refused as refused:  # it is full, two have become one person, or the game is no longer played so
        raise CannotRematch(limit_words(refused)) from None
    return redirect(url_for("table.show_table", uid=new), 303)


def find_or_start(old: Match, state: MatchState, dealer: int) -> str:
    """The uid of the match that follows this one."""
    with circle_transaction(old.evening.circle_id):
        seats = players_in_seats(old, state)
        new = find_started(old, seats, state, dealer)
        new = new or start_match(old.evening, old.game, seats, state.sheet.standing.rules, dealer)
        return new.uid


def find_started(old: Match, seats: list[Player], state: MatchState, dealer: int) -> Match | None:
    """The rematch that was already started just like this, while nothing is recorded in it."""
    later = select(Match).where(Match.evening_id == old.evening_id, Match.id > old.id, Match.last_seq == 0)
    found = db.session.scalar(later.order_by(Match.id.desc()).limit(1))
    if found is None or (found.game, found.first_dealer) != (old.game, dealer):
        return None
    same = [seat.player_id for seat in found.seats] == [player.id for player in seats]
    return found if same and found.rules == state.sheet.standing.rules else None


def players_in_seats(match: Match, state: MatchState) -> list[Player]:
    """The players at the end of a match; a guest becomes a player of the circle."""
    circle = match.evening.circle
    known = {player.uid: player for player in db.session.scalars(select(Player).where(Player.circle_id == circle.id))}
    seats = []
    for uid, name in state.players_now:
        player = same_person(known.get(uid)) or player_called(name, circle)
        db.session.add(player)
        seats.append(player)
    return seats


def same_person(player: Player | None) -> Player | None:
    """The player, or the one that they were merged into."""
    return db.session.get(Player, player.merged_into_id) if player and player.merged_into_id else player
