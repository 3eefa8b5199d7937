"""Tables of circles, evenings, grants and matches. Those of review are in review/tables.py."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import (
    Connection,
    ForeignKey,
    Index,
    String,
    Text,
    UniqueConstraint,
    event,
    false,
    inspect,
    text,
    update,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from models.base import Base, CanonicalJson, core_table, new_uid, now

if TYPE_CHECKING:
    from scoring.words import Rules

CIRCLE, EVENING = "circle", "evening"
WATCH, SCORE = "watch", "score"
BEHIND = text("reviewed IS NULL OR reviewed != last_seq")


class Circle(Base):
    """Friends who play together."""

    __tablename__ = "circles"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    name: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(default=now)
    players: Mapped[list[Player]] = relationship(back_populates="circle", order_by="Player.id")


class Player(Base):
    """A person of a circle; a merged one points to the same person. unranked: stays out of standings and stories."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    name: Mapped[str]
    retired: Mapped[bool] = mapped_column(default=False)
    merged_into_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    unranked: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[datetime] = mapped_column(default=now)
    circle: Mapped[Circle] = relationship(back_populates="players")


class Merge(Base):
    """A merge that can be undone. retired: whether `one` was before; moved: the ids of those merged into it before."""

    __tablename__ = "merges"

    id: Mapped[int] = mapped_column(primary_key=True)
    one_id: Mapped[int] = mapped_column(ForeignKey("players.id"), unique=True)
    into_id: Mapped[int] = mapped_column(ForeignKey("players.id"), index=True)
    retired: Mapped[bool]
    moved: Mapped[list[int]] = mapped_column(CanonicalJson)
    at: Mapped[datetime] = mapped_column(default=now)
    one: Mapped[Player] = relationship(foreign_keys=one_id)
    into: Mapped[Player] = relationship(foreign_keys=into_id)


