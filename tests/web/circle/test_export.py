"""The circle as one file: who gets it, and how a server takes it in or says why not."""

from __future__ import annotations

import contextlib
import errno
import gzip
import io
import json
import re
import sqlite3
from threading import Thread

import pytest
from sqlalchemy import func, select

from models.base import db
from models.grants import revoke
from models.host import save_choice
from models.log.state import state_cache
from models.tables import Circle, Grant, Match
from models.transaction import write_transaction
from scoring.board import plain_sheet
from tests.models.cells import behind
from tests.support.circle_files import KEPT, bring, resummed
from tests.support.databases import app_on
from tests.support.html import main_of, parsed
from tests.support.records import play
from tests.support.tables import make_circle, send, sheet_of, sit_down, start, token
from web.auth.rate_limit import LIMITS
from web.circle import file as circle_file

DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})


@pytest.fixture
def elsewhere(new_database, database_kind):
    """Another installation, empty: its app."""
    app = app_on(new_database(database_kind))
    yield app
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


def file_of(client):
    answer = client.get("/circle/file")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.get_data()


def count(app, table):
    with app.app_context():
        return db.session.scalar(select(func.count(table.id)))


def test_a_circle_moves_house(app, client, elsewhere):
    match = sit_down(client, "boomke_wies")
    play(app, match, *DEALS)
    told, file = plain_sheet(sheet_of(app, match)), file_of(client)
    state_cache.clear()
    phone = elsewhere.test_client()
    answer = bring(phone, file)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert plain_sheet(sheet_of(elsewhere, match)) == told
    assert phone.get(f"/m/{match}").status_code == 200
    assert file_of(phone) == file
    again = bring(elsewhere.test_client(), file)
    assert (again.status_code, "This circle is already here." in main_of(again)) == (422, True)
    assert count(elsewhere, Circle) == 1
    play(elsewhere, match, DEALS[0])
    assert len(sheet_of(elsewhere, match).lines) == 3


def test_who_taps_twice_is_in_all_the_same(app):
    phone = app.test_client()
    token(phone)
    with phone.session_transaction() as session:
        before = dict(session)
    assert bring(phone, KEPT.read_bytes()).status_code == 303
    with phone.session_transaction() as session:  # the first answer was lost
        held = session["grant"]
        session.clear()
        session.update(before)
    assert bring(phone, KEPT.read_bytes()).status_code == 303
    with phone.session_transaction() as session:
        assert session["grant"] == held
    assert count(app, Circle) == count(app, Grant) == 1
    with app.app_context(), write_transaction() as session:
        revoke(session.scalars(select(Grant)).one())
    with phone.session_transaction() as session:
        session.clear()
        session.update(before)
    assert bring(phone, KEPT.read_bytes()).status_code == 422


def test_a_file_with_a_flipped_bit_is_refused_and_a_changed_match_is_named(app, client, elsewhere):
    match = sit_down(client, "boomke_wies")
    play(app, match, *DEALS)
    told = json.loads(file_of(client))
    told["evenings"][0]["matches"][0]["records"][0]["body"]["tricks"] = 8
    for damaged, place in ((told, "This file was changed"), (resummed(told), f"The match {match} (Boomke")):
        answer = bring(elsewhere.test_client(), json.dumps(damaged).encode())
        assert answer.status_code == 422
        assert place in main_of(answer)
    assert count(elsewhere, Circle) == count(elsewhere, Match) == 0


def summed(**more):
    return json.dumps(resummed(json.loads(KEPT.read_bytes()) | more)).encode()


def nested(deep):
    return b'{"format":"tallystick circle","version":1,"circle":' + b"[" * deep + b"]" * deep + b"}"


NO_FILES = [
    (b"", "This is not the file of a circle."),
    (b"{}", "This is not the file of a circle."),
    (b"[]", "This is not the file of a circle."),
    (b"\xff\xfe\x00", "This is not the file of a circle."),
    (b"\x1f\x8b" + b"\0" * 99, "This is not the file of a circle."),
    (b'{"format": "recipes"}', "This is not the file of a circle."),
    (b'{"format": "recipes", "version": 1, "circle": {}}', "This is not the file of a circle."),
    (b'{"format": "tallystick circle", "version": 2, "circle": {}}', "A newer Tallystick wrote this file."),
    (summed(version=0), "Tallystick wrote: version"),
    (b'{"format": "tallystick circle", "version": 1e999, "circle": {}}', "This file was changed"),
    (b'{"format": "tallystick circle", "version": 1, "circle": {}}', "This file was changed"),
    (summed(circle={}), "Tallystick wrote: circle"),
    (b'{"format": "tallystick circle", "version": 1, "circle": {"name": NaN}}', "This file was changed"),
    (b'{"format": "tallystick circle", "version": ' + b"9" * 9999 + b"}", "cannot be read from line 1 on."),
    (b'{"format": "tallystick circle", "version": 1,\n\n"sum": "', "cannot be read from line 3 on."),
    (summed(other=1), "Tallystick wrote: other"),
    (summed(**{"\u0007\u202e": 1}), "wrote: \ufffd\ufffd"),
    (nested(100_000), "cannot be read from line 1 on."),
    (b'{"format":"tallystick circle","version":1,"circle":{"name":"\\ud800"}}', "This file was changed"),
    (b" " * 300_000, "This is not the file of a circle."),
]


