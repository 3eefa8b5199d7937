"""Pages that look back, on a circle of many years: what each kind costs at first and again, and its size."""

from __future__ import annotations

import argparse
import gc
import re
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from datetime import date
from html import unescape
from pathlib import Path
from random import Random
from typing import NamedTuple

from flask import Flask
from sqlalchemy import func, select

from app import create_app
from commands.demo import play_demo
from models.base import db
from models.startup import upgrade_database
from models.tables import StoredRecord
from tests.bench.requests import Ask, answer
from tests.bench.scorer import SECRET, cookie_of
from tests.bench.waiting import part
from tests.support.tables import send

LINK = re.compile(rb'href="(/(?:review|e/|evenings)[^"#]*)')
KINDS = 12  # pages of each kind, of those that links lead to
AGAIN = 3  # times, after the first
LAST = date(2026, 6, 26)


class Visit(NamedTuple):
    """Processor time of a page in ms, and its bytes as sent."""

    first: float
    again: list[float]
    size: int


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Print what each kind of page takes, of all that links lead to from /review."""
    settings = {"SECRET_KEY": SECRET, "DATABASE_URL": f"sqlite:///{folder / 'years.sqlite'}", "LIMIT_GUESSES": False}
    app = create_app(settings)
    upgrade_database(app, anew=True)
    with app.app_context():
        secret = play_demo(LAST, years=asked.years)[1]
        deals = db.session.scalar(select(func.count()).select_from(StoredRecord))
    client = app.test_client()
    client.get(f"/join/{secret}")
    send(client, "/join")
    began = time.process_time()
    while "Refresh" in client.get("/review").headers:
        pass
    print(f"\nReview of {deals} deals, worked out anew in {time.process_time() - began:.1f} s of the processor")
    gc.collect()
    gc.freeze()  # as the server does
    print("ms of the processor at first, 95 of 100, again, 95 of 100; bytes of the largest")
    print(f"{'':27}{'pages':>6}{'first':>8}{'95':>8}{'again':>8}{'95':>8}{'bytes':>8}")
    for kind, visits in sorted(visited(app, cookie_of(client)).items()):
        first, again = [visit.first for visit in visits], [ms for visit in visits for ms in visit.again]
        figures = [part(first, 0.5), part(first, 0.95), part(again, 0.5), part(again, 0.95)]
        sizes = max(visit.size for visit in visits)
        print(f"{kind:27}{len(visits):6}" + "".join(f"{ms:8.1f}" for ms in figures) + f"{sizes:8}", flush=True)


def visited(app: Flask, cookie: str) -> dict[str, list[Visit]]:
    """Visits by endpoint, as links lead on from /review: a few of each kind."""
    visits: dict[str, list[Visit]] = defaultdict(list)
    for endpoint, path in pages(app, cookie):
        visits[endpoint].append(visit(app, Ask(path, {"Cookie": cookie})))
    return visits


def pages(app: Flask, cookie: str) -> Iterator[tuple[str, str]]:
    """Endpoint and address of pages that links lead to."""
    rng, adapter = Random(1), app.url_map.bind("")
    counts: dict[str, int] = defaultdict(int)
    known, waiting = {"/review"}, deque(["/review"])
    while waiting:
        path = waiting.popleft()
        endpoint = adapter.match(path.partition("?")[0])[0]
        if counts[endpoint] == KINDS:
            continue
        counts[endpoint] += 1
        yield endpoint, path
        plain = {"Cookie": cookie, "Accept-Encoding": "identity"}
        links = {unescape(found.decode()) for found in LINK.findall(answer(app, Ask(path, plain).environ()).body)}
        waiting.extend(rng.sample(new := sorted(links - known), len(new)))
        known |= links


def visit(app: Flask, ask: Ask) -> Visit:
    """A page that is asked for, and again; raises when it is not there."""
    times = []
    for _ in range(1 + AGAIN):
        began = time.process_time()
        got = answer(app, ask.environ())
        times.append(1000 * (time.process_time() - began))
        if got.status >= 400:
            raise RuntimeError(f"{ask.path}: {got.status}")
    return Visit(times[0], times[1:], len(got.body))
