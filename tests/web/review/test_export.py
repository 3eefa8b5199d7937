"""What was played, for other programs: as CSV and JSON lines, and as an SQLite file that Datasette shows."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import yaml
from datasette.app import Datasette
from sqlalchemy import select

from models.base import db
from models.review.export import read
from models.review.export.lines import TABLES
from models.tables import Grant
from tests.support.records import play
from tests.support.review_evenings import golden_evening
from tests.support.tables import send, sit_down


@pytest.fixture
def golden(app, client):
    return golden_evening(app, client)


def table_of(client, name):
    """A table as a program reads it, by column."""
    text = client.get(f"/review/export/{name}.csv").get_data().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def lines_of(client, name):
    """The same as JSON lines."""
    return [json.loads(line) for line in client.get(f"/review/export/{name}.jsonl").get_data(as_text=True).splitlines()]


def in_csv(value):
    """A value of JSON as CSV has it."""
    return "" if value is None else str(int(value)) if value is True or value is False else str(value)


def some(rows, *names):
    """Some values of rows."""
    return [tuple(row[name] for name in names) for row in rows]


@pytest.mark.databases
def test_the_money_of_a_side_is_in_the_rows_of_its_people_once(app, client):
    uid = sit_down(client, "texas_42", target_marks="1", stake_per_mark="2.01")
    play(app, uid, {"bidder": 1, "bid": 30, "points": 42})
    paid = [("Ann", "-100.5"), ("Bob", "100.5"), ("Cem", "-100.5"), ("Dee", "100.5")]
    assert some(table_of(client, "seats"), "name", "money") == paid


def test_a_row_for_each_match_seat_and_deal_the_same_in_json_and_in_every_language(client, golden, monkeypatch):
    tables = {name: table_of(client, name) for name in TABLES}
    names = ("match_id", "game", "state", "deals", "corrections", "disputes", "winners")
    assert some(tables["matches"], *names) == [
        (golden.match, "boomke_wies", "over", "2", "0", "0", "Ann, Cem"),
        (golden.other, "zwanzig_ab", "play", "1", "0", "0", ""),
    ]
    first = tables["matches"][0]
    assert (first["day"], first["started_at"][-1]) == (first["started_at"][:10], "Z")
    assert some(tables["seats"], "seat", "name", "side", "rank", "total", "won", "deals", "money") == [
        ("0", "Ann", "0", "1", "6", "1", "2", ""),
        ("1", "Bob", "1", "2", "-1", "0", "2", ""),
        ("2", "Cem", "0", "1", "6", "1", "2", ""),
        ("3", "Dee", "1", "2", "-1", "0", "2", ""),
    ]
    names = ("deal_id", "dealer", "bidder", "partner", "position", "contract", "bid", "trump", "tricks", "made")
    rows = some(tables["deals"], *names, "points", "dealer_points", "auction")
    assert rows[:2] == [
        (golden.lost, "Ann", "Bob", "Dee", "1", "bid", "9", "hearts", "7", "0", "-2", "2.0", "1"),
        (golden.boom, "Bob", "Ann", "Cem", "3", "boom", "13", "", "13", "1", "5", "-5.0", "0"),
    ]
    assert rows[2][1:8] == ("Ann", "Bob", "", "1", "deal", "", "clubs")
    for name in TABLES:
        lines = [{key: in_csv(value) for key, value in line.items()} for line in lines_of(client, name)]
        assert lines == tables[name]
    for language in ("fa", "de"):
        client.set_cookie("language", language)
        assert {name: table_of(client, name) for name in TABLES} == tables
    monkeypatch.setattr(read, "BATCH", 1)
    assert {name: table_of(client, name) for name in TABLES} == tables


def test_no_name_is_taken_for_a_formula_and_hidden_evenings_and_other_circles_are_left_out(app, client, golden):
    other = app.test_client()
    golden_evening(app, other, "=Ann+1", "Bob", "علی", "@Dee")
    assert some(table_of(other, "seats"), "name") == [("'=Ann+1",), ("Bob",), ("علی",), ("'@Dee",)]
    assert some(lines_of(other, "seats"), "name") == [("=Ann+1",), ("Bob",), ("علی",), ("@Dee",)]
    assert some(table_of(client, "seats"), "name") == [("Ann",), ("Bob",), ("Cem",), ("Dee",)]
    evening = table_of(client, "matches")[0]["evening_id"]
    assert send(client, f"/e/{evening}/hide").status_code == 303
    assert [table_of(client, name) for name in TABLES] == [[], [], []]
    page = client.get("/review/export").text
    for name in ("matches.csv", "deals.jsonl", "circle.db", "datasette.yaml"):
        assert f'href="/review/export/{name}"' in page
        assert client.get(f"/review/export/{name}").headers["Content-Disposition"] == f'attachment; filename="{name}"'
    assert client.get("/review/export/grants.csv").status_code == 404


def saved(client, path):
    """The file for SQLite, saved."""
    path.write_bytes(client.get("/review/export/circle.db").get_data())
    return path


@pytest.fixture
def database(client, golden, tmp_path):
    with closing(sqlite3.connect(saved(client, tmp_path / "circle.db"))) as connection:
        yield connection


def test_the_database_is_whole_without_links_and_its_views_count(app, database, golden):
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    tables = ("people", "evenings", "matches", "seats", "deals", "calls")
    assert [database.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables] == [4, 1, 2, 4, 3, 6]
    query = "SELECT name, call FROM calls JOIN people ON people.id = person_id WHERE deal_id = ? ORDER BY n"
    assert database.execute(query, [golden.lost]).fetchall() == [
        *[("Bob", "7"), ("Cem", "pass"), ("Dee", "pass")],
        *[("Ann", "8"), ("Bob", "9"), ("Ann", "pass")],
    ]
    people = "SELECT name, matches, won, percent FROM leaderboard ORDER BY name"
    assert database.execute(people).fetchall() == [
        *[("Ann", 1, 1, None), ("Bob", 1, 0, None)],
        *[("Cem", 1, 1, None), ("Dee", 1, 0, None)],
    ]
    pairs = {(frozenset(pair), won) for *pair, won in database.execute("SELECT one, other, won FROM pairs")}
    assert pairs == {(frozenset({"Ann", "Cem"}), 1), (frozenset({"Bob", "Dee"}), 0)}
    bids = "SELECT contract, bid, deals, made, percent FROM bids"
    assert database.execute(bids).fetchall() == [("bid", 9, 1, 0, None), ("boom", 13, 1, 1, None)]
    with app.app_context():
        secrets = [text for row in db.session.execute(select(Grant.uid, Grant.secret_hash)) for text in row]
    dump = "\n".join(database.iterdump())
    assert len(secrets) >= 2
    assert not [text for text in secrets if text in dump]
    assert not set(re.findall(r"\w+", dump)) & {"secret", "grant", "device", "hash", "seal"}


def test_from_eight_on_the_percentage_is_pulled_to_what_chance_gives(database):
    ids = [f"m{n}" for n in range(8)]
    people = dict(database.execute("SELECT name, id FROM people"))
    database.executemany(
        "INSERT INTO matches SELECT ?, evening_id, day, game, state, started_at, last_at, deals, seconds, corrections,"
        " disputes, winners, NULL, NULL, NULL FROM matches WHERE game = 'boomke_wies' LIMIT 1",
        [(one,) for one in ids],
    )
    sat = [(0, "Ann"), (1, "Bob")]
    rows = [(one, seat, people[name], name, seat, 1 + seat, 1 - seat) for one in ids for seat, name in sat]
    database.executemany("INSERT INTO seats VALUES (?, ?, 0, ?, ?, ?, ?, 0, ?, 1, NULL)", rows)
    found = database.execute("SELECT name, matches, won, percent FROM leaderboard LIMIT 2").fetchall()
    assert found == [("Ann", 9, 9, 71), ("Bob", 9, 0, 29)]  # (9 + 6) / 21 and (0 + 6) / 21


def test_datasette_shows_tables_views_and_answers_each_question(client, database, tmp_path):
    metadata = yaml.safe_load(client.get("/review/export/datasette.yaml").get_data())
    questions = metadata["databases"]["circle"]["queries"]
    assert len(questions) == 10
    with ThreadPoolExecutor(1) as own:  # a browser's test of this worker may have a loop of its own in this thread
        shown = own.submit(asyncio.run, asked_of(tmp_path / "circle.db", metadata, list(questions))).result()
    assert shown == {"leaderboard": 4, "pairs": 2, "bids": 2, "deals": 3, "calls": 6} | {
        "who_wins": 4,
        "with_whom": 1,
        "against_whom": 4,
        "bids_of_a_person": 1,
        "trumps": 0,
        "to_deal": 2,
        "to_speak_first": 1,
        "comebacks": 1,
        "how_long": 0,
        "each_year": 2,
    }


async def asked_of(path, metadata, questions):
    """How many rows Datasette shows of each table, view and question."""
    shown = Datasette([str(path)], metadata=metadata)
    found = {}
    for name in ("leaderboard", "pairs", "bids", "deals", "calls", *questions):
        query = "?name=Ann" if name in questions else ""
        page = await shown.client.get(f"/circle/{name}{query}")
        assert page.status_code == 200, (name, page.text)
        answer = await shown.client.get(f"/circle/{name}.json?_shape=array{query.replace('?', '&')}")
        found[name] = len(answer.json())
    return found


def test_who_stays_out_is_in_no_view_and_nothing_is_left_on_the_disk(client, database, tmp_path, monkeypatch):
    (ann,) = database.execute("SELECT id FROM people WHERE name = 'Ann'").fetchone()
    assert send(client, f"/review/p/{ann}/out").status_code == 303
    with closing(sqlite3.connect(saved(client, tmp_path / "later.db"))) as later:
        assert "Ann" not in {name for (name,) in later.execute("SELECT name FROM leaderboard")}
        assert "Ann" not in {name for row in later.execute("SELECT one, other FROM pairs") for name in row}
    (tmp_path / "sent").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "sent"))
    monkeypatch.setattr("web.http.requests.CHUNK", 100)
    with client.get("/review/export/circle.db", buffered=False) as answer:
        assert next(iter(answer.response)).startswith(b"SQLite format 3\x00")
        assert [*(tmp_path / "sent").iterdir()] == []
