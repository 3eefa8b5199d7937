"""What review costs: pages and questions over a million made-up deals, and what is derived at the end of a match."""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random
from typing import NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select

from app import create_app
from models.base import db
from models.grants import make_grant
from models.review.deals.query import list_deals
from models.review.deals.scope import Scope
from models.review.export.read import exported, read_lines
from models.review.game.findings import bid_gains
from models.review.past.matches import Past
from models.review.past.read import past_of, read
from models.review.person.summary import bids_of, matches_of, runs_of
from models.review.records.matches import match_records, win_runs
from models.review.statistics.tallies import Part
from models.review.statistics.wins import pairs_of, wins_of_people
from models.review.stored.catch_up import stale_matches
from models.review_tables import Season
from models.startup import upgrade_database
from models.tables import SCORE, Circle, Evening
from models.transaction import write_transaction
from scoring.review import Where
from tests.bench.review_demo import report_demo, timed
from tests.bench.review_store import store_circles, store_one_more
from tests.bench.scene import let_in
from tests.bench.scorer import SECRET
from web.review.after_match import tell

Question = Callable[[Past, int, Random], object]


class Size(NamedTuple):
    """How much is stored: circles of so many people and matches, of twenty deals each."""

    name: str
    circles: int
    people: int
    matches: int


SIZES = (Size("alone", 1, 12, 1_000), Size("fifty", 50, 12, 1_000), Size("club", 1, 400, 50_000))
MIXED = 600  # pages
CIRCLES = 4  # of fifty, asked in turn; the first time each, which reads its past, is told apart


def anew(past: Past) -> Past:
    """The same past, over which nothing was worked out yet."""
    return past.of(past.matches)


def someone(past: Past, rng: Random) -> object:
    """Anybody."""
    return rng.choice(list(past.people.persons.values()))


def behind_a_number(past: Past, circle: int, rng: Random) -> object:
    """The newest lost nines of somebody."""
    who = tuple(past.people.ids_of(someone(past, rng)))
    return list_deals(Scope(circle, "boomke_wies", who=who), Where(bid=9, made=False), 0, 20)


QUESTIONS: dict[str, Question] = {
    "is the past up to date?": lambda _, circle, __: (stale_matches(Evening.circle_id == circle), past_of(circle)),
    "reading the past": lambda past, circle, _: read(circle, past.people, 0, past.circle),
    "leaderboard, all games": lambda past, _, __: wins_of_people(anew(past), Part()),
    "leaderboard, one game": lambda past, _, __: wins_of_people(anew(past), Part("boomke_wies")),
    "pairs": lambda past, _, __: pairs_of(anew(past), Part()),
    "bids of a person": lambda past, circle, rng: bids_of(past, circle, someone(past, rng)),
    "bids of everybody": lambda _, circle, __: bid_gains(Scope(circle)),
    "records of matches": lambda past, _, __: match_records(past, past.played(), None),
    "runs of everybody": lambda past, _, __: win_runs(anew(past), None),
    "runs of a person": lambda past, _, rng: runs_of(matches_of(past, who := someone(past, rng)), who),
    "deals behind a number": behind_a_number,
}


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Make the databases one after the other and print a table for each."""
    report_demo(folder)
    for size in (size for size in SIZES if size.name in asked.sizes):
        matches = max(size.matches // asked.smaller, 6)
        report_size(
            folder / f"review-{size.circles}-{size.people}.sqlite", size._replace(matches=matches), asked.rounds
        )


def report_size(path: Path, size: Size, rounds: int) -> None:
    """What a size costs."""
    app = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": f"sqlite:///{path}", "LIMIT_GUESSES": False})
    upgrade_database(app, anew=True)
    store_circles(path, range(1, size.circles + 1), size.people, size.matches)
    deals = size.circles * size.matches * 20
    people, file = f"{size.people} people each", f"{path.stat().st_size >> 20} MiB"
    print(f"\n{size.name}: {size.circles} circles, {people}, {deals} deals, {file}; ms of the processor")
    with app.app_context():
        browsers = [browser_of(app, circle) for circle in range(1, min(size.circles, CIRCLES) + 1)]
    report_preparation(browsers[0])
    print("| | first | p50 | p95 | KB | after one more match |\n|---|---|---|---|---|---|")
    with app.app_context():
        for name, ask in QUESTIONS.items():
            told(name, [asked_once(ask, size, n) for n in range(rounds)])
    for name, page in PAGES.items():
        report_page(name, page, browsers, rounds, path)
    report_mix(browsers[0], path)
    print(f"the process has {resident()} MiB")
    with app.app_context():
        past = past_of(1)
        told("deals.csv", [timed(lambda: [len(lines) for lines in read_lines(db.engine, exported(past, 1), "deals")])])
    told("circle.db", [timed(lambda: browsers[0].client.get("/review/export/circle.db").get_data())])


def report_preparation(here: Browser) -> None:
    """What it costs until the first page of a circle is there, in a process that knows nothing yet."""
    at, clock, asked = time.process_time(), time.monotonic(), []
    before = resident()
    while True:
        one = time.process_time()
        answer = here.client.get("/review")
        asked.append(1000 * (time.process_time() - one))
        if "Refresh" not in answer.headers:
            break
        time.sleep(0.1)
    took = f"{time.process_time() - at:.1f} s of the processor, {time.monotonic() - clock:.1f} s of the clock"
    print(f"first page: {took}, asked {len(asked)} times; {before} MiB before, {resident()} MiB then")


def resident() -> int:
    """MiB of memory that this process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


