"""Tables for a spreadsheet: numbers that it can count with, texts that it never takes for a formula."""

from __future__ import annotations

import csv
import io

from sqlalchemy import select

from models.base import db
from models.log.state import state_cache
from models.tables import Evening
from models.transaction import write_transaction
from tests.models.cells import behind
from tests.support.records import play, say
from tests.support.statements import statements
from tests.support.tables import make_circle, sit_down, start
from web.csv import escape_formulas

DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})


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


def test_a_match_deal_by_deal_in_latin_digits_in_every_language(app, client):
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
    tricks = start(client, "knockout_whist", "Ann", "Bob")
    play(app, tricks, {"tricks": [4, 3]})
    rows = table_of(client, f"/m/{tricks}/csv")
    assert [row[4:] for row in rows[:2]] == [["Ann: tricks", "Bob: tricks"], ["4", "3"]]
    for code, delimiter in (("fa", ","), ("nl", ";"), ("de", ";")):
        client.set_cookie("language", code)
        rows = table_of(client, f"/m/{match}/csv", delimiter)
        assert rows[2][4:] == ["-2", "-2", "2", "3"]
        told = "".join(cell for row in rows for cell in row)
        assert "10" in told
        assert not set(told) & set("۰۱۲۳۴۵۶۷۸۹\u2066\u2069")
        assert ("۳" in client.get(f"/m/{match}").text) == (code == "fa")  # what is kept of pages keeps their digits


def test_an_evening_and_a_circle_match_by_match_and_a_damaged_one_does_not_hide_the_others(app, client):
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
    with app.app_context(), behind() as connection:
        connection.execute("UPDATE records SET body = '{}' WHERE seq = 1 AND match_id = 1")
    state_cache.clear()
    assert [row[3] for row in table_of(client, "/circle/csv")[1:]] == ["damaged", "given up", "goes on"]


def test_many_matches_that_go_on_are_read_together(app, client):
    make_circle(client)
    often = []
    for _ in range(3):
        play(app, start(client, "boomke_wies"), *DEALS)
        with app.app_context():
            evening = db.session.scalar(select(Evening.uid))
        counts = []
        for page in ("/circle/csv", f"/e/{evening}/csv", f"/e/{evening}"):
            state_cache.clear()
            with statements(app) as said:
                assert client.get(page).status_code == 200
            counts.append(len(said))
        often.append(counts)
    assert often[1] == often[2]


def test_nothing_is_taken_for_a_formula_however_a_table_is_split(app, client):
    """A table with commas may be opened by a spreadsheet that looks for semicolons, or the other way round."""
    match = sit_down(client, "boomke_wies", "=Ann+1", "علی", '"Cem", his', "@Dee")
    play(app, match, *DEALS)
    cells = [cell for row in table_of(client, f"/m/{match}/csv") for cell in row]
    assert '\'=Ann+1 & "Cem", his: points' in cells
    assert all(not cell.startswith(("=", "+", "@", "\t")) for cell in cells)
    assert [cell for cell in cells if cell.startswith("-")] == ["-2", "-2"]
    for text in ("=1", "+1", "-1", "@a", "\t=1", " =1", "＝1"):
        assert escape_formulas(text) == "'" + text
        assert escape_formulas("a" + text) == "a" + text
    for sign in ",;|\n\r":
        for between in ("", " ", '"', '" '):
            assert escape_formulas(f"Ann{sign}{between}=1+1") == f"Ann{sign}'{between}=1+1"
            assert escape_formulas(f"Ann{sign}{between}Bob") == f"Ann{sign}{between}Bob"
    other = app.test_client()
    sit_down(other, "boomke_wies", "A;=1+1", "B,=2+2", 'C;"=3+3', "D|@4")
    for code in ("en", "nl"):
        other.set_cookie("language", code)
        lines = other.get("/circle/csv").text.lstrip("\ufeff").splitlines()
        cells = [cell for line in lines for delimiter in ",;\t|" for cell in line.split(delimiter)]
        assert not any(cell.lstrip(' "').startswith(("=", "+", "-", "@")) for cell in cells)
