"""Grants: the secret is shown once and kept as a hash; what is revoked or has run out opens nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import timedelta

import pytest

from models.base import db, now, to_millis
from models.grants import find_grant, hash_secret, make_grant, redeem, replace_grant, revoke, revoke_others
from models.log.granted_match import find_granted_match
from models.spoken_code import (
    CODE_LIFETIME,
    code_hash,
    code_of_grant,
    create_code,
    current_code,
    expire_code,
    find_code,
)
from models.tables import SCORE, WATCH
from models.transaction import write_transaction
from tests.models.cells import behind
from tests.models.tables import new_circle, new_evening, new_match

KEY = "the server’s own"
pytestmark = pytest.mark.usefixtures("store")


def granted(place, right=SCORE, name=""):
    with write_transaction():
        return make_grant(place, right, name)


@pytest.mark.parametrize("right", [WATCH, SCORE])
def test_a_secret_finds_its_grant(right):
    circle = new_circle()
    grant, secret = granted(circle, right, "the table")
    assert find_grant(secret) is grant
    assert find_code(secret, KEY) is None
    assert (grant.kind, grant.right, grant.name, grant.circle) == ("circle", right, "the table", circle)
    assert (grant.last_used_at, grant.revoked_at, grant.expires_at) == (None, None, None)
    with pytest.raises(ValueError, match="owner"):
        granted(circle, "owner")


def test_another_secret_finds_nothing():
    granted(new_circle())
    for secret in ("", "x", "\ud800", "é" * 50, "' OR 1=1 --", "\0"):
        assert find_grant(secret) is None
        assert find_code(secret, KEY) is None


def test_the_secret_is_long_and_nowhere_stored():
    _, secret = granted(new_circle())
    assert re.fullmatch(r"[A-Za-z0-9_-]{43}", secret)
    with behind() as connection:
        rows = connection.execute("SELECT * FROM grants").fetchall()
    assert secret not in str(rows)
    assert hash_secret(secret) in str(rows)


def test_an_evening_grant_covers_that_evening_only():
    circle = new_circle()
    evening, other, elsewhere = new_evening(circle), new_evening(circle), new_evening()
    whole, _ = granted(circle)
    one, _ = granted(evening)
    assert one.kind == "evening"
    assert [whole.covers(place) for place in (evening, other, elsewhere)] == [True, True, False]
    assert [one.covers(place) for place in (evening, other, elsewhere)] == [True, False, False]


def test_a_revoked_grant_opens_nothing():
    grant, secret = granted(new_circle())
    with write_transaction():
        revoke(grant)
    at = grant.revoked_at
    with write_transaction():
        revoke(grant)
    assert find_grant(secret) is None
    assert not grant.in_force
    assert grant.revoked_at == at


def test_a_spoken_code_watches_one_evening_until_it_closes_or_runs_out(monkeypatch):
    evening = new_evening()
    with write_transaction():
        grant = create_code(evening, KEY)
    code = code_of_grant(grant, KEY)
    assert re.fullmatch(r"[a-hj-km-np-z2-9]{5}", code)
    assert find_code(f" {code[:2].upper()} {code[2:]} ", KEY) is grant
    assert current_code(evening, KEY) == code
    assert (grant.right, grant.kind) == (WATCH, "evening")
    assert find_grant(code) is None, "a short code must not open what a link opens"
    later = now() + CODE_LIFETIME
    assert grant.expires_at <= later
    with monkeypatch.context() as patch:
        patch.setattr("models.tables.now", lambda: later)
        assert find_code(code, KEY) is None
    with write_transaction():
        expire_code(evening)
    assert find_code(code, KEY) is None
    assert current_code(evening, KEY) == ""


def test_a_code_cannot_be_guessed_from_what_is_stored():
    """Not without the server's secret, though there are only so many codes; another secret shows and opens none."""
    evening = new_evening()
    with write_transaction():
        code = code_of_grant(create_code(evening, KEY), KEY)
    with behind() as connection:
        [row] = [str(row) for row in connection.execute("SELECT * FROM grants").fetchall()]
    assert code_hash(code, KEY) in row
    assert code not in row
    assert hash_secret(code) not in row
    assert (current_code(evening, "another"), find_code(code, "another")) == ("", None)


