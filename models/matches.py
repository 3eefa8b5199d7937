"""Matches begun and found, and the limits of a circle and an evening; the import of a circle file has the same."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from models.base import canonical_json, db, new_uid, now, to_millis
from models.log.errors import Refused, detect_corruption
from models.log.hash_chain import Opening, genesis_hash, head_seal
from models.log.state import PLAY
from models.tables import Evening, Match, MatchSeat, Player
from scoring.game import complete
from scoring.games import games
from scoring.match import match_problems
from scoring.words import problem

if TYPE_CHECKING:
    from scoring.words import Rules


MAX_PLAYERS = 10_000  # of a circle, including merged ones
MAX_MATCHES = 1_000  # of an evening
MAX_EVENING_RECORDS = 20_000  # of all matches of an evening, checked when a match is started


def check_player_limit(circle_id: int, more: int = 1) -> None:
    """Refused when this many more players would be too many for the circle."""
    players = db.session.scalar(select(func.count(Player.id)).where(Player.circle_id == circle_id)) or 0
    if players + more > MAX_PLAYERS:
        raise Refused((problem("circle", "circle_full", {"most": MAX_PLAYERS}),))


def check_limits(evening: Evening) -> None:
    """Refused where the circle has too many players, or the evening too many matches or records, for one more."""
    check_player_limit(evening.circle_id, more=0)
    counts = select(func.count(Match.id), func.coalesce(func.sum(Match.last_seq), 0))
    matches, records = db.session.execute(counts.where(Match.evening_id == evening.id)).one()
    if matches >= MAX_MATCHES or records >= MAX_EVENING_RECORDS:
        raise Refused((problem("evening", "evening_full"),))


def find_match(uid: str) -> Match | None:
    """The match of this uid; BrokenChain when its row cannot be read."""
    with detect_corruption(uid):
        return db.session.scalar(select(Match).where(Match.uid == uid))


def start_match(
    evening: Evening,
    key: str,
    players: Sequence[Player],
    rules: Rules | None = None,
    first_dealer: int = 0,
    at: datetime | None = None,
    uid: str = "",
) -> Match:
    """A new match, inserted in the current transaction; Refused for bad rules or seats, or when a limit is met.

    players sit clockwise from seat 0; missing rules have their defaults. at: when it started, else now. uid: that of a
    match that a phone began.
    """
    game = games().get(key)
    if game is None:
        raise Refused((problem("game", "no_such_game"),))
    seats = {"players": [player.name for player in players], "rules": rules or {}, "first_dealer": first_dealer}
    problems = match_problems(game, seats)
    if len(set(players)) < len(players):
        problems += (problem("players", "twice"),)
    if problems:
        raise Refused(problems)
    db.session.add_all((evening, *players))
    db.session.flush()  # a new player gets a uid
    check_limits(evening)
    began, seated = at or now(), tuple((player.uid, player.name) for player in players)
    text = canonical_json(complete(game, rules or {}))
    opening = Opening(uid or new_uid(), key, game.edition, text, first_dealer, to_millis(began), seated)
    first = genesis_hash(opening)
    match = Match(
        uid=opening.uid,
        evening=evening,
        game=key,
        edition=game.edition,
        rules_text=text,
        first_dealer=first_dealer,
        started_at=began,
        state=PLAY,
        last_seq=0,
        last_hash=first,
        seal=head_seal(first, 0, first, PLAY, None),
        seats=[MatchSeat(seat=seat, player=player, name=player.name) for seat, player in enumerate(players)],
    )
    db.session.add(match)
    db.session.flush()
    return match
