"""What was finished, for other programs: three tables for a spreadsheet, and an SQLite file that Datasette shows."""

from __future__ import annotations

import asyncio
import csv
import io
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
import yaml
from sqlalchemy import select, update

from models.base import db
from models.review.export import ROWS, heading
from models.review.tables import SeatFact
from models.tables import Grant, Match, Player, Result
from models.transaction import write_transaction
from tests.support.records import play, say
from tests.support.review_evenings import LOST, MEETING, boom, golden_evening
from tests.support.tables import make_circle, send, start

FOUR = ("Ann", "علی", "Cem", "=Dee")


@pytest.fixture
def circle(app, client):
    """Uids of its matches: a guest for =Dee after the first deal, a level one, one for money with who is Ann today.

    A fourth one goes on.
    """
    make_circle(client, *FOUR, "Anna")
    won = start(client, "boomke_wies", *FOUR, length="points", length_value=5)
    play(app, won, LOST)
    say(app, won, "seat", seat=3, player="Guest")
    play(app, won, boom(0))
    level = start(client, "boomke_wies", *FOUR, length="points", length_value=1)
    play(app, level, MEETING)
    with app.app_context(), write_transaction() as session:  # no game ends so today
        rows = select(Match.id).where(Match.uid == level).scalar_subquery()
        session.execute(update(SeatFact).where(SeatFact.match_id == rows).values(place=1, won=False, level=True))
        session.execute(update(Result).where(Result.match_id == rows).values(place=1, won=True, total=1))
    paid = start(client, "texas_42", "Anna", *FOUR[1:], target_marks="1", stake_per_mark="2.01")
    play(app, paid, {"bidder": 1, "bid": 30, "points": 42})
    play(app, start(client, "zwanzig_ab", *FOUR), {"tricks": [2, 1, 1, 1], "trump": "clubs"})
    with app.app_context():
        uids = dict(db.session.execute(select(Player.name, Player.uid)).all())
    assert send(client, f"/circle/players/{uids['Anna']}/merge", **{"as": uids["Ann"]}).status_code == 303
    return won, level, paid


def table_of(client, name, delimiter=","):
    """A table as a spreadsheet reads it, by column."""
    answer = client.get(f"/review/export/{name}.csv")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="tallystick-{name}.csv"'
    text = answer.get_data().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))


def some(rows, names):
    """Some values of rows, beside each other."""
    return [" | ".join(row[name] for name in names.split()) for row in rows]


@pytest.mark.databases
def test_the_tables_as_a_spreadsheet_reads_them(client, circle):
    matches, seats, deals = (table_of(client, name) for name in ROWS)
    assert [row["match_id"] for row in matches] == [*circle]
    assert [row["winners"] for row in matches] == ["Ann, Cem", "", "علی,' =Dee"]
    assert [row["name"] for row in seats[3:5]] == ["'=Dee", "Guest"]
    client.set_cookie("language", "fa")
    assert [table_of(client, name) for name in ROWS] == [matches, seats, deals]
    client.set_cookie("language", "de")  # there the comma stands before decimals
    assert table_of(client, "deals", ";") == deals
    assert table_of(client, "seats", ";") == [row | {"money": row["money"].replace(".", ",")} for row in seats]


def test_what_is_hidden_is_in_no_table_nor_is_another_circle(app, client, circle):
    other = app.test_client()
    golden_evening(app, other)
    assert some(table_of(other, "seats"), "name") == ["Ann", "Bob", "Cem", "Dee"]
    evening = table_of(client, "matches")[0]["evening_id"]
    assert send(client, f"/e/{evening}/hide").status_code == 303
    assert [table_of(client, name) for name in ROWS] == [[], [], []]
    page = client.get("/review/export").text
    for name in ("matches.csv", "seats.csv", "deals.csv", "circle.db", "datasette.yaml"):
        assert f'href="/review/export/{name}"' in page
        assert client.get(f"/review/export/{name}").status_code == 200
    assert client.get("/review/export/grants.csv").status_code == 404


@pytest.fixture
def database(client, circle, tmp_path):
    with closing(sqlite3.connect(saved(client, tmp_path / "circle.db"))) as connection:
        yield connection


def saved(client, path):
    """The file for SQLite, saved."""
    answer = client.get("/review/export/circle.db")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="circle.db"'
    path.write_bytes(answer.get_data())
    return path


