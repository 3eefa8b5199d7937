"""Who played lately and what: found in the last evenings only, so that a long history costs nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from sqlalchemy import ColumnElement, Select, and_, func, select
from sqlalchemy.orm import aliased, contains_eager

from models.base import db, now
from models.log.errors import BrokenChain
from models.log.read import read
from models.tables import Circle, Evening, Match, MatchSeat, Player

Place = Circle | Evening

LASTS = timedelta(hours=18)  # an evening that nobody closed
LATELY = 200  # evenings


def inside(place: Place) -> ColumnElement[bool]:
    """What is true of the evenings of a place: all of a circle's that are not hidden, or the one."""
    if isinstance(place, Evening):
        return Evening.id == place.id
    return and_(Evening.circle_id == place.id, Evening.hidden.is_(False))


def last_evenings(place: Place, most: int = LATELY, first: str = "") -> Select[int]:
    """The ids of the place's last evenings by their days; the one of the uid first, of whatever day, is among them."""
    latest = (Evening.uid == first).desc(), Evening.date.desc(), Evening.id.desc()
    return select(Evening.id).where(inside(place)).order_by(*latest).limit(most)


def open_evening(place: Place) -> Evening | None:
    """The evening that is going on: begun in the last hours, dated so, and not closed."""
    since = now() - LASTS
    going_on = Evening.closed_at.is_(None), Evening.created_at > since, Evening.date >= since.astimezone().date()
    query = select(Evening).where(inside(place), *going_on)
    return db.session.scalar(query.order_by(Evening.date.desc(), Evening.id.desc()).limit(1))


def evening_for(uid: str, place: Place) -> Evening | None:
    """The open evening of this uid, else the one that is going on; None where a new one is to begin.

    Who is let into one evening only plays on in that one.
    """
    if isinstance(place, Evening):
        return place
    if uid == "new":
        return None
    asked = select(Evening).where(Evening.uid == uid, inside(place), Evening.closed_at.is_(None))
    return (db.session.scalar(asked) if uid else None) or open_evening(place)


def last_match(place: Place, game: str = "", evening: str = "") -> Match | None:
    """The last match of one game or of any: in the evening of this uid, else on the last day that it was played."""
    there = Match.evening_id.in_(last_evenings(place, first=evening))
    query = select(Match).join(Match.evening).options(contains_eager(Match.evening)).where(there)
    if game:
        query = query.where(Match.game == game)
    latest = (Evening.uid == evening).desc(), Evening.date.desc(), Match.id.desc()
    return db.session.scalar(query.order_by(*latest).limit(1))


def playing(place: Place) -> list[ColumnElement[bool]]:
    """What is true of the players of a place who have not retired."""
    players: list[ColumnElement[bool]] = [Player.retired.is_(False), Player.merged_into_id.is_(None)]
    if isinstance(place, Evening):
        sat = select(MatchSeat.player_id).join(Match, Match.id == MatchSeat.match_id)
        return [*players, Player.id.in_(sat.where(Match.evening_id == place.id))]
    return [*players, Player.circle_id == place.id]


def sitters(place: Place) -> list[Player]:
    """The players who have not retired: who played last comes first, who never played comes in the order of joining.

    Of one evening only those who sat down there.
    """
    lately = (
        select(MatchSeat.player_id)
        .join(Match, Match.id == MatchSeat.match_id)
        .join(Match.evening)
        .where(Match.evening_id.in_(last_evenings(place, 20)))
        .order_by(Evening.date.desc(), Match.id.desc(), MatchSeat.seat)
        .limit(400)
    )
    rank = {player: place for place, player in enumerate(dict.fromkeys(db.session.scalars(lately)))}
    players = db.session.scalars(select(Player).where(*playing(place)).order_by(Player.id))
    return sorted(players, key=lambda player: rank.get(player.id, len(rank)))


def names_now(match: Match) -> list[str]:
    """Who sits in each seat of a match now, by the names that they have today; of a damaged match nobody."""
    try:
        return names_today(read(match).players_now)
    except BrokenChain:
        return []


def names_today(players: Sequence[tuple[str, str]], known: Mapping[str, str] | None = None) -> list[str]:
    """The names of today of players by uid and name; known: some of them by uid."""
    called = dict(known or {})
    rest = [uid for uid, _ in players if uid not in called]
    if rest:
        into = aliased(Player)
        names = select(Player.uid, func.coalesce(into.name, Player.name)).outerjoin(
            into, Player.merged_into_id == into.id
        )
        called |= dict(db.session.execute(names.where(Player.uid.in_(rest))).all())
    return [called.get(uid, name) for uid, name in players]
