"""The largest pages, tables and files: of a circle at its limits, each asked in a process that knows nothing yet."""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask
from sqlalchemy import insert

from app import create_app
from models.base import db, new_uid, now
from models.circle_file.importer import import_circle_file
from models.grants import make_grant
from models.log.validate import MAX_RECORDS
from models.matches import MAX_MATCHES, MAX_PLAYERS
from models.startup import upgrade_database
from models.tables import SCORE, Circle, Player
from models.transaction import write_transaction
from scoring.games import games
from tests.bench.deals import NAMES, dealt
from tests.bench.requests import Ask, environ
from tests.bench.scene import let_in, new_evening
from tests.bench.scorer import SECRET, seats_of
from tests.bench.stored_evenings import ORDINARY, store_evenings, store_log, store_match

UNFINISHED, DEALS, SEATS = 2_500, 20, 4


class Cost(NamedTuple):
    """What one answer took: seconds to its first byte, to its last, of the processor; memory and size in bytes."""

    first: float
    last: float
    processor: float
    memory: int
    size: int


def report(folder: Path, asked: argparse.Namespace) -> None:
    """Build the circle and print a line for each."""
    app = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": f"sqlite:///{folder / 'large.sqlite'}"})
    upgrade_database(app, anew=True)
    with app.app_context():
        cookie, places = build(app, asked.unfinished)
        file = folder / "circle.json"
        unfinished = asked.unfinished + MAX_MATCHES + 1
        print(f"{unfinished} matches that go on, {MAX_PLAYERS} players: first byte, last,")
        print("processor (s), memory (MiB), sent (KB)")
        for name, path in places.items():
            told(name, cost(partial(got, app, path, cookie)))
        told("the circle's file", cost(partial(got, app, "/circle/file", cookie, file)))
        other = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": f"sqlite:///{folder / 'other.sqlite'}"})
    upgrade_database(other, anew=True)
    with other.app_context():
        told(f"import of it, {file.stat().st_size / 1e6:.1f} MB", cost(partial(taken, file)))


def told(name: str, found: Cost) -> None:
    """Print a line."""
    print(
        f"| {name} | {found.first:.2f} | {found.last:.2f} | {found.processor:.2f} | {found.memory / 2**20:.0f} "
        f"| {found.size / 1000:.0f} |",
        flush=True,
    )


def build(app: Flask, unfinished: int) -> tuple[str, dict[str, str]]:
    """The cookie of whoever may score, and the largest pages by what they are."""
    with write_transaction() as here:
        circle = Circle(name="Everybody", players=[Player(name=name) for name in NAMES])
        here.add(circle)
        here.flush()
        known = {"circle_id": circle.id, "retired": False, "created_at": now()}
        more = [known | {"uid": new_uid(), "name": f"Player {n}"} for n in range(MAX_PLAYERS - len(NAMES))]
        here.execute(insert(Player), more)
        grant = make_grant(circle, SCORE, "large")[0]
    for key in sorted(games()):
        store_evenings(circle, unfinished // len(games()), dealt(key, DEALS)[0][:-1], key, seats_of(circle, key))
    evening, other = new_evening(circle, now().date()), new_evening(circle, now().date())
    with write_transaction():
        for _ in range(MAX_MATCHES):
            store_match(evening.id, ORDINARY, seats_of(circle, ORDINARY), dealt(ORDINARY, DEALS)[0][:-1])
        amended = store_log(other.id, ORDINARY, seats_of(circle, ORDINARY), islice(amends(), MAX_RECORDS))
    uid = circle.players[0].uid
    places = {
        "the circle as a table": "/circle/csv",
        "history of 10,000 amends": f"/m/{amended}/history",
        "the same match's table": f"/m/{amended}",
        "an evening of 1,000 running matches": f"/e/{evening.uid}",
        "the same as a table": f"/e/{evening.uid}/csv",
        "home": "/",
        "the circle": "/circle",
        "the same person": f"/circle/players/{uid}/merge",
        "a new match": "/new",
    }
    return let_in(app, grant.uid), places


def amends() -> Iterator[tuple[str, str, Any]]:
    """Uid, kind and body: deals, then the first of them amended again and again."""
    entries = dealt(ORDINARY, DEALS)[0]
    for n, entry in enumerate(entries):
        yield f"deal-{n}", "deal", entry
    n = 0
    while True:
        n += 1
        deal, again = n % len(entries), n // len(entries) % 2
        entry = entries[deal % SEATS + SEATS * again]  # of the same dealer
        yield f"amend-{n}", "amend", {"of": f"deal-{deal}", "entry": entry}


def got(app: Flask, path: str, cookie: str, file: Path | None = None) -> Iterable[bytes]:
    """The parts of an answer, as a server takes them."""
    known = environ(Ask(path, {"Cookie": cookie} | ({"Accept-Encoding": "identity"} if file else {})))
    parts = app(known, lambda status, headers, error=None: status.startswith("200") or print(path, status))
    with (file or Path(os.devnull)).open("wb") as kept:
        for part in parts:
            kept.write(part)
            yield part
    getattr(parts, "close", int)()


def taken(file: Path) -> Iterable[bytes]:
    """Nothing, once the file is imported."""
    import_circle_file(file.read_bytes(), "bench")
    yield b""


def cost(work: Callable[[], Iterable[bytes]]) -> Cost:
    """What it takes in a process of its own."""
    reader, writer = os.pipe()
    db.session.remove()
    db.engine.dispose()
    child = os.fork()
    if not child:
        try:
            os.write(writer, repr(tuple(measured(work))).encode())
        finally:
            os._exit(0)  # whatever happens, what the parent would do next is not done twice
    os.close(writer)
    found = os.read(reader, 4096).decode()  # ends with the child
    os.waitpid(child, 0)
    return Cost(*map(float, found.strip("()").split(",")))


def measured(work: Callable[[], Iterable[bytes]]) -> Cost:
    """What it takes here."""
    before, began, used = memory(), time.perf_counter(), time.process_time()
    first, size = 0.0, 0
    for part in work():
        first, size = first or time.perf_counter() - began, size + len(part)
    return Cost(first, time.perf_counter() - began, time.process_time() - used, memory() - before, size)


def memory() -> int:
    """The most memory that this process ever took, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
