"""Many writers at once: nothing is lost, nothing doubled, no gap; the database settles what nobody else can."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from models.base import db
from models.log.append import Receipt, append
from models.log.errors import DuplicateUid, StaleVersion
from models.log.read import read
from models.log.state import state_cache
from models.matches import find_match
from models.tables import Evening, StoredRecord
from models.transaction import write_transaction
from tests.models.tables import LOST, MADE, insist, new_evening, new_match, stored, totals
from tests.support.sizes import FULL

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("patient")
THREADS, DEALS = 16, 12 if FULL else 4
MANY = 40 if FULL else 12  # deals of each process


def at_once(store: Flask, jobs: list[Callable[[], Any]]) -> list[Any]:
    """What the jobs return, each in a thread and a context of its own, all let go at the same moment."""
    gate = threading.Barrier(len(jobs))

    def one(job: Callable[[], Any]) -> Any:
        with store.app_context():
            gate.wait(60)
            return job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [done.result() for done in [pool.submit(one, job) for job in jobs]]


def test_many_threads_on_one_match_lose_nothing_and_leave_no_gap(store):
    match_uid = new_match().uid

    def job(writer: int) -> list[int]:
        return [insist(match_uid, f"{writer}-{number}", MADE) for number in range(DEALS)]

    seqs = at_once(store, [lambda writer=writer: job(writer) for writer in range(THREADS)])
    assert sorted(seq for got in seqs for seq in got) == list(range(1, THREADS * DEALS + 1))
    state_cache.clear()
    match = find_match(match_uid)
    state = read(match)
    assert totals(state) == (0, THREADS * DEALS)
    assert {said.uid: said.seq for said in state.records} == {
        f"{writer}-{number}": seq for writer, got in enumerate(seqs) for number, seq in enumerate(got)
    }
    assert [record.seq for record in stored(match)] == list(range(1, THREADS * DEALS + 1))


def test_one_saying_sent_by_many_at_once_is_recorded_once(store):
    match_uid = new_match().uid
    for known in range(10):
        job = partial(append_to, match_uid, f"same-{known}", known)
        receipts = at_once(store, [job] * 8)
        assert {receipt[:3] for receipt in receipts} == {receipts[0][:3]}
        assert receipts[0].seq == known + 1


def append_to(match_uid: str, name: str, after: int) -> Receipt:
    return append(find_match(match_uid), "deal", name, MADE, after)


def test_of_two_sayings_after_the_same_state_one_is_stale(store):
    match_uid = new_match().uid

    def job(name: str) -> str:
        try:
            append_to(match_uid, name, 0)
        except StaleVersion as stale:
            return stale.records[0].uid
        return name

    assert len(set(at_once(store, [lambda number=number: job(f"deal-{number}") for number in range(8)]))) == 1


def test_one_uid_for_two_matches_at_once_is_recorded_in_one(store):
    evening = new_evening()
    uids = [new_match(evening=evening).uid for _ in range(8)]

    def job(uid: str) -> str | None:
        try:
            append_to(uid, "the-same", 0)
        except DuplicateUid:
            return None
        return uid

    won = [uid for uid in at_once(store, [lambda uid=uid: job(uid) for uid in uids]) if uid]
    assert len(won) == 1
    assert db.session.scalars(select(StoredRecord.uid)).all() == ["the-same"]
    assert [read(find_match(uid)).version for uid in uids] == [int(uid in won) for uid in uids]


@pytest.mark.thorough
def test_readers_among_writers_see_whole_states(store):
    match_uid = new_match().uid
    done = threading.Event()

    def write() -> None:
        try:
            for number in range(60):
                insist(match_uid, f"deal-{number}", MADE if number % 2 else LOST)
        finally:
            done.set()

    def look() -> int:
        seen = 0
        while not done.is_set():
            state = read(find_match(match_uid))
            assert state.version == len(state.sheet.lines) >= seen
            assert sum(line.points[1] for line in state.sheet.lines) == totals(state)[1]
            seen = state.version
            db.session.rollback()
        return seen

    at_once(store, [write, look, look, look])
    assert read(find_match(match_uid)).version == 60


def test_units_of_work_take_turns(store):
    evening_id = new_evening().id

    def job() -> None:
        for _ in range(20):
            with write_transaction() as session:
                evening = session.get(Evening, evening_id, with_for_update=True)
                evening.place = str(int(evening.place or 0) + 1)

    at_once(store, [job] * 8)
    db.session.rollback()
    assert db.session.get(Evening, evening_id, populate_existing=True).place == "160"


FORKED = """
import os, sys
import models.transaction
from models.base import db
from tests.models.tables import insist, opened, MADE
models.transaction.LOCK_TIMEOUT = 60
url, match, deals = sys.argv[1:]
with opened(url) as app:
    insist(match, "parent", MADE)
    db.session.remove(); db.engine.dispose()
    children = []
    for name in "abc":
        child = os.fork()
        if child == 0:
            with app.app_context():
                for number in range(int(deals)):
                    insist(match, f"{name}-{number}", MADE)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
"""


@pytest.mark.thorough
def test_several_processes_on_one_match_some_of_them_forked(store, models_url):
    """A server is loaded before it forks: no lock of the parent's may be held or missed in a child."""
    match_uid = new_match().uid
    read(find_match(match_uid))
    db.session.rollback()
    with subprocess.Popen([sys.executable, "-c", FORKED, models_url, match_uid, str(MANY)], cwd=ROOT) as others:
        for number in range(MANY):
            insist(match_uid, f"here-{number}", MADE)
        assert others.wait(300) == 0
    db.session.rollback()
    known = read(find_match(match_uid))
    assert (known.version, totals(known)) == (4 * MANY + 1, (0, 4 * MANY + 1))
    state_cache.clear()
    assert read(find_match(match_uid)) == known


def test_a_unit_of_work_that_fails_leaves_nothing(store):
    match = new_match()
    with pytest.raises(ZeroDivisionError), write_transaction() as session:
        append(match, "deal", "kept", MADE, 0)
        session.add(Evening(circle=match.evening.circle, date=match.evening.date))
        _ = 1 // 0
    assert (read(match).version, match.last_seq) == (0, 0)
    assert len(db.session.scalars(select(Evening)).all()) == 1
    assert append(match, "deal", "kept", LOST, 0).seq == 1
