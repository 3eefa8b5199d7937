"""The end of a match: who won and why, what is paid, the chart with its figures, and once more."""

from __future__ import annotations

from itertools import pairwise

import pytest
from sqlalchemy import select

from models.base import db
from models.matches import find_match
from models.tables import Result
from scoring.games import games
from table.chart import APART, BOTTOM, TOP, spread_apart
from tests.support.finished_matches import begun, finished
from tests.support.html import SVG, main_of, parsed, text
from tests.support.random_sheets import GAMES, sheet_of
from tests.support.records import play, reading_of, say, sealed
from tests.support.tables import send, sit_down

ROAD = {"maker": 0, "turned": True, "cards": [60, 40], "last_trick": 0}


def mark(bidder, bid, made):
    return {"bidder": bidder, "bid": bid, "made": made}


ALL = (
    mark(0, 30, True),
    mark(1, 31, True),
    mark(0, 30, False),
    mark(3, 84, False),
    mark(2, 84, True),
    {"bidder": None},
    {"bidder": None},
    mark(0, 84, True),
)


@pytest.fixture
def texas(app, client):
    """The uid of a match of marks that is over, 7 to 2, played with stakes."""
    match = sit_down(client, "texas_42", stake_per_mark="0.25", stake_per_set="1.00")
    play(app, match, *ALL)
    return match


def test_it_works(app, client, texas):
    answer = client.get(f"/m/{texas}", headers={"X-Part": "table"})  # also the last tap with script brings all of it
    words, page = main_of(answer), parsed(answer)
    assert (
        "Ann & Cem 7 to 2 ALL is written, and ALL is all there is Ann: bid 2 marks, took all seven tricks: Ann & Cem +2"
        in words
    )
    assert "Bob & Dee pay 2.25 5 marks short at 0.25, set once at 1.00" in words
    assert text(page.find(".//title")) == "Ann & Cem win"
    assert "8 deals, 1 minute" in text(page.find(".//header"))
    assert "Losers deal Bob Same again Ann deals" in words
    rows = [[text(cell) for cell in row] for row in page.find(".//tbody")]
    assert rows[-1] == ["8", "7", "2"]
    assert [row[0] for row in rows] == list("12345678")
    ways = [path.get("d") for path in page.iter(SVG + "path") if path.get("class") == "way"]
    assert len(ways) == 2
    assert ways[1].count("V") == 4  # the winner's line lies on top and rises four times
    assert page.find(f".//{SVG}svg[@class='chart']").get("aria-label") == "Ann & Cem 7, Bob & Dee 2"
    links = [link.get("href", "") for link in page.iter("a")]
    assert sum("/deal/" in link for link in links) == 8
    assert links.count(f"/m/{texas}/paper") == 1
    send(client, f"/m/{texas}/undo", **sealed(app, texas))
    assert reading_of(app, texas).sheet.outcome is None
    assert "ALL is written" not in main_of(client.get(f"/m/{texas}"))


def test_every_game_ends_in_its_own_manner(app, client):
    two = {"first_hand": "2", "dogs_life": "off"}
    for game, names, rules, deal, words in (
        (
            "boomke_wies",
            (),
            {},
            {"declarer": 2, "contract": 13, "tricks": 13},
            "Ann & Cem 5 to 0 ahead when we stopped",
        ),
        ("clobyosh", ("Ann", "Bob"), {"target": "60"}, ROAD, "Ann 70 to 40 reached 60"),
        ("zwanzig_ab", (), {"start": "4"}, {"trump": "hearts", "tricks": [3, 1, 1, None]}, "4 down to −2"),
        ("knockout_whist", ("Ann", "Bob"), two, {"tricks": [2, 0]}, "Ann the last one left Bob out: Ann 2, Bob none"),
    ):
        match = sit_down(client, game, *names, **rules)
        play(app, match, deal)
        if game == "boomke_wies":
            say(app, match, "close")
        assert words in main_of(client.get(f"/m/{match}"))
    match = sit_down(client, "knockout_whist", "Ann", "Bob", "<b>Cem", first_hand="3")
    play(app, match, {"tricks": [2, 1, 0]}, {"tricks": [1, 0, 1], "chooser": 0}, {"tricks": [0, None, 1]})
    words = main_of(client.get(f"/m/{match}"))
    assert "Back from a dog’s life." in words
    assert "<b>Cem in to the end Ann out in deal 3 Bob out in deal 2" in words
    match = sit_down(client, "boomke_wies")
    say(app, match, "adjust", points=[1, 0], note="")
    say(app, match, "close")
    answer = client.get(f"/m/{match}")
    assert answer.status_code == 200
    assert "0 deals" in text(parsed(answer).find(".//header"))


