"""Guessing is slowed and then stopped; only wrong guesses count, in this process; keeping score never meets a limit."""

from __future__ import annotations

import os
import threading
from contextlib import suppress

import pytest

from models.grants import make_grant
from models.host import new_host_secret, save_choice
from models.matches import find_match
from models.spoken_code import code_of_grant, create_code
from models.tables import WATCH
from models.transaction import write_transaction
from tests.support.html import main_of
from tests.support.tables import FOUR, make_circle, send, sheet_of, sit_down, start, token
from web.auth import rate_limit
from web.auth.rate_limit import LIMITS, TOGETHER, TooMany, count_use, counts_of, limited_guess, network_of

SECONDS = int(os.environ.get("TALLYSTICK_SECONDS", "70"))
HOUSE, OTHER = {"REMOTE_ADDR": "192.0.2.7"}, {"REMOTE_ADDR": "198.51.100.9"}
HOUR, DAY = 3600, 24 * 3600
SECRETS = ("link", "code", "key")


def free(what):
    """How many wrong guesses an address has at once, and for how many seconds they count."""
    return LIMITS[what][0].amount, LIMITS[what][0].get_expiry()


def tried(app, what="code", found=None, address="192.0.2.7"):
    """0 when it was looked for, else how many seconds one has to wait."""
    with app.test_request_context(environ_base={"REMOTE_ADDR": address}):
        try:
            limited_guess(what, lambda: found)
        except TooMany as refused:
            return refused.seconds
        return 0


def counted(app):
    """How many counts are kept."""
    with app.app_context():
        return sum(len(counts_of(what).storage.storage) for what in LIMITS)


def test_some_wrong_guesses_are_free_then_one_waits(app, clock):
    for what in SECRETS:
        amount, window = free(what)
        assert [tried(app, what) for _ in range(amount)] == [0] * amount
        clock(window - 1)
        assert [tried(app, what), tried(app, what, address="198.51.100.9")] == [1, 0]
        clock(1)
        assert [tried(app, what) for _ in range(amount + 1)] == [0] * amount + [window]


def test_who_goes_on_is_stopped(app, clock):
    """Whoever guesses as often as they may has so many guesses a day."""
    guesses = 0
    for _ in range(24):
        guesses += sum(tried(app) == 0 for _ in range(9))
        clock(HOUR)
    assert guesses == LIMITS["code"][1].amount
    assert tried(app) == 0, "a day later"


def test_all_addresses_together_are_stopped_too(app, clock):
    """From ten thousand addresses no more codes are guessed than from one room of people who cannot type."""
    guesses = sum(tried(app, address=f"10.{number >> 8}.{number & 255}.1") == 0 for number in range(400))
    assert guesses == TOGETHER["code"][0].amount
    assert tried(app, "link", address="10.9.9.9") == 0


