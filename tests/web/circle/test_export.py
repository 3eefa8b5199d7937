"""The circle as one file: who gets it, and how a server takes it in or says why not."""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import re

import pytest
from sqlalchemy import func, select

from models.base import db
from models.db.transaction import write_transaction
from models.log.match_state import state_cache
from models.log.read import read
from models.tables.circle import Circle
from models.tables.grant import Grant, revoke
from models.tables.host_setting import save_choice
from models.tables.match import Match
from models.tables.result import Result
from scoring.sheet import plain_sheet
from tests.models.cells import behind
from tests.support.circle_files import KEPT, bring, resealed, resummed
from tests.support.databases import app_on
from tests.support.html import main_of, parsed
from tests.support.records import play, reading_of, say
from tests.support.tables import make_circle, send, sheet_of, sit_down, start, token
from web.auth.rate_limit import LIMITS
from web.circle import import_views as bringing

TOTALS = json.loads((KEPT.parent / "circle-1-totals.json").read_text(encoding="utf-8"))  # by match, after each line
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
    play(elsewhere, match, DEALS[0])
    assert len(sheet_of(elsewhere, match).lines) == 3


def test_the_same_circle_twice_is_refused(app, client):
    sit_down(client, "boomke_wies")
    file = file_of(client)
    answer = bring(app.test_client(), file)
    assert answer.status_code == 422
    assert "This circle is already here." in main_of(answer)
    assert count(app, Circle) == 1


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


@pytest.mark.parametrize("forged", [False, True])
def test_a_file_with_a_flipped_bit_names_the_match(app, client, elsewhere, forged):
    match = sit_down(client, "boomke_wies")
    play(app, match, *DEALS)
    told = json.loads(file_of(client))
    told["evenings"][0]["matches"][0]["records"][0]["body"]["tricks"] = 8
    answer = bring(elsewhere.test_client(), json.dumps(resummed(told) if forged else told).encode())
    assert answer.status_code == 422
    assert f"The match {match} (Boomke Wies, " in main_of(answer)
    assert count(elsewhere, Circle) == count(elsewhere, Match) == 0


def test_a_file_of_before_keeps_who_dealt_also_where_another_had_won_by_it(app, client, elsewhere):
    """To 3: Bob made 8, Bob’s Meetje, Ann made 10. With Bob’s 8 removed, the Meetje went to Ann then, who had won."""
    make_circle(client, "Ann", "Bob", "Cem", "Dee")
    match = start(client, "boomke_wies", length="points", length_value="3")
    first, *_ = play(
        app,
        match,
        {"declarer": 1, "contract": 8, "tricks": 8},
        {"declarer": 1, "contract": "meetje", "tricks": 8},
        {"declarer": 0, "contract": 10, "tricks": 10},
    )
    say(app, match, "strike", of=first)
    told = json.loads(file_of(client))
    [written] = told["evenings"][0]["matches"]
    for said in written["records"]:
        said["body"].pop("dealer", None)
    written.update(state="over", ended_at=written["records"][-1]["at"])
    resealed(written)
    other = elsewhere.test_client()
    assert bring(other, json.dumps(resummed(told)).encode()).status_code == 303
    page = main_of(other.get(f"/m/{match}"))
    assert "Bob Meetje, took 8: Bob & Dee +1" in page
    sheet = reading_of(elsewhere, match).sheet
    assert (sheet.standing.totals, sheet.outcome) == ((2, 1), None)
    with elsewhere.app_context():
        assert db.session.scalars(select(Result)).all() == []


def nested(deep):
    return b'{"format":"tallystick circle","version":1,"circle":' + b"[" * deep + b"]" * deep + b"}"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "This is not the file of a circle."),
        (b"{}", "This is not the file of a circle."),
        (b"[]", "This is not the file of a circle."),
        (b"\xff\xfe\x00", "This is not the file of a circle."),
        (b"\x1f\x8b" + b"\0" * 99, "This is not the file of a circle."),
        (b'{"format": "recipes"}', "This is not the file of a circle."),
        (b'{"format": "recipes", "version": 1, "circle": {}}', "This is not the file of a circle."),
        (b'{"format": "tallystick circle", "version": 2, "circle": {}}', "A newer Tallystick wrote this file."),
        (b'{"format": "tallystick circle", "version": 1e999, "circle": {}}', "Tallystick wrote: version"),
        (b'{"format": "tallystick circle", "version": 1, "circle": {}}', "This file was changed"),
        (b'{"format": "tallystick circle", "version": 1, "evenings": []}', "Tallystick wrote: evenings"),
        (b'{"format": "tallystick circle", "version": 1, "circle": NaN}', "damaged or cut off near its beginning"),
        (b'{"format": "tallystick circle", "version": ' + b"9" * 9999 + b"}", "damaged or cut off near"),
        (b'{"format": "tallystick circle", "version": 1, "sum": "', "damaged or cut off near its beginning"),
        (nested(100_000), "damaged or cut off near its beginning"),
        (b'{"format":"tallystick circle","version":1,"circle":{"name":"\\ud800"}}', "This file was changed"),
        (b" " * 300_000, "This is not the file of a circle."),
    ],
)
def test_what_is_no_file_of_ours_is_refused_in_words(app, client, data, words):
    answer = bring(client, data)
    assert answer.status_code == 422
    assert words in main_of(answer)
    [field] = [found for found in parsed(answer).iter("input") if found.get("type") == "file"]
    assert field.get("aria-describedby") == "fault-file"
    assert count(app, Circle) == 0