class HouseRules(Base):
    """Rules of a game that a circle saved under a name."""

    __tablename__ = "house_rules"
    __table_args__ = (UniqueConstraint("circle_id", "game", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"))
    game: Mapped[str]
    name: Mapped[str]
    rules: Mapped[dict[str, Any]] = mapped_column(CanonicalJson)
    created_at: Mapped[datetime] = mapped_column(default=now)


circles, players, house_rules = core_table(Circle), core_table(Player), core_table(HouseRules)


class Evening(Base):
    """People who met: the day by the calendar of the table, the place, and the matches they played.

    A hidden one is left out of all lists. A deleted one is hidden too: it had no match, and its row stays only so that
    no other evening gets its id, which old links name, and that a second request to delete it is recognised.
    """

    __tablename__ = "evenings"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    date: Mapped[date]
    place: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    closed_at: Mapped[datetime | None]
    hidden: Mapped[bool] = mapped_column(default=False)
    deleted: Mapped[bool] = mapped_column(default=False)
    circle: Mapped[Circle] = relationship()


evenings = core_table(Evening)


class Grant(Base):
    """A right (watch, score) in a whole circle or in one evening of it.

    spoken: a code for one evening, which ends at expires_at or with the evening. standing: the link of an evening that
    can be displayed again (models/spoken_code.py, models/grants.py). once: for one browser only.
    Cookies name a grant by its uid, which is never used twice.
    """

    __tablename__ = "grants"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    evening_id: Mapped[int | None] = mapped_column(ForeignKey("evenings.id"), index=True)
    kind: Mapped[str]
    right: Mapped[str]
    name: Mapped[str] = mapped_column(default="")
    once: Mapped[bool] = mapped_column(default=False)
    standing: Mapped[bool] = mapped_column(default=False)
    spoken: Mapped[bool] = mapped_column(default=False)
    made_by_id: Mapped[int | None] = mapped_column(ForeignKey("grants.id"))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    last_used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    circle: Mapped[Circle] = relationship()
    evening: Mapped[Evening | None] = relationship()

    @property
    def in_force(self) -> bool:
        """Whether it is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or now() < self.expires_at)

    def lasted_until(self, moment: datetime) -> bool:
        """Whether it was in force until this moment."""
        return all(end is None or moment <= end for end in (self.revoked_at, self.expires_at))

    @property
    def founding(self) -> bool:
        """Whether no other grant made it: that of the circle's founder, its recovery link, or the host's."""
        return self.kind == CIRCLE and self.right == SCORE and self.made_by_id is None

    @property
    def taken(self) -> bool:
        """Whether it is for one browser and has been redeemed."""
        return self.once and self.last_used_at is not None

    def does_all_of(self, other: Grant) -> bool:
        """Whether it makes the other grant superfluous."""
        wide = self.circle_id == other.circle_id and self.evening_id in (None, other.evening_id)
        return wide and self.right in (SCORE, other.right) and (self.expires_at is None or self.id == other.id)

    def covers(self, evening: Evening) -> bool:
        """Whether it gives access to this evening."""
        return evening.circle_id == self.circle_id and self.evening_id in (None, evening.id)


grants = core_table(Grant)


class ClaimedSeat(Base):
    """A player (by uid, a guest by name) claimed by a phone, whose id is stored on the phone itself."""

    __tablename__ = "claims"
    __table_args__ = (UniqueConstraint("evening_id", "player"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"))
    player: Mapped[str] = mapped_column(String(200))
    phone: Mapped[str] = mapped_column(String(40))
    at: Mapped[datetime]


claims = core_table(ClaimedSeat)


class StoredPayment(Base):
    """What was paid on an evening: by whom to whom (by uid, a guest by name), in minor units of money."""

    __tablename__ = "payments"

    id: Mapped[int] = mapped_column(primary_key=True)
    evening_id: Mapped[int] = mapped_column(ForeignKey("evenings.id"), index=True)
    payer: Mapped[str] = mapped_column(String(200))
    payee: Mapped[str] = mapped_column(String(200))
    amount: Mapped[int]
    paid_at: Mapped[datetime] = mapped_column(default=now)


payments = core_table(StoredPayment)


class PhoneKey(Base):
    """A grant that the phone with a key holds. secret_hash: SHA-256 of the key, a random secret of 256 bits."""

    __tablename__ = "phone_keys"
    __table_args__ = (UniqueConstraint("secret_hash", "grant_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str] = mapped_column(String(64))
    grant_id: Mapped[int] = mapped_column(ForeignKey("grants.id"), index=True)


phone_keys = core_table(PhoneKey)


class HostSetting(Base):
    """One row, or none until the host's address (door_hash) was made, which is good for one choice of anybody."""

    __tablename__ = "hosting"

    id: Mapped[int] = mapped_column(primary_key=True)
    anybody: Mapped[bool | None]
    key_hash: Mapped[str | None] = mapped_column(String(64))
    door_hash: Mapped[str | None] = mapped_column(String(64))


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
    state: Mapped[str] = mapped_column(default="play")
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


class StoredRecord(Base):
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


matches, seats, records = core_table(Match), core_table(MatchSeat), core_table(StoredRecord)
REVIEW_ANEW = update(matches).values(reviewed=None)


@event.listens_for(Evening, "after_update")
def _review_evening(_: object, connection: Connection, evening: Evening) -> None:
    """Let review look at the matches of an evening that was moved to another day, hidden or shown again."""
    told = inspect(evening).attrs
    if told.date.history.has_changes() or told.hidden.history.has_changes():
        connection.execute(REVIEW_ANEW.where(matches.c.evening_id == evening.id))


class Result(Base):
    """The result of a finished match for one player.

    player: who sat there, even if merged since; place: from 1, null for a player who left the seat before the end;
    total: in the game's unit; deals: those the player sat through.
    """

    __tablename__ = "results"

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    turn: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)  # 0: first in the seat, 1: the next, …
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    name: Mapped[str]
    side: Mapped[int]
    place: Mapped[int | None]
    total: Mapped[int]
    won: Mapped[bool]
    deals: Mapped[int]
    match: Mapped[Match] = relationship()
    player: Mapped[Player | None] = relationship()


results = core_table(Result)


class StoredBranch(Base):
    """Records of one phone that are not in the log of their match.

    uid is a hash of match, device, base and the first of the records, so that a tail sent twice is stored once.
    base_seq is the last seq that the phone knew; body has the records (models/tail/branches.py); settled_at is null
    while somebody has to decide. seal is the hash of all the others.
    """

    __tablename__ = "branches"

    uid: Mapped[str] = mapped_column(String(64), primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), index=True)
    base_seq: Mapped[int]
    device: Mapped[str | None]
    grant: Mapped[str | None]
    came_at: Mapped[datetime]
    body: Mapped[str] = mapped_column(Text)
    settled_at: Mapped[datetime | None]
    seal: Mapped[str] = mapped_column(String(64))


branches = core_table(StoredBranch)