def test_no_code_is_given_twice(monkeypatch):
    drawn = iter(["aaaaa", "aaaaa", "bbbbb"])
    code_of = defaultdict(lambda: next(drawn))  # by uid
    monkeypatch.setattr("models.spoken_code.derive_code", lambda uid, _: code_of[uid])
    with write_transaction():
        codes = [code_of_grant(create_code(new_evening(), KEY), KEY) for _ in range(2)]
    assert codes == ["aaaaa", "bbbbb"]


def test_a_link_for_once_lets_in_one_browser():
    with write_transaction():
        grant, secret = make_grant(new_evening(), SCORE, once=True)
    assert find_grant(secret) is grant
    assert [redeem(grant), redeem(grant)] == [True, False]
    assert find_grant(secret) is None
    assert grant.in_force


def test_what_was_handed_on_ends_with_its_link():
    evening = new_evening()
    with write_transaction():
        whole, _ = make_grant(evening.circle, SCORE)
        first, _ = make_grant(evening, SCORE, by=whole)
        second, _ = make_grant(evening, SCORE, by=first)
        third, _ = make_grant(evening, SCORE, by=second)
        revoke(first)
    assert [grant.in_force for grant in (whole, first, second, third)] == [True, False, False, False]
    with write_transaction():
        other, _ = make_grant(evening.circle, SCORE, by=whole)
        theirs, _ = make_grant(evening, SCORE, by=other)
        beside, _ = make_grant(evening.circle, SCORE)
        revoke(whole)
    assert [grant.in_force for grant in (whole, other, theirs, beside)] == [False, False, False, True]


def test_all_others_end_but_the_line_of_the_own_link_and_who_began_the_circle():
    evening = new_evening()
    circle = evening.circle
    with write_transaction():
        founder, _ = make_grant(circle, SCORE)
        dee, _ = make_grant(circle, SCORE, by=founder)
        own, _ = make_grant(circle, SCORE, by=dee)
        others = [make_grant(place, right, by=own)[0] for place in (circle, evening) for right in (WATCH, SCORE)]
        others.append(create_code(evening, KEY))
        elsewhere, _ = make_grant(new_circle(), SCORE)
        revoke_others(own)
    assert [grant.in_force for grant in (founder, dee, own, elsewhere, *others)] == [True] * 4 + [False] * 5


@pytest.mark.parametrize("own", [True, False])
def test_who_replaces_the_own_link_keeps_what_was_made_with_it(own):
    circle = new_circle()
    with write_transaction():
        grant, old_secret = make_grant(circle, SCORE, "the television")
        friend, _ = make_grant(circle, SCORE, by=grant)
        new, secret = replace_grant(grant, own)
    assert (new.in_force, new.founding, grant.in_force) == (True, True, False)
    assert find_grant(old_secret) is None
    assert find_grant(secret) is new
    assert (new.circle, new.right, new.name) == (circle, SCORE, "the television")
    assert friend.in_force == own


def test_a_link_for_once_is_replaced_by_one_for_once():
    evening = new_evening()
    with write_transaction():
        whole, _ = make_grant(evening.circle, SCORE)
        grant, _ = make_grant(evening, SCORE, once=True, by=whole)
    redeem(grant)
    with write_transaction():
        new, secret = replace_grant(grant, False)
    assert (new.once, new.made_by_id) == (True, whole.id)
    assert [find_grant(secret), redeem(new), find_grant(secret)] == [new, True, None]


def test_use_is_noted_once_an_hour(monkeypatch):
    match = new_match()
    with write_transaction():
        grant, _ = make_grant(match.evening, WATCH)
    first = now()
    for minutes, noted in ((0, 0), (59, 0), (61, 61)):
        at = first + timedelta(minutes=minutes)
        monkeypatch.setattr("models.grants.now", lambda at=at: at)
        monkeypatch.setattr("models.log.granted_match.time.time_ns", lambda at=at: to_millis(at) * 1_000_000)
        assert find_granted_match([grant.uid], match.uid)
        db.session.expire_all()
        assert grant.last_used_at == first + timedelta(minutes=noted)
