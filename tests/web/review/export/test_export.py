"""What was played, for other programs: a row a match, a seat and a deal, as CSV and as JSON lines."""

from __future__ import annotations

import csv
import io
import json

import pytest

from models.review.export import read
from models.review.export.lines import TABLES
from tests.support.review_evenings import golden_evening
from tests.support.tables import send


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


def some(row, *names):
    """Some values of a row."""
    return tuple(row[name] for name in names)


def test_a_row_for_each_match(client, golden):
    first, second = table_of(client, "matches")
    wanted = ("match_id", "game", "state", "deals", "corrections", "disputes", "winners")
    assert some(first, *wanted) == (golden.match, "boomke_wies", "over", "2", "0", "0", "Ann, Cem")
    assert some(second, *wanted) == (golden.other, "zwanzig_ab", "play", "1", "0", "0", "")
    assert first["day"] == first["started_at"][:10]
    assert first["started_at"].endswith("Z")


def test_a_row_for_each_seat_of_a_finished_match(client, golden):
    wanted = ("seat", "name", "side", "rank", "total", "won", "deals", "money")
    assert [some(row, *wanted) for row in table_of(client, "seats")] == [
        ("0", "Ann", "0", "1", "6", "1", "2", ""),
        ("1", "Bob", "1", "2", "-1", "0", "2", ""),
        ("2", "Cem", "0", "1", "6", "1", "2", ""),
        ("3", "Dee", "1", "2", "-1", "0", "2", ""),
    ]


def test_a_row_for_each_deal(client, golden):
    wanted = ("deal_id", "dealer", "bidder", "partner", "position", "contract", "bid", "trump", "tricks", "made")
    rows = [some(row, *wanted, "points", "dealer_points", "auction") for row in table_of(client, "deals")]
    assert rows[:2] == [
        (golden.lost, "Ann", "Bob", "Dee", "1", "bid", "9", "hearts", "7", "0", "-2", "2.0", "1"),
        (golden.boom, "Bob", "Ann", "Cem", "3", "boom", "13", "", "13", "1", "5", "-5.0", "0"),
    ]
    assert rows[2][1:8] == ("Ann", "Bob", "", "1", "deal", "", "clubs")


@pytest.mark.parametrize("name", TABLES)
def test_json_lines_tell_the_same(client, golden, name):
    lines = [{key: in_csv(value) for key, value in line.items()} for line in lines_of(client, name)]
    assert lines == table_of(client, name)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_read_in_batches(client, golden, monkeypatch, name):
    whole = table_of(client, name)
    monkeypatch.setattr(read, "BATCH", 1)
    assert table_of(client, name) == whole


def test_no_name_is_taken_for_a_formula(app, client):
    golden_evening(app, client, "=Ann+1", "Bob", "علی", "@Dee")
    assert [row["name"] for row in table_of(client, "seats")] == ["'=Ann+1", "Bob", "علی", "'@Dee"]
    assert [row["name"] for row in lines_of(client, "seats")] == ["=Ann+1", "Bob", "علی", "@Dee"]


def test_digits_and_commas_are_the_same_in_every_language(client, golden):
    whole = {name: client.get(f"/review/export/{name}.csv").get_data() for name in TABLES}
    for language in ("fa", "de"):
        client.set_cookie("language", language)
        assert {name: client.get(f"/review/export/{name}.csv").get_data() for name in TABLES} == whole


def test_a_hidden_evening_is_left_out(client, golden):
    evening = table_of(client, "matches")[0]["evening_id"]
    assert send(client, f"/e/{evening}/hide").status_code == 303
    assert [table_of(client, name) for name in TABLES] == [[], [], []]


def test_other_circles_are_left_out(app, client, golden):
    other = app.test_client()
    golden_evening(app, other, "Eve", "Fay", "Gus", "Hal")
    assert {row["name"] for row in table_of(client, "seats")} == {"Ann", "Bob", "Cem", "Dee"}
    assert {row["name"] for row in table_of(other, "seats")} == {"Eve", "Fay", "Gus", "Hal"}


def test_the_page_leads_to_all_of_them(client, golden):
    page = client.get("/review/export").get_data(as_text=True)
    for name in ("matches.csv", "deals.jsonl", "circle.db", "datasette.yaml"):
        assert f'href="/review/export/{name}"' in page
        assert client.get(f"/review/export/{name}").headers["Content-Disposition"] == f'attachment; filename="{name}"'


def test_an_unknown_table_is_not_found(client, golden):
    assert client.get("/review/export/grants.csv").status_code == 404
