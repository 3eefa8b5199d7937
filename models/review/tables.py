"""Tables of review: derived rows of matches, deals and seats, which can be dropped at any time, and seasons.

Players are those who sat there, even if merged since; null for a guest. They are no foreign keys, as nothing here is
kept for good: models/review/ writes the rows and finds those that are behind their match.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from models.base import Base, CanonicalJson, core_table, new_uid, now

NO_CHANCES = text("curve IS NULL")
IN_ORDER = (
    "circle_id day started_at match_id seat evening_id game deals player_id side place won margin unit".split()
)  # all that ratings and records read of each seat of a circle, in the order of play
METADATA = Base.metadata


class OfMatch:
    """What each row of a finished match begins with."""

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True, sort_order=-1)
    circle_id: Mapped[int]
    evening_id: Mapped[int]
    game: Mapped[str]
    day: Mapped[date]


class MatchReview(OfMatch, Base):
    """What review keeps of a finished match.

    seq: of the log it was made from; seconds: of the deals whose length is known; last_at: when the last record was
    made; corrections: amended and struck deals; money: what each side receives in minor units, empty without money;
    past: what its deals brought, for the win chances of later matches; curve: the chance of each side before the first
    deal and after each, in thousandths.
    """

    __tablename__ = "match_reviews"
    __table_args__ = (
        Index("ix_match_reviews_circle", "circle_id", "game", "day"),
        Index("ix_match_reviews_day", "circle_id", "day", "evening_id", "game", "started_at", "deals"),
        Index("ix_match_reviews_chances", "circle_id", sqlite_where=NO_CHANCES, postgresql_where=NO_CHANCES),
    )

    evening_id: Mapped[int] = mapped_column(index=True)
    seq: Mapped[int]
    deals: Mapped[int]
    seconds: Mapped[int]
    started_at: Mapped[datetime]
    last_at: Mapped[datetime]
    corrections: Mapped[int]
    money: Mapped[list[int]] = mapped_column(CanonicalJson)
    past: Mapped[Any] = mapped_column(CanonicalJson, nullable=True)
    curve: Mapped[list[list[int]] | None] = mapped_column(CanonicalJson, nullable=True)


class ReviewStamp(Base):
    """How often rows of review of a circle were written or deleted.

    edition: of the code that wrote them all; rated: what its ratings follow from.
    """

    __tablename__ = "review_stamps"

    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), primary_key=True)
    stamp: Mapped[int] = mapped_column(BigInteger)
    edition: Mapped[int]
    rated: Mapped[str | None]


class SeatFact(OfMatch, Base):
    """A seat at the end of a finished match: what every number about people and pairs is counted over.

    player_id, mate_id: who sat there and the partner, null for a guest and for who plays alone; sides: how many there
    were; won: also by those who share the first place, unless all do: then the match is level, and nobody's; total: of
    the side; margin: by how much it is ahead of the best other side; negative for who lost; unit: what both count.
    """

    __tablename__ = "seat_facts"
    __table_args__ = (
        Index(
            "ix_seat_facts_circle",
            *("circle_id", "game", "day", "evening_id", "player_id", "mate_id", "won", "level", "sides"),
        ),
        Index("ix_seat_facts_order", *IN_ORDER),
    )

    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    started_at: Mapped[datetime]
    deals: Mapped[int]
    player_id: Mapped[int | None] = mapped_column(index=True)
    mate_id: Mapped[int | None]
    side: Mapped[int]
    sides: Mapped[int]
    place: Mapped[int]
    won: Mapped[bool]
    level: Mapped[bool]
    total: Mapped[int]
    margin: Mapped[int]
    unit: Mapped[str]


class PersonRating(Base):
    """The rating of a person in a game, or over all where it is empty: see models/review/ratings.py.

    firm: without a question mark; course: the points after each evening, thinned out.
    """

    __tablename__ = "ratings"

    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    player_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    points: Mapped[int]
    firm: Mapped[bool]
    course: Mapped[list[int]] = mapped_column(CanonicalJson)


class DealFact(OfMatch, Base):
    """A counted deal: see scoring.review.Fact.

    n: from 0 in the order of the sheet; uid: of its record; from_dealer: of who declared,
    1 on the left of the dealer; dealer_gain: points of the dealer's side minus the mean of the others'; most: of the
    side that gained most, most_id and most_mate_id: who sat there; unit: what is gained.
    """

    __tablename__ = "facts"
    __table_args__ = (
        Index(  # all that is asked about bids
            "ix_facts_circle",
            *("circle_id", "game", "who_id", "kind", "unit", "bid", "trump", "made", "gain", "day", "evening_id"),
        ),
        Index("ix_facts_day", "circle_id", "game", "day", "evening_id", "dealer_gain"),
        Index("ix_facts_most", "circle_id", "game", "unit", "most"),
        Index("ix_facts_bid", "circle_id", "game", "bid"),
    )

    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    uid: Mapped[str]
    number: Mapped[int]
    dealer_id: Mapped[int | None]
    from_dealer: Mapped[int | None]
    who_id: Mapped[int | None]
    mate_id: Mapped[int | None]
    kind: Mapped[str]
    bid: Mapped[int | None]
    made: Mapped[bool | None]
    took: Mapped[int | None]
    gain: Mapped[int]
    dealer_gain: Mapped[float]
    trump: Mapped[str | None]
    opened: Mapped[bool]
    given: Mapped[int | None]
    played: Mapped[int | None]
    other_bid: Mapped[int | None]
    seconds: Mapped[int | None]
    unit: Mapped[str]
    most: Mapped[int]
    most_id: Mapped[int | None]
    most_mate_id: Mapped[int | None]


class DealPart(OfMatch, Base):
    """A counted deal for one seat, where each plays alone: see scoring.review.SeatPart."""

    __tablename__ = "parts"
    __table_args__ = (
        Index("ix_parts_circle", "circle_id", "game", "who_id", "before", "after", "gain", "day", "evening_id"),
        Index("ix_parts_day", "circle_id", "game", "day"),
    )

    n: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    who_id: Mapped[int | None]
    from_dealer: Mapped[int]
    took: Mapped[int | None]
    gain: Mapped[int]
    before: Mapped[str]
    after: Mapped[str]


class Season(Base):
    """Evenings of a circle that count together.

    first and last: days; games: keys, empty for all; counts: what is counted for each evening (matches, places,
    points); evenings: so many are planned, 0: as many as there will be; best_of: so many of one's best evenings, 0 for
    all; at_least: so many evenings to be ranked.
    """

    __tablename__ = "seasons"

    id: Mapped[int] = mapped_column(primary_key=True)
    uid: Mapped[str] = mapped_column(unique=True, default=new_uid)
    circle_id: Mapped[int] = mapped_column(ForeignKey("circles.id"), index=True)
    name: Mapped[str]
    first: Mapped[date]
    last: Mapped[date]
    games: Mapped[list[str]] = mapped_column(CanonicalJson)
    counts: Mapped[str]
    evenings: Mapped[int] = mapped_column(default=0)
    best_of: Mapped[int] = mapped_column(default=0)
    at_least: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)


match_reviews, facts, parts = core_table(MatchReview), core_table(DealFact), core_table(DealPart)
review_stamps, seasons = core_table(ReviewStamp), core_table(Season)
seat_facts, ratings = core_table(SeatFact), core_table(PersonRating)
