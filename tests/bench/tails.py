"""Tails: what the server takes for forty deals that a phone recorded without a network, sent in one request."""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from models.startup import upgrade_database
from tests.bench.scorer import SECRET
from tests.support.tables import FOUR, make_circle, start, token

DEALS = 40
GAME = "boomke_wies"
ENTRIES = [{"contract": 8, "declarer": n % 4, "tricks": 6 + n % 5} for n in range(DEALS)]


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Print a line for each kind of tail."""
    app = limited_app(folder)
    print("| 40 deals in one tail | ms of the clock, median | 9 of 10 | ms of the processor, median |\n|--|--|--|--|")
    for name, theirs in (
        ("nobody else wrote", 0),
        ("another phone wrote the first 20 too", 20),
        ("all of them too", DEALS),
    ):
        times = [sent(app.test_client(), theirs) for _ in range(asked.rounds)]
        clock, processor = zip(*times, strict=True)
        worst = sorted(clock)[round(0.9 * (len(clock) - 1))]
        print(f"| {name} | {statistics.median(clock):.1f} | {worst:.1f} | {statistics.median(processor):.1f} |")


def limited_app(folder: Path) -> Flask:
    """The app on a new database, with its limits on."""
    app = create_app(
        {"SECRET_KEY": SECRET, "DATABASE_URL": f"sqlite:///{folder / 'tails.sqlite'}", "CIRCLES": "anybody"}
    )
    app.config["LIMIT_GUESSES"] = True
    upgrade_database(app, anew=True)
    return app


def sent(client: FlaskClient, theirs: int) -> tuple[float, float]:
    """Milliseconds of the clock and of the processor for a tail into a new match, of which others wrote so much."""
    make_circle(client, *FOUR)
    match = start(client, GAME, length="open")
    base = client.get(f"/m/{match}/log").get_json()["hash"]
    if theirs:
        post(client, match, base, "theirs", theirs)
    began = time.perf_counter(), time.process_time()
    post(client, match, base, "ours", DEALS)
    return 1000 * (time.perf_counter() - began[0]), 1000 * (time.process_time() - began[1])


def post(client: FlaskClient, match: str, base: str, name: str, length: int) -> None:
    """Send so many of the deals, under uids of this name."""
    records = [
        {"uid": f"{match}-{name}-{n}", "kind": "deal", "body": entry} for n, entry in enumerate(ENTRIES[:length])
    ]
    body = {"base": 0, "hash": base, "records": records, "token": token(client)}
    answer = client.post(f"/m/{match}/tail", json=body)
    if answer.status_code != 200 or answer.get_json()["branch"]:
        raise RuntimeError(answer.get_data(as_text=True))