def test_in_a_day_nobody_finds_a_code():
    """Of 31^5 codes so few are looked for while one holds that one in 5,000 such nights finds it."""
    [together] = TOGETHER["code"]
    tries = together.amount * (18 * HOUR // together.get_expiry() + 1)
    assert 31**5 / tries > 5000


def test_what_is_found_counts_nothing(app, clock):
    for what in SECRETS:
        for _ in range(30):
            assert tried(app, what, found="a grant") == 0
    amount, _ = free("code")
    assert [tried(app) for _ in range(amount)] == [0] * amount


def test_who_waits_is_told_nothing_of_what_is_short_but_a_right_link_gets_through(app, clock):
    for what in ("code", "link"):
        while not tried(app, what):
            pass
    assert tried(app, found="a grant") > 0
    assert tried(app, found="a grant", address="198.51.100.9") == 0
    assert tried(app, "link", found="a grant") == 0


def test_however_many_addresses_guess_the_counts_have_an_end(app, monkeypatch):
    """Links alone come from any number of addresses: all together may guess at codes and keys no more than so much."""
    monkeypatch.setattr(rate_limit, "MOST_COUNTS", 100)
    for number in range(300):
        tried(app, "link", address=f"10.{number >> 8}.{number & 255}.1")
        assert counted(app) <= 102
    for what, [limit] in TOGETHER.items():
        assert limit.amount * (DAY // limit.get_expiry() + 1) + 2 * limit.amount < 10_000, what


def test_a_burst_of_wrong_codes_counts_like_one_after_another(app):
    """Twelve at once, each of which would have been looked at while none of the others was counted yet."""
    began, looked = threading.Barrier(12), []

    def look():
        looked.append(1)
        threading.Event().wait(0.05)  # the others are on their way meanwhile

    def work():
        with app.test_request_context(environ_base={"REMOTE_ADDR": "192.0.2.7"}):
            began.wait(60)
            with suppress(TooMany):
                limited_guess("code", look)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(looked) == free("code")[0]


def test_a_clock_that_was_a_year_ahead_blocks_nothing_for_a_year(app, clock):
    """Guesses are counted as before once it is right again."""
    clock(365 * DAY)
    while not tried(app):
        pass
    clock(-365 * DAY)
    amount, window = free("code")
    assert [tried(app) for _ in range(amount + 1)] == [0] * amount + [window]


AT_ONCE = "This phone sends too much at once. It goes on by itself in a moment."
WORDS = {
    "phone": AT_ONCE,
    "tail": AT_ONCE,
    "file": "Too many files came from here. Wait 60 minutes.",
    "export": "Too many files were fetched from here. Wait 30 minutes.",
    "picture": "Too many pictures at once. Wait 5 minutes.",
}


def test_what_was_right_is_not_called_a_wrong_try(app, clock):
    with app.test_request_context(environ_base=HOUSE):
        for what, words in WORDS.items():
            for _ in range(LIMITS[what][0].amount):
                count_use(what)
            with pytest.raises(TooMany) as refused:
                count_use(what)
            assert refused.value.words == words


def test_a_household_counts_as_one():
    for one, other, same in (
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::1%eth1", True),
        ("", "somewhere", False),
    ):
        assert (network_of(one) == network_of(other)) == same, (one, other)


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
    ("/join/{}", "link", "link", 404),
    ("/host/{}", "door", "link", 404),
    ("/code", "code", "code", 422),
    ("/host", "key", "key", 422),
    ("/circle", "key", "key", 422),
    ("/import", "key", "key", 422),
]


def test_at_every_door_who_guesses_waits_and_others_do_not(app, clock, right):
    """Whoever has to wait is told how long, and at what is short no more when they are right; then it opens again."""
    for address, secret, what, wrong in DOORS:
        amount, window = free(what)
        for _ in range(amount):
            assert given(app, address, "nothing", HOUSE).status_code == wrong
        for typed in ("nothing", right[secret]) if what != "link" else ("nothing",):
            answer = given(app, address, typed, HOUSE)
            assert (answer.status_code, answer.headers["Retry-After"]) == (429, str(window))
            assert f"Too many wrong tries. Wait {window // 60} minutes." in main_of(answer)
        for where, seconds in ((OTHER, 0), (HOUSE, window)):
            clock(seconds)
            answer = given(app, address, right[secret], where)
            assert answer.status_code == 303
            assert "This is not the host’s key." not in answer.text


def test_the_hosts_key_is_counted_together_at_all_its_doors(app, clock, right):
    """Nobody has five tries more by asking elsewhere."""
    for number in range(free("key")[0]):
        assert given(app, ("/host", "/circle", "/import")[number % 3], "nothing", HOUSE).status_code < 429
    for address in ("/host", "/circle", "/import"):
        assert given(app, address, right["key"], HOUSE).status_code == 429


@pytest.mark.thorough
def test_the_scorekeeper_meets_no_limit(app, client, clock):
    """A deal a second, match after match, from an address that has guessed until it was stopped, whatever it guessed.

    TALLYSTICK_SECONDS says how long; a match has sixty deals at most.
    """
    make_circle(client)
    for what in SECRETS:
        while not tried(app, what, address="127.0.0.1"):
            pass
    guessed, matches = counted(app), []
    for second in range(SECONDS):
        if second % 60 == 0:
            matches.append(start(client, "boomke_wies", length="open"))
        deal = {"declarer": "1", "contract": "8", "tricks": str(8 + second % 2), "step": "play"}
        answer = send(client, f"/m/{matches[-1]}/say", **deal, uid=f"second-{second}", after=str(second % 60))
        assert answer.status_code == 303
        assert client.get(answer.headers["Location"]).status_code == 200
    assert sum(len(sheet_of(app, match).lines) for match in matches) == SECONDS
    assert counted(app) == guessed
