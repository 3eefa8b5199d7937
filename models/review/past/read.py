"""Reads the past of a circle: all of it once, then only what was written since; kept in memory.

Results that do not fit their seal are written anew.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import count, groupby
from typing import Any, NamedTuple

from sqlalchemy import func, select

from models.base import db
from models.cache import Cache
from models.log.results import RESULT_KEYS, results_seal
from models.log.state import OVER
from models.review.past.match import PastMatch, Seat, past_match
from models.review.past.matches import Past
from models.review.people import People
from models.review.stored.count_cache import quarter_of
from models.review.tables import MatchReview
from models.review.upkeep import stamp_of, write_batch
from models.tables import Circle, Match, Result

Chapter = tuple[str, int]

MATCH_BYTES = 1_500  # bytes that a match takes in memory with what is worked out over it, about
MAX_CACHE_BYTES = 128 << 20
PIECES = {"yield_per": 1_000}  # rows that are held at once
MOST_CHANGED = 200  # matches that are changed one by one in what is in memory
MATCH_COLUMNS = (MatchReview.match_id, Match.uid, Match.results_seal, MatchReview.evening_id, MatchReview.game)
MORE_COLUMNS = (MatchReview.day, MatchReview.started_at, MatchReview.last_at, MatchReview.deals, MatchReview.low)
SWING_COLUMNS = (MatchReview.swing, MatchReview.swing_uid)
RESULTS = (
    select(*MATCH_COLUMNS, *MORE_COLUMNS, *SWING_COLUMNS, *(getattr(Result, key) for key in RESULT_KEYS))
    .join(Match, Match.id == MatchReview.match_id)
    .join(Result, Result.match_id == MatchReview.match_id)
    .order_by(MatchReview.day, MatchReview.started_at, MatchReview.match_id, Result.seat, Result.turn)
)
HEAD_COLUMNS = len(MATCH_COLUMNS) + len(MORE_COLUMNS) + len(SWING_COLUMNS)
ROWS = select(MatchReview.match_id, MatchReview.game, MatchReview.day, MatchReview.stamp)


class Remembered(NamedTuple):
    """The past of a circle up to a stamp; chapters: game and quarter of every match that has rows, finished or not."""

    stamp: int
    past: Past
    chapters: dict[int, Chapter]


class Changes(NamedTuple):
    """What was written since: chapters of the matches that have rows, ids of those that are not as they were."""

    chapters: dict[int, Chapter]
    changed: set[int]


_pasts: Cache[Remembered] = Cache(MAX_CACHE_BYTES, lambda one: min(MATCH_BYTES * len(one.chapters), MAX_CACHE_BYTES))
_versions = count(1)


def past_of(circle_id: int) -> Past:
    """The past of a circle as it is now; review must have caught up with the logs."""
    uid = str(db.session.scalar(select(Circle.uid).where(Circle.id == circle_id)))
    people, stamp, known = People(circle_id), stamp_of(circle_id), _pasts.get(uid)
    if known is None or known.stamp != stamp or known.past.people != people:
        carried = carry_on(known, circle_id, people, stamp) if known else None
        known = _pasts.put(uid, carried or read(circle_id, people, stamp, uid))
    return known.past


def in_memory(uid: str) -> Past | None:
    """The past of a circle as it was when somebody looked last; None where it must be read."""
    known = _pasts.get(uid)
    return known.past if known else None


def read(circle_id: int, people: People, stamp: int, uid: str) -> Remembered:
    """The whole past out of the database; uid: of the circle."""
    matches = sound_matches(circle_id, people)
    chapters: dict[int, Chapter] = {}
    stamps: dict[Chapter, int] = {}
    alike: dict[Chapter, Chapter] = {}
    for match_id, game, day, at in db.session.execute(
        ROWS.where(MatchReview.circle_id == circle_id), execution_options=PIECES
    ):
        chapter = alike.setdefault((game, quarter_of(day)), (game, quarter_of(day)))
        chapters[match_id] = chapter
        stamps[chapter] = max(stamps.get(chapter, 0), at)
    return Remembered(stamp, Past(next(_versions), people, matches, stamps, uid), chapters)


def carry_on(known: Remembered, circle_id: int, people: People, stamp: int) -> Remembered | None:
    """What is in memory with what was written since; None where that is too much."""
    chapters, changed = written_since(known, circle_id)
    changed |= matches_of_renamed(known.past.people, people)
    if len(changed) > MOST_CHANGED:
        return None
    stamps = dict(known.past.chapters)
    for match_id in changed:
        stamps |= dict.fromkeys((of[match_id] for of in (known.chapters, chapters) if match_id in of), stamp)
    gone = changed & known.past.by_id.keys()
    fresh = sound_matches(circle_id, people, changed)
    if not gone and not fresh and people == known.past.people:
        return Remembered(stamp, known.past.with_chapters(stamps), chapters)
    return Remembered(stamp, known.past.changed(next(_versions), people, gone, fresh, stamps), chapters)


def written_since(known: Remembered, circle_id: int) -> Changes:
    """The chapters of all matches with rows, and the ids of those that were written or deleted since."""
    here = MatchReview.circle_id == circle_id
    rows = db.session.execute(ROWS.where(here, MatchReview.stamp > known.stamp)).all()
    chapters = known.chapters | {row.match_id: (row.game, quarter_of(row.day)) for row in rows}
    changed = {row.match_id for row in rows}
    if db.session.scalar(select(func.count()).select_from(MatchReview).where(here)) != len(chapters):
        there = set(db.session.scalars(select(MatchReview.match_id).where(here)))
        changed |= chapters.keys() - there
        chapters = {match_id: chapter for match_id, chapter in chapters.items() if match_id in there}
    return Changes(chapters, changed)


def matches_of_renamed(before: People, now: People) -> set[int]:
    """The ids of matches with players who are somebody else now, or of another name."""
    if before == now:
        return set()
    renamed = [one for one in before.today if person_of(before, one) != person_of(now, one)]
    return set(db.session.scalars(select(Result.match_id).where(Result.player_id.in_(renamed)))) if renamed else set()


def person_of(people: People, player_id: int) -> tuple[int, str] | None:
    """The id and name of the person that a player is."""
    person = people.of(player_id)
    return (person.id, person.name) if person else None


def sound_matches(circle_id: int, people: People, ids: Collection[int] | None = None) -> list[PastMatch]:
    """The finished matches, or those of these ids; what does not fit its seal is written anew, and read then."""
    matches, unfit = read_matches(circle_id, people, ids)
    if unfit:
        write_batch(unfit)
        matches, _ = read_matches(circle_id, people, ids)
    return matches


def read_matches(
    circle_id: int, people: People, ids: Collection[int] | None = None
) -> tuple[list[PastMatch], list[int]]:
    """The matches whose results fit their seal, and the ids of the others."""
    over = [MatchReview.circle_id == circle_id, MatchReview.state == OVER]
    over += [] if ids is None else [MatchReview.match_id.in_(ids)]
    found, changed = [], []
    alike: dict[Seat, Seat] = {}
    rows = db.session.execute(RESULTS.where(*over), execution_options=PIECES)
    for head, group in groupby(rows, key=lambda row: tuple(row[:HEAD_COLUMNS])):
        results = [tuple(row[HEAD_COLUMNS:]) for row in group]
        match_id, uid, seal, *rest = head
        if seal == results_seal(uid, results):
            seats = tuple(alike.setdefault(seat, seat) for seat in (seat_of(people, one) for one in results))
            found.append(past_match((match_id, uid, *rest), seats))
        else:
            changed.append(match_id)
    return found, changed


def seat_of(people: People, result: tuple[Any, ...]) -> Seat:
    """A seat from the values of a result, in the order of RESULT_KEYS."""
    _, _, player_id, name, side, place, total, won, deals = result
    person = people.of(player_id)
    return Seat(person.id if person else None, person.name if person else name, side, place, total, won, deals)
