"""Guessing is slowed and then stopped, for all workers together; keeping score never meets a limit."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import func, select
from werkzeug.exceptions import TooManyRequests

from models.base import db, now
from models.db.transaction import write_transaction
from models.grants.spoken_code import code_of_grant, create_code
from models.tables.grant import WATCH, make_grant
from models.tables.guess_limit import GuessCount, GuessLimit, count_guess, required_wait
from models.tables.host_setting import new_host_secret, save_choice
from models.tables.match import find_match
from tests.support.databases import app_on
from tests.support.html import main_of
from tests.support.tables import FOUR, make_circle, send, sheet_of, sit_down, start, token
from web.auth.rate_limit import GLOBAL_LIMITS, SECOND, SLOW_LIMITS, STOP_LIMITS, limited_guess, network_of

pytestmark = pytest.mark.databases

SECONDS = int(os.environ.get("TALLYSTICK_SECONDS", "200"))
HOUSE, OTHER = {"REMOTE_ADDR": "192.0.2.7"}, {"REMOTE_ADDR": "198.51.100.9"}


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes only when it is told to; seconds."""
    began, gone = now(), [0.0]
    monkeypatch.setattr("models.tables.guess_limit.now", lambda: began + timedelta(seconds=gone[0]))

    def passes(seconds):
        gone[0] += seconds

    return passes


