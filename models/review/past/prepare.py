"""Prepares the past of a large circle in a thread: what takes longer than a request should is ready before it is asked.

A circle of some thousand matches is read and rated in seconds; smaller ones need no thread.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from threading import Lock, Thread

from flask import Flask, current_app
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from models.base import db
from models.review.past.read import in_memory, past_of
from models.review.ratings.circle import rated, to_rate
from models.review.tables import MatchReview
from models.tables import Circle

AT_ONCE = 3_000  # matches that a request reads or rates by itself
SWITCH = 0.0005  # s after which a request gets its turn beside such a thread, a tenth of what is usual
USUAL_SWITCH = sys.getswitchinterval()


class Job:
    """A circle that is being prepared; left: matches, about."""

    def __init__(self, left: int) -> None:
        self.left = left


_jobs: dict[str, Job] = {}
_failed: set[str] = set()  # uids of circles whose requests do it by themselves, and show what is wrong
_guard = Lock()


def prepare(circle_id: int) -> int:
    """How many matches of a circle are left before its pages can be made at once; begins with them where need be."""
    matches = count_matches(circle_id)
    if matches <= AT_ONCE:
        return 0
    uid = str(db.session.scalar(select(Circle.uid).where(Circle.id == circle_id)))
    job = _jobs.get(uid)
    if job is None and uid not in _failed and not is_ready(uid, circle_id):
        job = begin(current_app._get_current_object(), uid, circle_id, matches)  # type: ignore[attr-defined]
    return job.left if job else 0


def count_matches(circle_id: int) -> int:
    """How many matches of a circle have rows of review."""
    query = select(func.count()).select_from(MatchReview).where(MatchReview.circle_id == circle_id)
    return db.session.scalar(query) or 0


def is_ready(uid: str, circle_id: int) -> bool:
    """Whether a request can do the rest."""
    known = in_memory(uid)
    return known is not None and to_rate(known, circle_id) <= AT_ONCE


def begin(app: Flask, uid: str, circle_id: int, matches: int) -> Job:
    """Begin to prepare a circle, unless somebody has."""
    job, is_new = claim(uid, matches)
    if is_new:
        Thread(target=run, args=(app, uid, circle_id, job), daemon=True).start()
    return job


def claim(uid: str, matches: int) -> tuple[Job, bool]:
    """The job of a circle, and whether nobody else does it."""
    with _guard:
        is_new = uid not in _jobs
        sys.setswitchinterval(SWITCH)
        return _jobs.setdefault(uid, Job(matches)), is_new


def run(app: Flask, uid: str, circle_id: int, job: Job) -> None:
    """Prepare a circle."""
    try:
        with app.app_context():
            matches = job.left
            for done in stages(circle_id):
                job.left = max(1, round(matches * (1 - done)))
    except BaseException:
        _failed.add(uid)
        raise
    finally:
        gc.collect()
        gc.freeze()  # what stays is not looked through again and again: 0.3 s each time in a circle of 50,000 matches
        with _guard:
            del _jobs[uid]
            if not _jobs:
                sys.setswitchinterval(USUAL_SWITCH)


def stages(circle_id: int) -> Iterator[float]:
    """Everything that pages keep of a circle, piece by piece; yields the share that is done, about."""
    past = past_of(circle_id)
    yield 0.2
    games = [None, *past.by_game]
    for n, game in enumerate(games, 1):
        rated(past, circle_id, game)
        yield 0.2 + 0.6 * n / len(games)
    yield 0.9


def prepare_large_circles(app: Flask) -> None:
    """Prepare all large circles, in a thread; a worker does so when it starts."""
    Thread(target=run_large, args=(app,), daemon=True).start()


def run_large(app: Flask) -> None:
    """Prepare the large circles one after another, the largest first."""
    n = func.count()
    query = select(MatchReview.circle_id).group_by(MatchReview.circle_id).having(n > AT_ONCE).order_by(n.desc())
    try:
        with app.app_context():
            circles = list(db.session.scalars(query))
            found = dict(db.session.execute(select(Circle.id, Circle.uid).where(Circle.id.in_(circles))).all())
    except DBAPIError:
        return  # the database is out of reach: each is prepared when somebody looks at it
    for circle_id in circles:
        with app.app_context():
            job, is_new = claim(found[circle_id], count_matches(circle_id))
        if is_new:
            run(app, found[circle_id], circle_id, job)