def asked(database, query):
    """The rows of an answer, sorted."""
    return sorted(database.execute(query).fetchall())


def test_the_database_holds_the_tables_without_links_and_its_views_count(app, client, database):
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for name in ROWS:
        rows = database.execute(f"SELECT * FROM {name}").fetchall()
        assert len(rows) == len(table_of(client, name))
        assert [column[1] for column in database.execute(f"PRAGMA table_info({name})")] == heading(name)
    assert asked(database, "SELECT name, ranked FROM people") == [("=Dee", 1), ("Ann", 1), ("Cem", 1), ("علی", 1)]
    assert asked(database, "SELECT name, game, matches, won FROM leaderboard") == [
        ("=Dee", "texas_42", 1, 1),
        *[("Ann", "boomke_wies", 1, 1), ("Ann", "texas_42", 1, 0)],
        *[("Cem", "boomke_wies", 1, 1), ("Cem", "texas_42", 1, 0)],
        *[("علی", "boomke_wies", 1, 0), ("علی", "texas_42", 1, 1)],
    ]
    pairs = asked(database, "SELECT min(one, other), max(one, other), game, matches, won FROM pairs")
    assert pairs == [
        ("=Dee", "علی", "texas_42", 1, 1),
        *[("Ann", "Cem", "boomke_wies", 1, 1), ("Ann", "Cem", "texas_42", 1, 0)],
    ]
    bids = "SELECT contract, bid, deals, made, points FROM bids WHERE game = 'boomke_wies'"
    assert asked(database, bids) == [("bid", 8, 1, 1, 1.0), ("bid", 9, 1, 0, -2.0), ("boom", 13, 1, 1, 5.0)]
    with app.app_context():
        secrets = [text for row in db.session.execute(select(Grant.uid, Grant.secret_hash)) for text in row]
    dump = "\n".join(database.iterdump())
    assert len(secrets) >= 2
    assert not [text for text in secrets if text in dump]
    assert not set(re.findall(r"\w+", dump)) & {"secret", "grant", "device", "hash", "seal"}


def test_those_with_fewer_than_twenty_matches_stand_behind_the_others(database):
    people = dict(database.execute("SELECT name, person_id FROM people"))
    rows = [(people["Ann"], won) for won in (1, 0) * 9] + [(people["Cem"], won) for won in (1, 0, 0) * 7]
    database.execute("DELETE FROM seats")
    database.executemany("INSERT INTO seats (game, person_id, won) VALUES ('boomke_wies', ?, ?)", rows)
    assert database.execute("SELECT name, matches, won FROM leaderboard").fetchall() == [("Cem", 21, 7), ("Ann", 18, 9)]


def test_datasette_shows_tables_and_views_and_answers_each_question(client, database, tmp_path):
    metadata = yaml.safe_load(client.get("/review/export/datasette.yaml").get_data())
    questions = metadata["databases"]["circle"]["queries"]
    with ThreadPoolExecutor(1) as own:  # a browser's test of this worker may have a loop of its own in this thread
        shown = own.submit(asyncio.run, rows_shown(tmp_path / "circle.db", metadata, list(questions))).result()
    assert shown == {"leaderboard": 7, "pairs": 3, "bids": 4, "deals": 4, "seats": 13} | {
        "who_wins": 4,
        "with_whom": 2,
        "against_whom": 6,
        "bids_of_a_person": 1,
        "how_long": 0,  # in no time
        "each_year": 2,
    }


async def rows_shown(path, metadata, questions):
    """How many rows Datasette shows of each table, view and question."""
    from datasette.app import Datasette  # it takes a second to load

    shown = Datasette([str(path)], metadata=metadata)
    counts = {}
    for name in ("leaderboard", "pairs", "bids", "deals", "seats", *questions):
        query = "?name=Ann" if name in questions else ""
        page = await shown.client.get(f"/circle/{name}{query}")
        assert page.status_code == 200, (name, page.text)
        answer = await shown.client.get(f"/circle/{name}.json?_shape=array{query.replace('?', '&')}")
        counts[name] = len(answer.json())
    return counts


def test_who_stays_out_is_in_no_view_and_nothing_is_left_on_the_disk(client, database, tmp_path, monkeypatch):
    (ann,) = database.execute("SELECT person_id FROM people WHERE name = 'Ann'").fetchone()
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