def asked_once(ask: Question, size: Size, n: int) -> float:
    """The ms of a question about the n-th circle in turn, whose past is in memory."""
    circle = n % min(size.circles, CIRCLES) + 1
    past = past_of(circle)
    return timed(lambda: ask(past, circle, Random(n)))


class Browser(NamedTuple):
    """A browser of a circle; people, evenings: uids."""

    client: FlaskClient
    people: list[str]
    season: str
    evenings: list[str]


def browser_of(app: Flask, circle_id: int) -> Browser:
    """A browser that was let into a circle, which gets a season."""
    with write_transaction() as session:
        circle = session.get_one(Circle, circle_id)
        grant = make_grant(circle, SCORE, "bench")[0]
        first, last = date(2020, 1, 1), date(2020, 12, 31)
        session.add(Season(circle_id=circle_id, name="Year", first=first, last=last, games=[], counts="places"))
    client = app.test_client()
    name, _, value = let_in(app, grant.uid).partition("=")
    client.set_cookie(name, value)
    season = db.session.scalar(select(Season.uid).where(Season.circle_id == circle_id))
    evenings = db.session.scalars(select(Evening.uid).where(Evening.circle_id == circle_id)).all()
    return Browser(client, [person.uid for person in circle.players], str(season), list(evenings))


PAGES: dict[str, Callable[[Browser, Random], str]] = {
    "circle": lambda _, __: "/review",
    "circle, one game": lambda _, __: "/review?game=boomke_wies",
    "circle, a year": lambda _, __: "/review?year=2020",
    "person": lambda here, rng: f"/review/p/{rng.choice(here.people)}",
    "two people": lambda here, rng: "/review/p/{}/{}".format(*rng.sample(here.people, 2)),
    "game, Boomke Wies": lambda _, __: "/review/g/boomke_wies",
    "game, Texas 42": lambda _, __: "/review/g/texas_42",
    "game, 20 down": lambda _, __: "/review/g/zwanzig_ab",
    "records": lambda _, __: "/review/records",
    "records of a game": lambda _, __: "/review/records?game=boomke_wies",
    "a record": lambda _, __: "/review/records/longest?game=boomke_wies",
    "seasons": lambda _, __: "/review/seasons",
    "a season": lambda here, _: f"/review/season/{here.season}",
    "a year": lambda _, __: "/review/year/2020",
    "ask": lambda _, __: "/review/ask",
    "ask, made by bid": lambda _, __: "/review/ask?metric=made&cut=bid&game=boomke_wies",
    "ask, with whom somebody wins": lambda here, rng: (
        f"/review/ask?metric=win&cut=partner&who={rng.choice(here.people)}"
    ),
    "ask, which pair wins": lambda _, __: "/review/ask?metric=win&cut=partner",
    "ask, luck": lambda _, __: "/review/ask/luck",
    "ask, never partners": lambda _, __: "/review/ask/never-together",
    "deals": lambda _, __: "/review/deals?game=boomke_wies&bid=9",
    "deals of a person": lambda here, rng: f"/review/deals?who={rng.choice(here.people)}",
    "matches": lambda _, __: "/review/matches",
    "matches of two people": lambda here, rng: "/review/matches?who={}&partner={}".format(*rng.sample(here.people, 2)),
    "matches without a thing": lambda _, __: "/review/matches?game=zwanzig_ab&after=dropped&never=1",
    "export": lambda _, __: "/review/export",
}


def report_mix(here: Browser, path: Path) -> None:
    """What pages cost in any order while one match ends before every tenth of them, and its evening is told."""
    rng, times = Random(9), []
    for n in range(MIXED):
        if n % 10 == 0:
            match = store_one_more(path, rng, 1)
            with here.client.application.app_context():
                tell([match])
        address = rng.choice(list(PAGES.values()))(here, rng)
        times.append(timed(lambda address=address: here.client.get(address).get_data()))
    p50, p95 = (sorted(times)[int(share * MIXED)] for share in (0.5, 0.95))
    print(f"{MIXED} pages in any order, a match ends before every tenth: p50 {p50:.1f}, p95 {p95:.1f} ms")


def report_page(
    name: str, page: Callable[[Browser, Random], str], browsers: list[Browser], rounds: int, path: Path
) -> None:
    """What a page costs, how large it is at most on the wire, and what it costs after one more match."""
    times, sizes, codes = [], [], set()
    for n in range(rounds):
        here = browsers[n % len(browsers)]
        address = page(here, Random(n))
        at = time.process_time()
        answer = here.client.get(address, headers={"Accept-Encoding": "gzip"})
        times.append(1000 * (time.process_time() - at))
        sizes.append(len(answer.get_data()))
        codes.add(answer.status_code)
    changed = []
    for n in range(3):
        store_one_more(path, Random(n), 1)
        changed.append(timed(lambda n=n: browsers[0].client.get(page(browsers[0], Random(n)))))
    words = name if codes == {200} else f"{name} ({', '.join(map(str, sorted(codes)))})"
    told(words, times, f"{max(sizes) / 1000:.1f}", f"{statistics.median(changed):.0f}")


def told(name: str, times: list[float], size: str = "", changed: str = "") -> None:
    """A line of the table: the first, then those after each circle was asked once."""
    later = sorted(times[CIRCLES:] or times)
    p95 = later[min(len(later) - 1, int(0.95 * len(later)))]
    print(f"| {name} | {times[0]:.1f} | {statistics.median(later):.1f} | {p95:.1f} | {size} | {changed} |", flush=True)
