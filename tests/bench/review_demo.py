"""What is derived from logs, measured on the made-up circle of ./run demo: at a match's end, anew, and told."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Connection, delete, func, select

from app import create_app
from commands.demo import play_demo
from models.base import db, now
from models.log.read import read
from models.log.results import seated_ids, write_derived, write_results
from models.log.state import MatchState
from models.review.stored.catch_up import all_matches, catch_up, rebuild
from models.review.stored.win_chances import work_out_chances
from models.review_tables import MatchReview, Story
from models.startup import upgrade_database
from models.tables import Evening, Match
from models.transaction import write_transaction
from tests.bench.scene import let_in
from tests.bench.scorer import SECRET

Write = Callable[[Connection, int, MatchState], None]

MATCHES, EVENINGS = 60, 20


def report_demo(folder: Path) -> None:
    """Two years of eight friends."""
    own = {"INSTANCE_FOLDER": folder / "instance"}  # no pictures are kept there yet
    app = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": f"sqlite:///{folder / 'demo.sqlite'}", **own})
    upgrade_database(app, anew=True)
    with app.app_context():
        found = play_demo(now().date())
        circle, cookie = found.grant.circle_id or 0, let_in(app, found.grant.uid)
        at = time.process_time()
        while catch_up(circle).left or work_out_chances(circle):
            pass
        caught = time.process_time() - at
        deals = db.session.scalar(select(func.sum(MatchReview.deals))) or 0
        print(f"{found.matches} matches, {deals} deals of all games; caught up with win chances in {caught:.1f} s")
        print(f"rebuilding: {1e6 * rebuilt() / deals:.0f} us a deal")
        chances = timed(lambda: [None for _ in iter(lambda: work_out_chances(circle), 0)])
        print(f"win chances after that: {chances / found.matches:.2f} ms a match")
        report_ends()
        uids = list(db.session.scalars(select(Evening.uid).order_by(Evening.date.desc()).limit(EVENINGS)))
        with write_transaction() as session:
            session.execute(delete(Story))
    client = app.test_client()
    name, _, value = cookie.partition("=")
    client.set_cookie(name, value)
    client.get("/review")  # its past is in memory, as on a server that was asked before
    report_new_evenings(app, client, circle, uids)
    for what, way in (
        ("story, told first", ""),
        ("story, kept", ""),
        ("share picture, drawn", ".png"),
        ("kept", ".png"),
    ):
        answers = [timed(lambda uid=uid, way=way: client.get(f"/e/{uid}/story{way}").get_data()) for uid in uids]
        print(f"{what}: p50 {statistics.median(answers):.1f}, most {max(answers):.1f} ms")


def report_new_evenings(app: Flask, client: FlaskClient, circle: int, uids: list[str]) -> None:
    """The story of each evening as the first page that is opened after it; uids: the newest first."""
    times = []
    hide(app, uids, hidden=True)
    for uid in reversed(uids):
        hide(app, [uid], hidden=False)
        with app.app_context():
            while catch_up(circle).left or work_out_chances(circle):  # as after the end of each match
                pass
        times.append(timed(lambda uid=uid: client.get(f"/e/{uid}/story").get_data()))
        gc.collect()
        gc.freeze()  # as a worker does once it has begun
    later = times[2:]  # as on a server that was asked before
    print(f"story right after its evening: p50 {statistics.median(later):.1f}, most {max(later):.1f} ms")
    with app.app_context(), write_transaction() as session:
        session.execute(delete(Story))


def hide(app: Flask, uids: list[str], hidden: bool) -> None:
    """Hide evenings, or show them as if they had just been played."""
    with app.app_context(), write_transaction() as session:
        for evening in session.scalars(select(Evening).where(Evening.uid.in_(uids))):
            evening.hidden = hidden


def rebuilt() -> float:
    """Seconds of writing all rows anew."""
    return timed(lambda: list(rebuild(all_matches()))) / 1000


def report_ends() -> None:
    """What is written when a match ends, with and without the rows of review."""
    found = list(db.session.scalars(select(Match).where(Match.state == "over").limit(MATCHES)))
    states = [(match.id, read(match)) for match in found]
    both: dict[str, Write] = {
        "results alone": write_results_alone,
        "results and review": lambda here, match, state: write_derived(here, {match: state}),
    }
    times: dict[str, list[float]] = {name: [] for name in both}
    for match_id, state in states:
        for name, write in both.items():
            with write_transaction() as session:
                connection = session.connection()
                times[name].append(timed(lambda w=write, c=connection, m=match_id, s=state: w(c, m, s)))
    alone, more = (statistics.median(times[name]) for name in both)
    print(f"at a match's end: results {alone:.2f} ms, facts {more - alone:.2f} ms more")


def write_results_alone(connection: Connection, match_id: int, state: MatchState) -> None:
    """The results of a match without its rows of review."""
    write_results(connection, {match_id: state}, seated_ids(connection, [state]))


def timed(thing: Callable[[], object]) -> float:
    """The ms of the processor that a thing takes."""
    at = time.process_time()
    thing()
    return 1000 * (time.process_time() - at)