def test_very_many_deals_fit_in_the_chart(app, client):
    match = sit_down(client, "boomke_wies")
    play(app, match, *[{"declarer": n % 3, "contract": 7 + n % 7, "tricks": n * 5 % 14} for n in range(60)])
    say(app, match, "close")
    chart = parsed(client.get(f"/m/{match}")).find(f".//{SVG}svg[@class='chart']")
    assert len([label for label in chart.iter(SVG + "text") if label.get("class") == "lab"]) < 20
    for heights in ([1000, 1000, 990, 200], [1660] * 4, [190, 1660], [190] * 7, [300, 190, 250, 1600], [1660] * 7):
        placed = sorted(spread_apart(heights))
        assert all(below - above >= APART for above, below in pairwise(placed))
        assert TOP <= placed[0] <= placed[-1] <= BOTTOM


# Once more


def test_again_is_a_new_match_of_the_same_evening_with_who_sits_there_now(app, client, texas):
    for deals, dealer in (("next", 0), ("losers", 1)):
        answers = [send(client, f"/m/{texas}/again", deals=deals) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        [place] = {answer.location for answer in answers}
        with app.app_context():
            old, new = find_match(texas), find_match(place.rpartition("/")[2])
            assert new.evening_id == old.evening_id
            assert (new.players, new.game, new.first_dealer) == (old.players, old.game, dealer)
            assert new.rules["stake_per_set"] == 100
        assert client.get(place).status_code == 200
    match = sit_down(client, "boomke_wies")
    say(app, match, "seat", seat=1, player="Eve")
    say(app, match, "rules", rules={"meetje_fine": "none"})
    play(app, match, {"declarer": 0, "contract": 8, "tricks": 9})
    say(app, match, "close")
    words = main_of(client.get(f"/m/{match}"))
    assert "Same again Eve deals" in words
    assert "Losers deal" not in words
    new = send(client, f"/m/{match}/again", deals="losers").location.rpartition("/")[2]
    with app.app_context():
        assert find_match(new).players == ("Ann", "Eve", "Cem", "Dee")
        assert find_match(new).rules["meetje_fine"] == "none"
        assert find_match(new).first_dealer == 1


MATCHES = 3


@pytest.mark.parametrize("key", GAMES)
def test_stored_places_are_those_of_the_page(app, client, key):
    for match in finished(key, MATCHES):
        names = match["players"]
        uid = begun(app, client, match)
        play(app, uid, *match["deals"])
        if not sheet_of(match | {"closed": False}).outcome:
            say(app, uid, "close")
        page = parsed(client.get(f"/m/{uid}"))
        with app.app_context():
            stored = {
                row.name: row.place for row in db.session.scalars(select(Result).where(Result.match.has(uid=uid)))
            }
        shown = [text(item) for item in page.findall(".//ol[@class='places']/li")]
        order = [next(name for name in names if words.startswith(name)) for words in shown]
        won = {name for heading in page.findall(".//section[@class]/h2") for name in names if name in text(heading)}
        assert won == {name for name, place in stored.items() if place == 1}
        assert len(order) == (len(names) if len(games()[key].table(names, 0).sides) > 2 else 0)
        assert [stored[name] for name in order] == sorted(stored[name] for name in order)