def test_what_is_no_file_of_ours_is_refused_in_words(app, client):
    app.config["LIMIT_GUESSES"] = False
    for data, words in NO_FILES:
        answer = bring(client, data)
        assert (answer.status_code, words in main_of(answer)) == (422, True), data[:99]
        [field] = [found for found in parsed(answer).iter("input") if found.get("type") == "file"]
        assert field.get("aria-describedby") == "fault-file"
    assert count(app, Circle) == 0


def test_a_damaged_file_says_from_which_line_on_it_cannot_be_read(client):
    """The circle is in the second line of a file, each evening in one of its own from the fourth on."""
    kept = KEPT.read_bytes()
    evening = kept.index(b"\n", kept.index(b'"evenings"'))
    second = kept.index(b"\n", evening + 1)
    first, rest = kept[:second], kept[second:]
    for damaged, line in (
        (first + rest[:2000], 5),
        (first + rest[:2000] + b"\xff" + rest[2001:], 5),
        (first[:500] + b"\xff" + first[501:] + rest, 2),
    ):
        answer = bring(client, damaged)
        assert answer.status_code == 422
        assert f"cannot be read from line {line} on." in main_of(answer)


def test_no_file_and_too_much(app, client, monkeypatch):
    assert "Choose the file first." in main_of(bring(client, b"", name=""))
    monkeypatch.setattr(circle_file, "MEGABYTE", 10_000)
    answer = bring(client, b" " * 320_000)
    assert answer.status_code == 413
    assert "This file is too large: at most 32 MB can be sent here." in main_of(answer)
    assert bring(client, b" " * 318_000).status_code == 422


def test_a_file_that_would_fill_the_memory_is_refused_before_it_is_taken_apart(client, monkeypatch):
    monkeypatch.setattr("models.circle_file.importer.MAX_VALUES", 1000)
    lists = b'{"format":"tallystick circle","version":1,"circle":{"name":[' + b"[]," * 501 + b"[]]}}"
    answer = bring(client, lists)
    assert answer.status_code == 422
    assert "This file holds more than any circle can." in main_of(answer)


def test_with_the_hosts_key_only(app, client, elsewhere):
    sit_down(client, "boomke_wies")
    file = file_of(client)
    with elsewhere.app_context():
        key = save_choice(anybody=False)
    elsewhere.config["CIRCLES"] = None
    answer = bring(elsewhere.test_client(), file, key="wrong")
    assert answer.status_code == 422
    assert "This is not the host’s key." in main_of(answer)
    assert count(elsewhere, Circle) == 0
    phone = elsewhere.test_client()
    assert [bring(phone, file, **given).headers["Location"] for given in ({"key": key}, {})] == ["/import", "/"]
    assert count(elsewhere, Circle) == 1


def sent_unread(client):
    """The status for a file of a megabyte, of which nothing was read."""
    body = io.BytesIO(b"x" * 1_000_000)
    more = {"headers": {"X-CSRFToken": "forged"}, "content_type": "multipart/form-data; boundary=x"}
    status = client.post("/import", input_stream=body, **more).status_code
    assert body.tell() == 0
    return status


def test_nothing_is_read_of_a_file_that_may_not_come(app):
    """From a stranger, while nobody may bring one, and without the key."""
    assert sent_unread(app.test_client()) == 413
    app.config["CIRCLES"] = None
    token(client := app.test_client())
    assert sent_unread(client) == 413
    answer = bring(client, b"{}")
    assert answer.status_code == 422
    assert "Nobody has chosen yet who may start here." in main_of(answer)
    with app.app_context():
        save_choice(anybody=False)
    assert sent_unread(client) == 413


def test_who_gave_the_key_is_asked_for_the_file_alone(app):
    with app.app_context():
        key = save_choice(anybody=False)
    app.config["CIRCLES"] = None
    phone = app.test_client()

    def fields(answer):
        return [found.get("name") for found in parsed(answer).iter("input") if found.get("type") != "hidden"]

    assert fields(phone.get("/import")) == ["key"]
    assert phone.post("/import", data={"csrf_token": token(phone), "key": key}).headers["Location"] == "/import"
    assert fields(phone.get("/import")) == ["file"]
    assert bring(phone, b" " * 400_000).status_code == 422
    with app.app_context():
        save_choice(anybody=False)
    assert fields(phone.get("/import")) == ["key"]
    assert sent_unread(phone) == 413


