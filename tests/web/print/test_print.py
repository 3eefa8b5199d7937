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


# A match


def test_it_works(client, boomke):
    answer = client.get(f"/m/{boomke}/paper")
    words = main_of(answer)
    assert "1 Ann 2 Bob 3 Cem 4 Dee" in words
    assert "Partners share a mark. First dealer: Ann. House rules: Meetje that falls short: Pays nothing." in words
    assert "Not finished: deal 4 is to be played." in words
    assert rows_of(answer) == [
        ["1", "Ann", "Bob: bid 9, took 10", "", "0", "+2", "2"],
        ["2", "Bob", "Cem: bid 8, took 7", "−1", "−1", "+1", "3"],
        ["3", "Cem", "Cem: Meetje, took 5", "", "−1", "+1", "4"],
    ]


def test_usual_rules_are_not_named(client):
    assert "House rules" not in main_of(client.get(f"/m/{sit_down(client, 'texas_42')}/paper"))


def test_what_was_struck_is_not_there_and_what_was_amended_is_as_amended(app, client, boomke):
    first, second = play(app, boomke, *DEALS[:2])
    say(app, boomke, "strike", of=first)
    say(app, boomke, "amend", of=second, entry={"declarer": 2, "contract": 8, "tricks": 8})
    rows = rows_of(client.get(f"/m/{boomke}/paper"))
    assert [row[0] for row in rows] == ["1", "2", "3", "4"]
    assert rows[3][2] == "Cem: bid 8, took 8"


def test_rulings_and_those_who_sit_in_have_rows_of_their_own(app, client, boomke):
    say(app, boomke, "adjust", points=[2, 0], note="<b>cards seen")
    say(app, boomke, "seat", seat=1, player="Eve")
    play(app, boomke, {"declarer": 1, "contract": 7, "tricks": 7})
    say(app, boomke, "close")
    rows = rows_of(client.get(f"/m/{boomke}/paper"))
    assert rows[3] == ["·", "", "A ruling: <b>cards seen: Ann & Cem +2", "+2", "1", "", "4"]
    assert rows[4] == ["·", "", "Eve plays for Bob from here on"]
    assert rows[5] == ["4", "Dee", "Eve: bid 7, took 7", "", "1", "+1", "5"]
    assert rows[0][2].startswith("Bob")
    assert rows[6] == ["·", "", "The match was ended"]


def test_a_deal_that_became_impossible_stands_there_uncounted(app, client):
    match = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    _, second, _ = play(app, match, {"tricks": [4, 3, 0]}, {"tricks": [4, 2, 0]}, {"tricks": [3, 2, None]})
    say(app, match, "amend", of=second, entry={"tricks": [3, 2, 1]})
    rows = rows_of(client.get(f"/m/{match}/paper"))
    assert [row[0] for row in rows] == ["1", "2", "·"]
    assert rows[2][2].startswith("Not counted")
    assert len(rows[2]) == 3


def test_the_end_with_what_is_paid(app, client):
    match = sit_down(client, "texas_42", stake_per_mark="0.25", target_marks="2")
    play(app, match, {"bidder": 0, "bid": 84, "made": True})
    words = main_of(client.get(f"/m/{match}/paper"))
    assert "Ann & Cem win : first to 2 marks" in words
    assert "Bob & Dee pay 0.50" in words
    assert "Not finished" not in words


def test_a_game_of_tricks_shows_what_each_took(app, client):
    match = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    play(app, match, {"tricks": [4, 3, 0]}, {"tricks": [4, 2, 0]}, {"tricks": [3, 2, None]})
    assert [row[3:] for row in rows_of(client.get(f"/m/{match}/paper"))] == [
        ["4", "3", "0"],
        ["4", "2", "0"],
        ["3", "2", "–"],
    ]


def test_a_match_without_a_deal_has_no_empty_table(client):
    page = client.get(f"/m/{sit_down(client, 'clobyosh', 'Ann', 'Bob')}/paper")
    assert parsed(page).find(".//table") is None
    assert "deal 1 is to be played" in main_of(page)


# An evening


def test_an_evening_prints_all_its_matches(app, client, boomke):
    second = start(client, "texas_42")
    play(app, second, {"bidder": 0, "bid": 84, "made": True})
    evening = parsed(client.get(f"/m/{boomke}")).find(".//header/a").get("href")
    send(client, evening, place="The <Plough>", note="Rain")
    words = main_of(client.get(f"{evening}/paper"))
    assert "The <Plough> Ann, Bob, Cem, Dee Rain 1. Boomke Wies" in words
    assert "2. Texas 42" in words
    assert "Ann: bid 2 marks, took all seven tricks" in words


def test_a_damaged_match_is_named_and_the_others_are_printed(app, client, boomke, monkeypatch):
    start(client, "texas_42")
    evening = parsed(client.get(f"/m/{boomke}")).find(".//header/a").get("href")

    def read(match):
        if match.uid == boomke:
            raise BrokenChain(boomke, "test")
        return read_granted(match)

    monkeypatch.setattr(paper, "read_granted", read)
    words = main_of(client.get(f"{evening}/paper"))
    assert "1. Boomke Wies The record of this match is damaged. 2. Texas 42 1 Ann" in words


# Ways to it


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


# Blank sheets


@pytest.mark.parametrize("game", games())
def test_a_blank_sheet_is_open_to_everybody(client, game):
    page = client.get(f"/paper/{game}")
    assert page.status_code == 200
    assert len(list(parsed(page).iter("table"))) >= 1


def test_a_game_that_there_is_not(client):
    assert client.get("/paper/bridge").status_code == 404


@pytest.mark.parametrize("asked", range(2, 8))
def test_as_many_rows_as_players(client, asked):
    table = parsed(client.get(f"/paper/knockout_whist?players={asked}")).find(".//table")
    assert len(list(table.iter("tr"))) == 3 + asked
    assert [text(head) for head in table.find("thead/tr")][1:8] == list("7654321")


@pytest.mark.parametrize("asked", ["0", "1", "8", "-3", "x", "", "9" * 30])
def test_another_number_of_players_is_the_usual_one(client, asked):
    assert text(parsed(client.get(f"/paper/knockout_whist?players={asked}")).find(".//*[@aria-current='page']")) == "4"


def test_texas_has_two_ways_of_writing(client):
    tallies = [one for one in parsed(client.get("/paper/texas_42")).iter(SVG) if one.get("class") == "tally"]
    assert [len(list(tally.iter())) - 3 for tally in tallies] == [7] * 4  # ALL for both sides, twice: all to be traced
    words = main_of(client.get("/paper/texas_42?way=points"))
    assert "Took Points Totals" in words
    assert main_of(client.get("/paper/texas_42?way=nonsense")) == main_of(client.get("/paper/texas_42"))


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.key)
def test_any_game_can_do_with_the_plain_sheet(app, game):
    page = BlankPage(game)
    with app.test_request_context():
        sheet = app.jinja_env.get_template("print/blank/any.html").render(page=page, game=game)
    columns = 2 + len(page.fields) + 2 * len(page.sides)
    assert sheet.count("<td>") + sheet.count('<th scope="row">') == 22 * columns


@pytest.mark.parametrize("players", range(2, 8))
def test_the_rows_of_a_leaf_are_as_many_as_fit(players):
    page = BlankPage(games()["knockout_whist"], players)
    one = 28 + 8 * players
    assert page.blocks * one <= PAGE < (page.blocks + 1) * one
