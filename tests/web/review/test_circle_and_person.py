"""The review of a circle and of a person on ten matches, every number worked out by hand.

Ann and Cem won 8 of 10, Bob and Dee 2. Pulled to a half by twelve: (8 + 6) / 22 = 0.636, (2 + 6) / 22 = 0.364. All four
always have the same partner, so that there is a rating of each pair and none of a person; it is shown from 30 on.
"""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from models.base import db
from models.review.past.people import Person
from models.review.statistics.rates import Rate
from models.tables import Player
from tests.support.html import main_of, parsed, text
from tests.support.records import play
from tests.support.review_evenings import one_deal, ten_matches
from tests.support.review_games import EIGHT
from tests.support.tables import make_circle, send, start
from web.review.circle.standings import together_words


def texts(client, address):
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main_of(answer)))


def player(app, name):
    """The uid of a player."""
    with app.app_context():
        return db.session.scalar(select(Player.uid).where(Player.name == name).order_by(Player.id.desc()))


@pytest.fixture
def played(app, client):
    ten_matches(app, client)


@pytest.mark.usefixtures("played")
def test_the_last_evening_is_told_in_the_heaviest_line_of_its_story(client):
    rows = [one for one in parsed(client.get("/review")).iter("a") if one.get("class") == "lead leads"]
    [link] = [row for row in rows if (row.get("href") or "").endswith("/story")]
    lines = [text(line) for line in parsed(client.get(link.get("href"))).find(".//ol").iter("li")]
    told, _, day = text(link).rpartition(" Last evening, ")
    assert lines[1].startswith(told)
    assert len(told) > 10
    assert day


@pytest.mark.usefixtures("played")
def test_the_circle(client):
    page = texts(client, "/review")
    assert "10 matches · 10 deals" in page
    assert page.index("Ann") < page.index("64 %")
    assert [page.count(share) for share in ("64 %", "36 %")] == [3, 3]  # two people and their pair
    assert "8 of 10" in page
    assert "2 of 10" in page
    assert "Ann and Cem cannot be told apart yet." in page
    assert "Never partners yet: Ann & Bob, Ann & Dee, Bob & Cem, Cem & Dee." in page


@pytest.mark.usefixtures("played")
def test_filters_leave_what_they_say(app, client):
    assert "10 matches" in texts(client, "/review?game=boomke_wies&last=10")
    assert "No finished match yet" in texts(client, "/review?game=texas_42")
    assert "No finished match yet" in texts(client, "/review?year=1990")
    for wrong in ("game=poker", "year=x", "year=99999", "last=3", "game="):
        assert client.get(f"/review?{wrong}").status_code == 404


@pytest.mark.usefixtures("played")
def test_the_heading_says_what_is_filtered_and_how_sure_leads_back_to_it(client):
    page = client.get("/review?game=boomke_wies&last=10").text
    assert "<h1>Review: Boomke Wies <small>" in page
    assert re.search(r"<small>[^<]*, Last 10 evenings</small>", page)
    year = page.index("year=2")
    assert page.index(">Always<") < page.index(">Last 10 evenings<") < page.index("</a>", year)
    assert "/review/how-sure?game=boomke_wies&amp;last=10" in page
    assert 'href="/review?game=boomke_wies&amp;last=10"' in client.get("/review/how-sure?game=boomke_wies&last=10").text
    assert client.get("/review/how-sure?game=poker").status_code == 404


def measured(*shares):
    """People with rates of so many in 100 and narrow bands, from 100 matches each."""
    return [
        ((Person(n, "pqr"[n], "PQR"[n], False),), Rate(0, 100, share / 100, share / 100 - 0.2, share / 100 + 0.2, True))
        for n, share in enumerate(shares)
    ]


def test_standings_say_how_many_evenings_it_would_take(app):
    """Five apart need 2 x 0.525 x 0.475 x (1.2816 / 0.05)^2 = 328 matches of each; 228 more, two an evening: 114."""
    far, near = "it would take more than 999 evenings more.", "about 114 evenings more would show."
    with app.test_request_context("/"):
        said = [together_words(measured(*shares), 50).striptags() for shares in ((55, 50), (55, 54.99, 50))]
    assert said[0] == f"P and Q cannot be told apart yet: {near}"
    assert said[1] == f"P and Q cannot be told apart yet: {far} P and R cannot be told apart yet: {near}"