def tried(app, what="code", found=None, address="192.0.2.7"):
    """0 when it was looked for, else how many seconds one has to wait."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        try:
            limited_guess(what, lambda: found)
        except TooManyRequests as refused:
            return refused.seconds
        return 0


def count(app):
    with app.app_context():
        return db.session.scalar(select(func.count(GuessCount.who)))


def test_some_wrong_guesses_are_free_then_one_waits(app, clock):
    assert [tried(app) for _ in range(SLOW_LIMITS["code"].free)] == [0] * SLOW_LIMITS["code"].free
    assert tried(app) == SLOW_LIMITS["code"].step // SECOND
    clock(SLOW_LIMITS["code"].step // SECOND - 1)
    assert tried(app) == 1
    clock(1)
    assert tried(app) == 0
    assert tried(app) > 0


@pytest.mark.thorough
def test_who_goes_on_is_stopped(app, clock):
    """Whoever guesses as often as they may has one guess an hour in the end."""
    guesses = 0
    for _ in range(24 * 60):
        guesses += tried(app) == 0
        clock(60)
    assert STOP_LIMITS["code"].free + 20 <= guesses <= STOP_LIMITS["code"].free + 24
    tried(app)
    assert tried(app) > 60


def test_an_address_that_waits_is_told_nothing_even_when_it_is_right(app, clock):
    while not tried(app):
        pass
    assert tried(app, found="a grant") > 0
    assert tried(app, found="a grant", address="198.51.100.9") == 0


@pytest.mark.thorough
def test_all_addresses_together_are_stopped_too(app, clock):
    """From ten thousand addresses no more codes are guessed than from one room of people who cannot type."""
    guesses = 0
    for number in range(2000):
        guesses += tried(app, address=f"10.{number >> 8}.{number & 255}.1") == 0
        clock(0.01)
    assert GLOBAL_LIMITS["code"].free <= guesses <= GLOBAL_LIMITS["code"].free + 2
    assert tried(app, "link", address="10.9.9.9") == 0


def test_in_a_day_nobody_finds_a_code(app):
    """Of 31^5 codes so few are looked for while one holds that one in 4,000 such nights finds it."""
    patience = GLOBAL_LIMITS["code"]
    tries = patience.free + 18 * 3600 * SECOND // patience.step
    assert 31**5 / tries > 4000


@pytest.mark.thorough
def test_what_is_found_counts_nothing(app, clock):
    for what in SLOW_LIMITS:
        for _ in range(200):
            assert tried(app, what, found="a grant") == 0
    assert [tried(app) for _ in range(SLOW_LIMITS["code"].free)] == [0] * SLOW_LIMITS["code"].free


def test_a_right_link_gets_through_whatever_was_tried_before(app, clock):
    for _ in range(2 * STOP_LIMITS["link"].free):
        tried(app, "link")
    assert tried(app, "link") > 0
    assert tried(app, "link", found="a grant") == 0


def test_what_is_forgotten_has_no_row(app, clock):
    tried(app, address="192.0.2.1")
    tried(app, "link", address="192.0.2.2")
    assert count(app) == 5
    clock(2 * 3600)
    tried(app, address="192.0.2.3")
    assert count(app) == 3


@pytest.mark.usefixtures("patient")
def test_workers_count_together(database_url, app):
    """Four apps on one database, each with its own connections and memory as four processes have them."""
    workers = [app, *(app_on(database_url) for _ in range(3))]
    began = threading.Barrier(len(workers))

    def work(worker):
        began.wait(60)
        for _ in range(6):
            tried(worker)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [tried(worker) > 0 for worker in workers] == [True] * 4
    with app.app_context():
        ahead = db.session.scalar(select(func.max(GuessCount.until))) - now()
    assert ahead < timedelta(
        hours=SLOW_LIMITS["code"].free + len(workers)
    )  # each may have been looking when it was enough
    for worker in workers[1:]:
        with worker.app_context():
            db.engine.dispose()


@pytest.mark.usefixtures("patient")
def test_no_wrong_guess_is_lost(app, clock):
    """Guesses at the same moment are all counted, one after the other: no more of them pass than are free."""
    limit, passed = GuessLimit("somebody", 25, 1000), []

    def work():
        with app.app_context():
            for _ in range(10):
                passed.append(count_guess([limit]) == 0)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with app.app_context():
        assert required_wait([limit]) == limit.step
    assert sum(passed) == limit.free


@pytest.mark.usefixtures("patient")
def test_a_burst_of_wrong_codes_counts_like_one_after_another(database_url, app):
    """Twelve at once, each of which would have been looked at while none of the others was counted yet."""
    workers = [app, *(app_on(database_url) for _ in range(3))]
    began, looked = threading.Barrier(12), []

    def look():
        looked.append(1)
        time.sleep(0.05)  # the others are on their way meanwhile

    def work(worker):
        with worker.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
            began.wait(60)
            with suppress(TooManyRequests):
                limited_guess("code", look)

    threads = [threading.Thread(target=work, args=(workers[number % 4],)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(looked) == SLOW_LIMITS["code"].free
    for worker in workers[1:]:
        with worker.app_context():
            db.engine.dispose()


def test_a_clock_that_was_a_year_ahead_blocks_nothing_for_a_year(app, clock):
    """Nor for longer than it would have been blocked by the true clock; guesses are counted as before."""
    clock(365 * 24 * 3600)
    for _ in range(3):
        assert tried(app) == 0
    clock(-365 * 24 * 3600)
    assert [tried(app) for _ in range(SLOW_LIMITS["code"].free)] == [0] * SLOW_LIMITS["code"].free
    assert tried(app) == SLOW_LIMITS["code"].step // SECOND


@pytest.mark.parametrize("behind", [1, 60])
def test_a_worker_whose_clock_is_behind_gives_no_more_tries(app, clock, behind):
    while not tried(app):
        pass
    clock(-behind)
    assert 0 < tried(app) <= SLOW_LIMITS["code"].step // SECOND


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("", "somewhere", False),
    ],
)
def test_a_household_counts_as_one(one, other, same):
    assert (network_of(one) == network_of(other)) == same


def test_no_address_can_be_read_in_the_database(app):
    tried(app, address="192.0.2.77")
    with app.app_context():
        assert not any("192.0.2" in who for who in db.session.scalars(select(GuessCount.who)))


@pytest.fixture
def right(app, client):
    """What is right at each door: a link, the host's address, a spoken code, the host's key."""
    match = sit_down(client, "boomke_wies")
    with app.app_context(), write_transaction():
        evening = find_match(match).evening
        found = {
            "link": make_grant(evening, WATCH)[1],
            "code": code_of_grant(create_code(evening, app.secret_key), app.secret_key),
        }
    with app.app_context():
        found |= {"key": save_choice(anybody=False), "door": new_host_secret()}
    app.config["CIRCLES"] = None
    return found


def given(app, address, secret, where):
    """The answer to a browser that was never here, which gives a secret in the address or in a form."""
    stranger = app.test_client()
    if "{}" in address:
        return stranger.get(address.format(secret), environ_base=where)
    form = {"csrf_token": token(stranger), "code": secret, "key": secret, "name": [*FOUR]}
    return stranger.post(address, data=form, environ_base=where)


DOORS = [
    ("/join/{}", "link", "link", 404, 303),
    ("/host/{}", "door", "link", 404, 303),
    ("/code", "code", "code", 422, 303),
    ("/host", "key", "key", 422, 303),
    ("/circle", "key", "key", 422, 303),
    ("/import", "key", "key", 422, 303),
]


@pytest.mark.parametrize(("address", "secret", "what", "wrong", "opened"), DOORS)
def test_at_every_door_who_guesses_waits_and_others_do_not(app, clock, right, address, secret, what, wrong, opened):
    """Whoever has to wait is told how long, and at what is short no more when they are right; then it opens again."""
    for _ in range(SLOW_LIMITS[what].free):
        assert given(app, address, "nothing", HOUSE).status_code == wrong
    for typed in ("nothing", right[secret]) if what != "link" else ("nothing",):
        answer = given(app, address, typed, HOUSE)
        assert answer.status_code == 429
        assert 0 < int(answer.headers["Retry-After"]) <= SLOW_LIMITS[what].step // SECOND
        assert f"Too many wrong tries. Wait {answer.headers['Retry-After']} seconds." in main_of(answer)
    for where, seconds in ((OTHER, 0), (HOUSE, SLOW_LIMITS[what].step // SECOND)):
        clock(seconds)
        answer = given(app, address, right[secret], where)
        assert answer.status_code == opened
        assert "This is not the host’s key." not in answer.text


def test_the_hosts_key_is_counted_together_at_all_its_doors(app, clock, right):
    """Nobody has five tries more by asking elsewhere."""
    for number in range(SLOW_LIMITS["key"].free):
        assert given(app, ("/host", "/circle", "/import")[number % 3], "nothing", HOUSE).status_code < 429
    for address in ("/host", "/circle", "/import"):
        assert given(app, address, right["key"], HOUSE).status_code == 429


@pytest.mark.thorough
def test_the_scorekeeper_meets_no_limit(app, client, clock):
    """A deal a second, match after match, from an address that has guessed until it was stopped, whatever it guessed.

    TALLYSTICK_SECONDS says how long; a match has sixty deals at most.
    """
    make_circle(client)
    for what in SLOW_LIMITS:
        while not tried(app, what, address="127.0.0.1"):
            pass
    guessed, matches = count(app), []
    for second in range(SECONDS):
        if second % 60 == 0:
            matches.append(start(client, "boomke_wies", length="open"))
        deal = {"declarer": "1", "contract": "8", "tricks": str(8 + second % 2), "step": "play"}
        answer = send(client, f"/m/{matches[-1]}/say", **deal, uid=f"second-{second}", after=str(second % 60))
        assert answer.status_code == 303
        assert client.get(answer.headers["Location"]).status_code == 200
        clock(1)
    assert sum(len(sheet_of(app, match).lines) for match in matches) == SECONDS
    assert count(app) == guessed