def test_so_many_files_come_at_a_time(client):
    token(client)
    with contextlib.ExitStack() as others:
        for _ in range(circle_file.MAX_UPLOADS - 1):
            others.enter_context(circle_file._uploads)
        assert bring(client, b"{}").status_code == 422  # slow ones keep nobody waiting
        with circle_file._uploads:
            assert sent_unread(client) == 503
    for _ in range(circle_file.MAX_UPLOADS + 1):  # each has let the next one come
        assert bring(client, b"{}").status_code == 422


def test_who_sends_one_file_after_another_has_to_wait(client):
    token(client)
    for _ in range(LIMITS["file"][0].amount):
        assert bring(client, b"{}").status_code == 422
    assert sent_unread(client) == 429
    answer = bring(client, b"{}")
    assert "Too many files came from here. Wait" in main_of(answer)
    assert 0 < int(answer.headers["Retry-After"]) <= LIMITS["file"][0].get_expiry()


def test_it_goes_out_packed_without_a_secret(app, client):
    assert "/import" in [link.get("href") for link in parsed(client.get("/")).iter("a")]
    make_circle(client)
    links = [link.get("href") for link in parsed(client.get("/circle")).iter("a")]
    assert {"/circle/file", "/circle/csv"} <= {*links}
    send(client, "/circle/links", name="Dee’s phone")
    answer = client.get("/circle/file", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    name = r'attachment; filename="tallystick-\d{4}-\d\d-\d\d\.json"'
    assert re.fullmatch(name, answer.headers["Content-Disposition"])
    file = file_of(client)
    assert gzip.decompress(answer.get_data()) == file
    assert "Dee’s phone" not in file.decode()
    with app.app_context():
        for grant in db.session.scalars(select(Grant)):
            assert grant.secret_hash not in file.decode()


def test_a_damaged_match_is_named_and_can_be_left_out(app, client, elsewhere):
    damaged = sit_down(client, "boomke_wies")
    sound = start(client, "texas_42")
    play(app, damaged, *DEALS)
    with app.app_context(), behind() as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 1")
    answer = client.get("/circle/file")
    assert answer.status_code == 409
    assert damaged in main_of(answer)
    assert sound not in main_of(answer)
    answer = client.get("/circle/file?without=damaged")
    assert bring(elsewhere.test_client(), answer.get_data()).status_code == 303
    with elsewhere.app_context():
        assert [match.uid for match in db.session.scalars(select(Match))] == [sound]


def test_one_file_is_imported_at_a_time(app, client, monkeypatch):
    monkeypatch.setattr(circle_file, "PATIENCE", 0)
    with circle_file._importing:
        answer = bring(client, KEPT.read_bytes())
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "Another circle is being imported just now." in main_of(answer)
    assert count(app, Circle) == 0
    assert bring(client, b"{}").status_code == 422  # a refused one lets the next in
    assert bring(client, KEPT.read_bytes()).status_code == 303


def test_two_taps_at_the_same_moment_are_one_import(app, client):
    """Both requests of one browser are under way before one of them has begun."""
    token(client)
    with client.session_transaction() as session:
        before = dict(session)
    places = []

    def tap():
        phone = app.test_client()
        with phone.session_transaction() as session:
            session.update(before)
        places.append(bring(phone, KEPT.read_bytes()).headers.get("Location"))

    taps = [Thread(target=tap, daemon=True) for _ in range(2)]
    with circle_file._importing:
        for thread in taps:
            thread.start()
    for thread in taps:
        thread.join(60)
    assert places == ["/", "/"]
    assert count(app, Circle) == count(app, Grant) == 1


def test_an_import_that_fails_leaves_nothing(app, client, monkeypatch):
    def fail(*_, **__):
        raise sqlite3.OperationalError("disk I/O error")

    for fails in ("_store_matches", "make_grant"):
        with monkeypatch.context() as patched:
            patched.setattr(f"models.circle_file.importer.{fails}", fail)
            with pytest.raises(sqlite3.OperationalError):
                bring(client, KEPT.read_bytes())
        assert count(app, Circle) == count(app, Match) == 0
    assert bring(client, KEPT.read_bytes()).status_code == 303


@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")  # of an upload that was cut short
def test_a_full_disk_is_told_in_words(app, client, monkeypatch):
    token(client)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("tempfile.SpooledTemporaryFile.write", full)
        answer = bring(client, KEPT.read_bytes())
    assert answer.status_code == 503
    assert answer.headers["Retry-After"]
    assert count(app, Circle) == 0
