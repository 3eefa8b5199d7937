"""Score sheets on paper: a match, an evening, and blank ones."""

from __future__ import annotations

import pytest

from models.log.errors import BrokenChain
from models.log.granted_match import read_granted
from scoring.games import games
from tests.support.html import main_of, parsed, text
from tests.support.records import play, say
from tests.support.tables import send, sit_down, start
from web import paper
from web.paper import PAGE, BlankPage

SVG = "{http://www.w3.org/2000/svg}svg"
DEALS = (
    {"declarer": 1, "contract": 9, "tricks": 10},
    {"declarer": 2, "contract": 8, "tricks": 7},
    {"contract": "meetje", "tricks": 5},
)


def rows_of(answer):
    """The words of every cell, row by row."""
    return [[text(cell) for cell in row] for row in parsed(answer).find(".//tbody").iter("tr")]


@pytest.fixture
def boomke(app, client):
    """The uid of a match of three deals that goes on."""
    match = sit_down(client, "boomke_wies", meetje_fine="none")
    play(app, match, *DEALS)
    return match


def test_a_match_that_goes_on_with_what_was_struck_ruled_and_who_sits_in(app, client, boomke):
    address = f"/m/{boomke}/paper"
    answer = client.get(address)
    words = main_of(answer)
    assert "1 Ann 2 Bob 3 Cem 4 Dee" in words
    assert "Partners share a mark. First dealer: Ann. House rules: Meetje that falls short: Pays nothing." in words
    assert "Not finished: deal 4 is to be played." in words
    rows = [
        ["1", "Ann", "Bob: bid 9, took 10", "", "0", "+2", "2"],
        ["2", "Bob", "Cem: bid 8, took 7", "−1", "−1", "+1", "3"],
        ["3", "Cem", "Cem: Meetje, took 5", "", "−1", "+1", "4"],
    ]
    assert rows_of(answer) == rows
    first, second = play(app, boomke, *DEALS[:2])
    say(app, boomke, "strike", of=first)
    say(app, boomke, "amend", of=second, entry={"declarer": 2, "contract": 8, "tricks": 8})
    say(app, boomke, "adjust", points=[2, 0], note="<b>cards seen")
    say(app, boomke, "seat", seat=1, player="Eve")
    play(app, boomke, {"declarer": 1, "contract": 7, "tricks": 7})
    say(app, boomke, "close")
    assert rows_of(client.get(address)) == [
        *rows,
        ["4", "Ann", "Cem: bid 8, took 8", "+1", "0", "", "4"],  # dealt by whoever it was before
        ["·", "", "A ruling: <b>cards seen: Ann & Cem +2", "+2", "2", "", "4"],
        ["·", "", "Eve plays for Bob from here on"],
        ["5", "Eve", "Eve: bid 7, took 7", "", "2", "+1", "5"],
        ["·", "", "The match was ended"],
    ]


def test_tricks_and_a_deal_that_became_impossible_which_stands_there_uncounted(app, client):
    match = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    _, second, _ = play(app, match, {"tricks": [4, 3, 0]}, {"tricks": [4, 2, 0]}, {"tricks": [3, 2, None]})
    address = f"/m/{match}/paper"
    tricks = [["4", "3", "0"], ["4", "2", "0"], ["3", "2", "–"]]
    assert [row[3:] for row in rows_of(client.get(address))] == tricks
    say(app, match, "amend", of=second, entry={"tricks": [3, 2, 1]})
    rows = rows_of(client.get(address))
    assert [row[0] for row in rows] == ["1", "2", "·"]
    assert rows[2][2].startswith("Not counted")
    assert len(rows[2]) == 3


