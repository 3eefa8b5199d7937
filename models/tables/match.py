"""Matches with their seats, and the records of their logs, which are append-only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, cast

from sqlalchemy import (
    Connection,
    ForeignKey,
    Index,
    String,
    Text,
    bindparam,
    event,
    func,
    inspect,
    select,
    text,
    update,
)
from sqlalchemy.orm import Mapped, ORMExecuteState, mapped_column, relationship

from models.base import Base, canonical_json, core_table, db, new_uid, now, to_millis
from models.limits import check_evening_limit, check_player_limit
from models.log import hash_chain
from models.log.corruption import detect_corruption
from models.log.errors import Refused
from models.log.match_state import PLAY
from models.tables.circle import Player
from models.tables.evening import Evening
from scoring.game import complete
from scoring.games import games
from scoring.match import match_problems
from scoring.words import problem

if TYPE_CHECKING:
    from scoring.words import Rules


BEHIND = text("reviewed IS NULL OR reviewed != last_seq")


class Match(Base):
    """One playing of a game. The columns of its start never change; the others follow from the last record.

    state is play, over (somebody has won) or closed (given up). last_seq is the version that pages depend on;
    results_seal is the hash of its results, null until they were compared with the log; reviewed is the last_seq of
    which review has its rows, null where it must look again.
    """

    __tablename__ = "matches"
    __table_args__ = (Index("ix_matches_behind", "evening_id", sqlite_where=BEHIND, postgresql_where=BEHIND),)

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True)
    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"), index=True)
    game: Mapped[str]
    edition: Mapped[int]
    rules_text: Mapped[str] = mapped_column("rules", Text)
    first_dealer: Mapped[int]
    started_at: Mapped[datetime]
    state: Mapped[str] = mapped_column(default=PLAY)
    ended_at: Mapped[datetime | None]
    last_seq: Mapped[int] = mapped_column(default=0)
    last_hash: Mapped[str] = mapped_column(String(64))
    seal: Mapped[str] = mapped_column(String(64))
    results_seal: Mapped[str | None] = mapped_column(String(64))
    reviewed: Mapped[int | None]
    evening: Mapped[Evening] = relationship()
    seats: Mapped[list[MatchSeat]] = relationship(order_by="MatchSeat.seat")

    @property
    def rules(self) -> Rules:
        """The rules at its start, with every option."""
        return cast("Rules", json.loads(self.rules_text))

    @property
    def evening_uid(self) -> str:
        """The uid of its evening."""
        return self.evening.uid

    @property
    def players(self) -> tuple[str, ...]:
        """The names at its start, by seat clockwise."""
        return tuple(seat.name for seat in self.seats)


class MatchSeat(Base):
    """A seat at the start of a match: the player and their name at that time."""

    __tablename__ = "match_seats"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    name: Mapped[str]
    player: Mapped[Player] = relationship()


class Record(Base):
    """A record of the log: kind and body, grant and device, times by the device and the server, and its hashes."""

    __tablename__ = "records"
    __table_args__ = ({"sqlite_with_rowid": False},)  # clustered by match

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    uid: Mapped[str] = mapped_column(unique=True)
    kind: Mapped[str]
    body: Mapped[str] = mapped_column(Text)
    grant: Mapped[str | None]
    device: Mapped[str | None]
    made_at: Mapped[datetime | None]
    at: Mapped[datetime]
    previous: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))


matches, seats, records = core_table(Match), core_table(MatchSeat), core_table(Record)

REVIEW_ANEW = update(matches).values(reviewed=None)


@event.listens_for(Evening, "after_update")
def _review_evening(_: object, connection: Connection, evening: Evening) -> None:
    """Let review look at the matches of an evening that was moved to another day, hidden or shown again."""
    told = inspect(evening).attrs
    if told.date.history.has_changes() or told.hidden.history.has_changes():
        connection.execute(REVIEW_ANEW.where(matches.c.evening_id == evening.id))


@event.listens_for(db.session, "do_orm_execute")
def _review_evenings(state: ORMExecuteState) -> None:
    """Let review look at all matches where many evenings are changed at once."""
    if state.is_update and state.bind_mapper is not None and state.bind_mapper.class_ is Evening:
        state.session.connection().execute(REVIEW_ANEW)


BY_UID = select(Match).where(Match.uid == bindparam("uid"))


def find_match(uid: str) -> Match | None:
    """The match of this uid; BrokenChain when its row cannot be read."""
    with detect_corruption(uid):
        return db.session.scalar(BY_UID, {"uid": uid})


def start_match(
    evening: Evening,
    game: str,
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
    all_rules = complete_rules(game, players, rules or {}, first_dealer)
    db.session.add_all((evening, *players))
    db.session.flush()  # a new player gets a uid
    check_limits(evening)
    match = new_match(evening, game, players, canonical_json(all_rules), first_dealer, at or now(), uid or new_uid())
    db.session.add(match)
    db.session.flush()
    return match


def check_limits(evening: Evening) -> None:
    """Refused where the circle has too many players, or the evening too many matches or records, for one more."""
    check_player_limit(evening.circle_id, more=0)
    held = select(func.count(Match.id), func.coalesce(func.sum(Match.last_seq), 0)).where(
        Match.evening_id == evening.id
    )
    check_evening_limit(*db.session.execute(held).one())


def new_match(
    evening: Evening, game: str, players: Sequence[Player], rules: str, first_dealer: int, began: datetime, uid: str
) -> Match:
    """The row of a match that begins, with its seats and the hash that its log starts from; rules: as JSON."""
    edition, seats = games()[game].edition, tuple((player.uid, player.name) for player in players)
    opening = hash_chain.Opening(uid, game, edition, rules, first_dealer, to_millis(began), seats)
    first = hash_chain.genesis_hash(opening)
    return Match(
        uid=opening.uid,
        evening=evening,
        game=game,
        edition=edition,
        rules_text=rules,
        first_dealer=first_dealer,
        started_at=began,
        state=PLAY,
        last_seq=0,
        last_hash=first,
        seal=hash_chain.head_seal(first, 0, first, PLAY, None),
        seats=[MatchSeat(seat=seat, player=player, name=player.name) for seat, player in enumerate(players)],
    )


def complete_rules(key: str, players: Sequence[Player], rules: Rules, first_dealer: int) -> Rules:
    """The rules with every option; Refused when the game, its rules or its seats are not possible."""
    game = games().get(key)
    if game is None:
        raise Refused((problem("game", "no_such_game"),))
    names = [player.name for player in players]
    found = match_problems(game, {"players": names, "rules": rules, "first_dealer": first_dealer})
    if len(set(players)) < len(players):
        found += (problem("players", "twice"),)
    if found:
        raise Refused(found)
    return complete(game, rules)