@pytest.mark.usefixtures("played")
def test_two_have_the_same_share_in_the_list_of_pairs_and_on_their_own_page(app, client):
    ann, cem = player(app, "Ann"), player(app, "Cem")
    listed = re.search(rf'href="/review/p/{ann}/{cem}".*?<b>(\d+) %</b>', client.get("/review").text, re.DOTALL)
    assert listed
    assert f"{listed[1]} %," in texts(client, f"/review/p/{ann}/{cem}")


@pytest.mark.usefixtures("played")
def test_a_person(app, client):
    """Of 13 the circle made 10 of 10: usual is (10 + 13) / 30 = 0.767, Ann's 8 of 8 then (8 + 9.2) / 20 = 0.86."""
    page = texts(client, f"/review/p/{player(app, 'Ann')}")
    assert "8 of 10 matches won" in page
    assert re.search(r"Longest run won [^.]* 3 Longest run lost [^.]* 1 Won in a row just now [^.]* 3 ", page)
    assert "Boom" in page
    assert "86 % 8 of 8" in page
    assert "Most beaten: Bob 8–2" in page
    bob = texts(client, f"/review/p/{player(app, 'Bob')}")
    assert "Most lost to: Ann 2–8" in bob
    assert "2 of 2" in bob
    assert client.get("/review/p/nobody").status_code == 404


def test_who_was_merged_is_one_person(app, client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Anna")
    one_deal(app, client, 0, "Ann", "Bob", "Cem", "Dee")
    one_deal(app, client, 0, "Anna", "Bob", "Cem", "Dee")
    with app.app_context():
        one, into = (player(app, name) for name in ("Anna", "Ann"))
    assert send(client, f"/circle/players/{one}/merge", **{"as": into}).status_code == 303
    page = texts(client, "/review")
    assert "2 of 2" in page
    assert "Anna" not in page


def test_a_circle_that_has_not_played(client):
    make_circle(client)
    assert "No finished match yet" in texts(client, "/review")
    assert "Under eight there is no percentage" in texts(client, "/review/how-sure")


def test_what_is_private_is_seen_only_where_somebody_said_who_they_are(app, client):
    """Cem keeps his cards in Zwanzig ab three times of his own will, and takes a trick each time."""
    make_circle(client)
    uid = start(client, "zwanzig_ab")
    for _ in range(3):
        play(app, uid, {"trump": "clubs", "tricks": [1, 2, 1, 1]})
    cem = player(app, "Cem")
    page = texts(client, f"/review/p/{cem}")
    assert "First things to look at" not in page
    with client.session_transaction() as session:
        session["claimed_seats"] = {"an evening": cem}
    own = texts(client, f"/review/p/{cem}")
    assert "First things to look at" in own
    assert "only you see this" in own
    assert "First things to look at" not in texts(client, f"/review/p/{player(app, 'Ann')}")


def test_no_drawing_is_told_in_markup(app, client):
    """A hundred deals of one seat: what the dealer's side gains is drawn, and its signs are plain text."""
    make_circle(client)
    for _ in range(5):
        play(app, start(client, "boomke_wies", length="deals", length_value=24), *[EIGHT] * 24)
    pages = [client.get(page).text for page in ("/review", "/review/g/boomke_wies")]
    assert all(re.search(r'aria-label="[+−]?\d\.\d( a deal)?, between ', page) for page in pages)
    assert not any("&lt;" in page for page in pages)


def test_a_season_stands_among_the_times_and_a_record_on_the_page_of_who_holds_it(app, client):
    ten_matches(app, client)
    year = {"first": "2026-01-01", "last": "2026-12-31", "counts": "places"}
    address = send(client, "/review/seasons", name="Autumn cup", **year).headers["Location"]
    assert f'<a href="{address}">Autumn cup</a>' in client.get("/review").text
    assert " Records Comeback: the winners’ lowest chance All games" in texts(client, f"/review/p/{player(app, 'Ann')}")
    assert " Records Comeback" not in texts(client, f"/review/p/{player(app, 'Bob')}")