def test_an_empty_match_under_usual_rules_and_an_end_with_what_is_paid(app, client):
    page = client.get(f"/m/{sit_down(client, 'clobyosh', 'Ann', 'Bob')}/paper")
    assert parsed(page).find(".//table") is None
    assert "deal 1 is to be played" in main_of(page)
    assert "House rules" not in main_of(page)
    match = start(client, "texas_42", stake_per_mark="0.25", target_marks="2")
    play(app, match, {"bidder": 0, "bid": 84, "made": True})
    words = main_of(client.get(f"/m/{match}/paper"))
    assert "Ann & Cem win : first to 2 marks" in words
    assert "Bob & Dee pay 0.50" in words
    assert "Not finished" not in words


def test_an_evening_prints_all_its_matches_and_names_a_damaged_one(app, client, boomke, monkeypatch):
    play(app, start(client, "texas_42"), {"bidder": 0, "bid": 84, "made": True})
    evening = parsed(client.get(f"/m/{boomke}")).find(".//header/a").get("href")
    send(client, evening, place="The <Plough>", note="Rain")
    words = main_of(client.get(f"{evening}/paper"))
    assert "The <Plough> Ann, Bob, Cem, Dee Rain 1. Boomke Wies" in words
    assert "2. Texas 42" in words
    assert "Ann: bid 2 marks, took all seven tricks" in words

    def read(match):
        if match.uid == boomke:
            raise BrokenChain(boomke, "test")
        return read_granted(match)

    monkeypatch.setattr(paper, "read_granted", read)
    words = main_of(client.get(f"{evening}/paper"))
    assert "1. Boomke Wies The record of this match is damaged. 2. Texas 42 1 Ann" in words


def test_ways_to_it(app, client, boomke):
    def leads(page, address):
        return any(link.get("href") == address for link in parsed(client.get(page)).iter("a"))

    evening = parsed(client.get(f"/m/{boomke}")).find(".//header/a").get("href")
    assert leads(f"/m/{boomke}", f"/m/{boomke}/paper")
    assert leads(f"/m/{boomke}", f"/m/{boomke}/across")
    for page in (f"/m/{boomke}", evening):
        assert leads(page, f"{page}/csv")
    assert leads(evening, f"{evening}/paper")
    assert leads("/", "/rules/boomke_wies")
    assert leads("/rules/knockout_whist", "/paper/knockout_whist?players=2")
    say(app, boomke, "close")
    assert leads(f"/m/{boomke}", f"/m/{boomke}/paper")


def test_blank_sheets_are_open_to_everybody(app, client):
    """Any game can do with the plain one, too."""
    for key, game in games().items():
        assert parsed(client.get(f"/paper/{key}")).find(".//table") is not None
        page = BlankPage(game)
        with app.test_request_context():
            sheet = app.jinja_env.get_template("print/blank/any.html").render(page=page, game=game)
        columns = 2 + len(page.fields) + 2 * len(page.sides)
        assert sheet.count("<td>") + sheet.count('<th scope="row">') == 22 * columns
    assert client.get("/paper/bridge").status_code == 404
    tallies = [one for one in parsed(client.get("/paper/texas_42")).iter(SVG) if one.get("class") == "tally"]
    assert [len(list(tally.iter())) - 3 for tally in tallies] == [7] * 4  # ALL for both sides, twice: all to be traced
    assert "Took Points Totals" in main_of(client.get("/paper/texas_42?way=points"))
    assert main_of(client.get("/paper/texas_42?way=nonsense")) == main_of(client.get("/paper/texas_42"))


def test_blank_sheets_have_as_many_rows_as_players_and_fit_a_leaf(client):
    address = "/paper/knockout_whist?players="
    for players in range(2, 8):
        table = parsed(client.get(f"{address}{players}")).find(".//table")
        assert len(list(table.iter("tr"))) == 3 + players
        assert [text(head) for head in table.find("thead/tr")][1:8] == list("7654321")
        page, block = BlankPage(games()["knockout_whist"], players), 28 + 8 * players
        assert page.blocks * block <= PAGE < (page.blocks + 1) * block
    for wrong in ("0", "8", "-3", "x", "", "9" * 30):
        assert text(parsed(client.get(f"{address}{wrong}")).find(".//*[@aria-current='page']")) == "4"
