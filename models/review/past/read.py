"""Reads the past of a circle, once, and keeps it in memory while nothing of it changes.

Results that do not fit their seal are written anew.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from sqlalchemy import func, select

from models.base import db
from models.cache import Cache
from models.log.match_state import OVER
from models.review.past.matches import Past, Seat, past_match
from models.review.past.people import People
from models.review.stored.catch_up import write_batch
from models.tables.match import Match
from models.tables.result import RESULT_KEYS, Result, results_seal
from models.tables.review import MatchReview

if TYPE_CHECKING:
    from typing import Any

    from models.review.past.matches import PastMatch

MATCH_BYTES = 2_000  # bytes that a match takes in memory, about
MAX_CACHE_BYTES = 64 << 20
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


_pasts: Cache[Past] = Cache(MAX_CACHE_BYTES, lambda past: min(MATCH_BYTES * (len(past.matches) + 1), MAX_CACHE_BYTES))


def past_of(circle_id: int) -> Past:
    """The past of a circle as it is now; review must have caught up with the logs."""
    people = People(circle_id)
    version = past_version(circle_id, people)
    known = _pasts.get(str(circle_id))
    if known is None or known.version != version:
        known = read_past(circle_id, version, people)
        _pasts.put(str(circle_id), known)
    return known


def cached_past(circle_id: int, version: tuple[Any, ...]) -> Past | None:
    """The past in memory if it is of this very version."""
    known = _pasts.get(str(circle_id))
    return known if known is not None and known.version is version else None


def past_version(circle_id: int, people: People) -> tuple[Any, ...]:
    """Changes with the matches of a circle, and with who its people are."""
    columns = (MatchReview.seq, MatchReview.match_id, func.coalesce(MatchReview.low, -1), MatchReview.evening_id)
    sums = [func.sum(column) for column in columns]
    days = func.count(MatchReview.day.distinct()), func.min(MatchReview.day), func.max(MatchReview.day)
    over = MatchReview.circle_id == circle_id, MatchReview.state == OVER
    found = db.session.execute(select(func.count(), *sums, *days).where(*over)).one()
    return (*found, tuple(people.persons.items()), tuple(people.today.items()))


def read_past(circle_id: int, version: tuple[Any, ...], people: People) -> Past:
    """The past out of the database; what does not fit its seal is written anew from the log, and read then."""
    matches, changed = read_matches(circle_id, people)
    if changed:
        write_batch(changed)
        matches, changed = read_matches(circle_id, people)
    return Past(version, people, tuple(matches))


def read_matches(circle_id: int, people: People) -> tuple[list[PastMatch], list[int]]:
    """The matches whose results fit their seal, and the ids of the others."""
    over = MatchReview.circle_id == circle_id, MatchReview.state == OVER
    found, changed = [], []
    rows = db.session.execute(RESULTS.where(*over)).all()
    for head, group in groupby(rows, key=lambda row: tuple(row[:HEAD_COLUMNS])):
        results = [tuple(row[HEAD_COLUMNS:]) for row in group]
        match_id, uid, seal, *rest = head
        if seal == results_seal(uid, results):
            seats = tuple(seat_of(people, result) for result in results)
            found.append(past_match((match_id, uid, *rest), seats))
        else:
            changed.append(match_id)
    return found, changed


def seat_of(people: People, result: tuple[Any, ...]) -> Seat:
    """A seat from the values of a result, in the order of RESULT_KEYS."""
    _, _, player_id, name, side, place, total, won, deals = result
    person = people.of(player_id)
    return Seat(person.id if person else None, person.name if person else name, side, place, total, won, deals)
