"""A PostgreSQL server that hangs, restarts, may not be written or lost its standby: 503 in words, then all again."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from flask.testing import FlaskClient

from models.base import db
from models.host import SENTENCES
from tests.faults.cluster import Cluster, cluster
from tests.faults.environment import server, set_up
from tests.faults.trouble import SHORT, check, phones_on, some_more
from tests.faults.trouble import refused as told
from tests.support.databases import app_on
from tests.support.html import main_of
from tests.support.servers import free_port
from tests.support.tables import send, sheet_of, sit_down, start

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
ends = pytest.mark.timeout(120)  # without its limits the app would wait for ever
BID = {"step": "bid", "declarer": 1, "contract": 8}


@pytest.fixture(scope="module")
def postgres() -> Iterator[Cluster]:
    with cluster() as made:
        yield made


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.transaction.LOCK_TIMEOUT", 0.5)
    monkeypatch.setattr("models.host.TRIAL_INTERVAL", 0)


@contextmanager
def app_at(url: str, folder: Path) -> Iterator[tuple[Flask, FlaskClient, str]]:
    """The app on this database, a browser in a circle there, and its match."""
    app = app_on(url)
    app.config["COPIES_FOLDER"] = folder
    client = app.test_client()
    try:
        yield app, client, sit_down(client, "boomke_wies")
    finally:
        with app.app_context():
            db.engine.dispose()


@contextmanager
def stopped(postgres: Cluster) -> Iterator[None]:
    """Every process of the server stands still while the block runs."""
    first = int((postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    below = f"/proc/{first}/task/{first}/children"
    everybody = [first, *map(int, Path(below).read_text().split())]
    for process in everybody:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in everybody:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


@contextmanager
def setting(postgres: Cluster, name: str, value: str) -> Iterator[None]:
    """The server has another setting while the block runs."""
    with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")
        connection.execute("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            connection.execute(f"ALTER SYSTEM RESET {name}")
            connection.execute("SELECT pg_reload_conf()")


def refused(client: FlaskClient, match: str, reads: bool) -> None:
    """Nothing is recorded, in words; /health tells it."""
    answer = send(client, f"/m/{match}/say", uid=f"same-{match}", after=0, **BID)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2"), main_of(answer)
    assert "The server cannot save just now." in main_of(answer)
    assert client.get(f"/m/{match}").status_code == (200 if reads else 503)
    health = client.get("/health")
    assert (health.status_code, health.get_json()["wrong"]) == (503, [SENTENCES["database"]])


def recorded(app: Flask, client: FlaskClient, match: str) -> None:
    """The same saying is recorded now."""
    assert send(client, f"/m/{match}/say", uid=f"same-{match}", after=0, **BID).status_code == 303
    assert sheet_of(app, match).pending == {"declarer": 1, "contract": 8}
    assert client.get("/health").status_code == 200


@ends
def test_nothing_is_acknowledged_while_the_server_stands_still_or_cannot_keep_it(postgres, tmp_path):
    with app_at(postgres.url, tmp_path) as (app, client, match):

        def forget() -> None:
            with app.app_context():
                db.engine.dispose()

        with stopped(postgres):
            refused(client, match, reads=False)
        recorded(app, client, match)
        for name, value in (("synchronous_standby_names", "nobody"), ("default_transaction_read_only", "on")):
            match = start(client, "boomke_wies")
            with setting(postgres, name, value):
                forget()
                refused(client, match, reads=True)
            forget()
            recorded(app, client, match)


WAITING = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@contextmanager
def waits_cut_short(postgres: Cluster) -> Iterator[None]:
    """An administrator ends each wait for a standby while the block runs: the server commits, with a warning."""
    over = threading.Event()

    def cut() -> None:
        with psycopg.connect(postgres.url.replace("+psycopg", ""), autocommit=True) as connection:
            while not over.wait(0.05):
                connection.execute(WAITING)

    cutting = threading.Thread(target=cut, daemon=True)
    cutting.start()
    try:
        yield
    finally:
        over.set()
        cutting.join()


def test_what_a_standby_did_not_take_is_no_success(postgres, tmp_path, monkeypatch):
    monkeypatch.setattr("models.transaction.LOCK_TIMEOUT", 30)
    with app_at(postgres.url, tmp_path) as (app, client, match):
        with setting(postgres, "synchronous_standby_names", "nobody"), waits_cut_short(postgres):
            with app.app_context():
                db.engine.dispose()
            answer = send(client, f"/m/{match}/say", uid="same", after=0, **BID)
        assert answer.status_code == 503


def test_a_statement_that_takes_too_long_is_cut_but_not_that_of_a_command(postgres, tmp_path, monkeypatch):
    """Both in the server and, where that is stopped, here."""
    sleep = "SELECT pg_sleep(2)"
    with app_at(postgres.url, tmp_path) as (app, _, _), app.app_context():
        with db.engine.connect() as connection, pytest.raises(Exception, match="statement timeout"):
            connection.exec_driver_sql(sleep)
        with db.engine.connect() as connection, pytest.raises(Exception, match="no answer"):
            connection.exec_driver_sql("SET statement_timeout = 0")
            connection.exec_driver_sql(sleep)
    monkeypatch.setenv("FLASK_RUN_FROM_CLI", "true")
    with app_at(postgres.url, tmp_path) as (app, _, _), app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql(sleep)


@ends
def test_another_host_is_taken_when_the_first_refuses_or_swallows_everything(postgres, tmp_path):
    with socket.create_server(("127.0.0.1", 0), backlog=1) as listening:
        for dead in (free_port(), listening.getsockname()[1]):
            hosts = f"127.0.0.1:{dead},127.0.0.1:{postgres.port}"
            url = f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"
            with app_at(url, tmp_path) as (app, client, match):
                recorded(app, client, match)


def test_a_server_that_is_locked_and_restarted(postgres, tmp_path):
    place = set_up(postgres.url, 2)
    with server(place, tmp_path, **SHORT) as (port, _), phones_on(place, port) as phones:
        with postgres.locked():
            told(phones)
        for way in ("fast", "immediate"):
            postgres.control("restart", "-m", way)
            some_more(phones)
    assert sum(phone.seen["503"] + phone.seen["no answer"] for phone in phones) > 0
    check(place, phones, tmp_path / "server.log")