@pytest.mark.parametrize(
    ("damaged", "words"),
    [
        (lambda first, rest: first + rest[:2000], "damaged or cut off after the evening of"),
        (lambda first, rest: first + rest[:2000] + b"\xff" + rest[2001:], "damaged or cut off after the evening of"),
        (
            lambda first, rest: first + rest.replace(b":", b":9" + b"9" * 9999, 1),
            "damaged or cut off after the evening",
        ),
        (
            lambda first, rest: first.replace(b'_at":1', b'_at":1' + b"9" * 9999, 1) + rest,
            "damaged or cut off near its",
        ),
        (lambda first, rest: first[:2000] + b"\xff" + first[2001:] + rest, "damaged or cut off near its beginning"),
    ],
)
def test_a_damaged_file_says_up_to_which_evening_it_can_be_read(client, damaged, words):
    kept = KEPT.read_bytes()
    evening = kept.index(b"\n", kept.index(b'"evenings"'))
    second = kept.index(b"\n", evening + 1)
    answer = bring(client, damaged(kept[:second], kept[second:]))
    assert answer.status_code == 422
    assert words in main_of(answer)


def test_no_file_no_token_and_too_much(app, client, monkeypatch):
    assert "Choose the file first." in main_of(bring(client, b"", name=""))
    assert client.post("/import", data={"file": (io.BytesIO(b"{}"), "x")}).status_code == 400
    monkeypatch.setattr("web.circle.import_views.LARGEST", 10_000)
    assert bring(client, b" " * 20_000).status_code == 413


def test_a_file_that_would_fill_the_memory_is_refused_before_it_is_taken_apart(client, monkeypatch):
    monkeypatch.setattr("models.circle_file.parts.MAX_VALUES", 1000)
    lists = b'{"format":"tallystick circle","version":1,"circle":{"name":[' + b"[]," * 501 + b"[]]}}"
    answer = bring(client, lists)
    assert answer.status_code == 422
    assert "This file holds more at once than any evening can." in main_of(answer)


def test_what_is_typed_elsewhere_stays_small(client):
    assert client.post("/circle", data={"name": "x" * 300_000}).status_code == 413


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


@pytest.mark.parametrize("who", ["a stranger", "without the key", "nobody may"])
def test_nothing_is_read_of_a_file_that_may_not_come(client, elsewhere, who):
    stranger = elsewhere.test_client()
    if who != "a stranger":
        with elsewhere.app_context():
            save_choice(anybody=False) if who == "without the key" else None
        elsewhere.config["CIRCLES"] = None
        token(stranger)
    assert sent_unread(stranger) == 413


def test_who_gave_the_key_is_asked_for_the_file_alone(app, elsewhere):
    with elsewhere.app_context():
        key = save_choice(anybody=False)
    elsewhere.config["CIRCLES"] = None
    phone = elsewhere.test_client()

    def fields(answer):
        return [found.get("name") for found in parsed(answer).iter("input") if found.get("type") != "hidden"]

    assert fields(phone.get("/import")) == ["key"]
    assert phone.post("/import", data={"csrf_token": token(phone), "key": key}).headers["Location"] == "/import"
    assert fields(phone.get("/import")) == ["file"]
    assert bring(phone, b" " * 400_000).status_code == 422
    with elsewhere.app_context():
        save_choice(anybody=False)
    assert fields(phone.get("/import")) == ["key"]
    assert sent_unread(phone) == 413


def test_so_many_files_come_at_a_time(client):
    token(client)
    with contextlib.ExitStack() as others:
        for _ in range(bringing.ARRIVING - 1):
            others.enter_context(bringing._arriving)
        assert bring(client, b"{}").status_code == 422  # slow ones keep nobody waiting
        with bringing._arriving:
            assert sent_unread(client) == 503
    for _ in range(bringing.ARRIVING + 1):  # each has let the next one come
        assert bring(client, b"{}").status_code == 422


def test_who_sends_one_file_after_another_has_to_wait(client):
    token(client)
    for _ in range(LIMITS["file"][0].amount):
        assert bring(client, b"{}").status_code == 422
    assert sent_unread(client) == 429
    answer = bring(client, b"{}")
    assert "Too many files came from here. Wait" in main_of(answer)
    assert 0 < int(answer.headers["Retry-After"]) <= LIMITS["file"][0].get_expiry()


def test_nobody_has_chosen_yet(app, client):
    app.config["CIRCLES"] = None
    answer = bring(client, b"{}")
    assert answer.status_code == 422
    assert "Nobody has chosen yet who may start here." in main_of(answer)


def test_the_pages_lead_to_it(client):
    assert "/import" in [link.get("href") for link in parsed(client.get("/")).iter("a")]
    make_circle(client)
    links = [link.get("href") for link in parsed(client.get("/circle")).iter("a")]
    assert "/circle/file" in links
    assert "/circle/csv" in links


def test_no_secret_is_in_it(app, client):
    sit_down(client, "boomke_wies")
    send(client, "/circle/links", name="Dee’s phone")
    file = file_of(client).decode()
    with app.app_context():
        for grant in db.session.scalars(select(Grant)):
            assert grant.secret_hash not in file
    assert "Dee’s phone" not in file


def test_it_goes_out_packed_to_whoever_takes_that(client):
    make_circle(client)
    answer = client.get("/circle/file", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.get_data()) == file_of(client)
    assert re.fullmatch(
        r'attachment; filename="tallystick-\d{4}-\d\d-\d\d\.json"', answer.headers["Content-Disposition"]
    )


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


def test_a_file_of_the_first_version_is_still_read(app, client):
    answer = bring(client, KEPT.read_bytes())
    assert answer.status_code == 303
    with app.app_context():
        states = [read(match) for match in db.session.scalars(select(Match))]
        assert {now.uid: [list(line.totals) for line in now.sheet.lines] for now in states} == TOTALS
