"""Tables for a spreadsheet: numbers that it can count with, texts that it never takes for a formula."""

from __future__ import annotations

import csv
import io

import pytest
from sqlalchemy import event, select

from models.base import db
from models.log.state import state_cache
from models.tables import Evening
from models.transaction import write_transaction
from tests.models.cells import behind
from tests.support.records import play, say
from tests.support.tables import make_circle, sit_down, start
from web.csv import escape_formulas

DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})
ODD = ("=Ann+1", "علی", '"Cem", his', "@Dee")


def table_of(client, address, delimiter=","):
    """The rows of a table as a spreadsheet reads them."""
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.headers["Content-Disposition"].startswith('attachment; filename="tallystick-')
    text = answer.get_data().decode("utf-8")
    assert text[0] == "\ufeff"
    assert text.endswith("\r\n")
    return list(csv.reader(io.StringIO(text[1:], newline=""), delimiter=delimiter, strict=True))


def test_a_match_deal_by_deal(app, client):
    match = sit_down(client, "boomke_wies")
    play(app, match, *DEALS)
    say(app, match, "adjust", points=[0, -1], note="talked\tacross")
    assert table_of(client, f"/m/{match}/csv") == [
        ["Deal", "Dealer", "Bid", "Result"]
        + ["Ann & Cem: points", "Ann & Cem: total", "Bob & Dee: points", "Bob & Dee: total"],
        ["1", "Ann", "Bob", "bid 8, took 9", "0", "0", "1", "1"],
        ["2", "Bob", "Ann", "bid 10, took 9", "-2", "-2", "2", "3"],
        ["", "", "A ruling", "talked across: Bob & Dee −1", "0", "-2", "-1", "2"],
    ]


def test_in_a_game_of_tricks_those_are_the_numbers(app, client):
    match = sit_down(client, "knockout_whist", "Ann", "Bob")
    play(app, match, {"tricks": [4, 3]})
    rows = table_of(client, f"/m/{match}/csv")
    assert rows[0][4:] == ["Ann: tricks", "Bob: tricks"]
    assert rows[1][4:] == ["4", "3"]


def test_an_evening_and_a_circle_match_by_match(app, client):
    match = sit_down(client, "boomke_wies", length="deals", length_value="2")
    play(app, match, *DEALS)
    other = start(client, "zwanzig_ab")
    start(client, "clobyosh", "Ann", "Bob")
    say(app, other, "close")
    with app.app_context(), write_transaction() as session:
        evening = session.scalars(db.select(Evening)).one()
        evening.place = "-The Plough"
        uid, date = evening.uid, evening.date.isoformat()
    rows = table_of(client, f"/e/{uid}/csv")
    assert rows == table_of(client, "/circle/csv")
    assert rows[0] == ["Date", "Place", "Game", "How it ended", "Winners"] + [
        f"{word} {n}" for n in (1, 2, 3, 4) for word in ("Side", "Total")
    ]
    first = [date, "'-The Plough"]
    assert rows[1:4] == [
        [*first, "Boomke Wies", "finished", "Bob & Dee", "Ann & Cem", "-2", "Bob & Dee", "3"],
        [*first, "Zwanzig ab", "given up", "", "Ann", "20", "Bob", "20", "Cem", "20", "Dee", "20"],
        [*first, "Clobyosh", "goes on", "", "Ann", "0", "Bob", "0"],
    ]


@pytest.mark.parametrize("page", ["/circle/csv", "/e/{evening}/csv", "/e/{evening}"])
def test_many_matches_that_go_on_are_read_together(app, client, page):
    make_circle(client)
    asked = []
    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
    often = []
    for _ in range(3):
        match = start(client, "boomke_wies")
        play(app, match, *DEALS)
        with app.app_context():
            address = page.format(evening=db.session.scalar(select(Evening.uid)))
        state_cache.clear()
        asked.clear()
        assert client.get(address).status_code == 200
        often.append(len(asked))
    assert often[1] == often[2]


def test_a_damaged_match_does_not_hide_the_others(app, client):
    match = sit_down(client, "boomke_wies")
    play(app, match, *DEALS)
    start(client, "texas_42")
    with app.app_context(), behind() as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 1")
    state_cache.clear()
    assert [row[2:4] for row in table_of(client, "/circle/csv")[1:]] == [
        ["Boomke Wies", "damaged"],
        ["Texas 42", "goes on"],
    ]


def test_nothing_is_taken_for_a_formula(app, client):
    match = sit_down(client, "boomke_wies", *ODD)
    play(app, match, *DEALS)
    cells = [cell for row in table_of(client, f"/m/{match}/csv") for cell in row]
    assert '\'=Ann+1 & "Cem", his: points' in cells
    assert all(not cell.startswith(("=", "+", "@", "\t")) for cell in cells)
    assert [cell for cell in cells if cell.startswith("-")] == ["-2", "-2"]


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t=1", " =1", "＝1"])
def test_texts_stay_texts(text):
    assert escape_formulas(text) == "'" + text
    assert escape_formulas("a" + text) == "a" + text


@pytest.mark.parametrize("sign", [",", ";", "|", "\n", "\r"])
@pytest.mark.parametrize("between", ["", " ", '"', '" '])
def test_texts_stay_texts_where_a_spreadsheet_splits_at_another_sign(sign, between):
    """A table with commas may be opened by a spreadsheet that looks for semicolons, or the other way round."""
    assert escape_formulas(f"Ann{sign}{between}=1+1") == f"Ann{sign}'{between}=1+1"
    assert escape_formulas(f"Ann{sign}{between}Bob") == f"Ann{sign}{between}Bob"


@pytest.mark.parametrize("code", ["en", "nl"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_a_whole_table_holds_no_formula_however_it_is_split(app, client, code, delimiter):
    sit_down(client, "boomke_wies", "A;=1+1", "B,=2+2", 'C;"=3+3', "D|@4")
    client.set_cookie("language", code)
    text = client.get("/circle/csv").get_data(as_text=True).lstrip("\ufeff")
    for cells in (line.split(delimiter) for line in text.splitlines()):
        assert not any(cell.lstrip(' "').startswith(("=", "+", "-", "@")) for cell in cells)


@pytest.mark.parametrize(("code", "delimiter"), [("fa", ","), ("nl", ";"), ("de", ";")])
def test_every_language_counts_in_latin_digits(app, client, code, delimiter):
    match = sit_down(client, "boomke_wies")
    play(app, match, *DEALS)
    client.set_cookie("language", code)
    rows = table_of(client, f"/m/{match}/csv", delimiter)
    assert rows[2][4:] == ["-2", "-2", "2", "3"]
    told = "".join(cell for row in rows for cell in row)
    assert "10" in told
    assert not set(told) & set("۰۱۲۳۴۵۶۷۸۹\u2066\u2069")
    page = client.get(f"/m/{match}").get_data(as_text=True)
    assert ("۳" in page) == (code == "fa")  # what is kept of pages keeps their digits
