"""The pages of a person and of two: every number by hand, and behind each row exactly what it counts.

In 2020 Ann and Cem won 8 of 10 against Bob and Dee; in 2021 Ann won once with Bob against Cem and Dee.
"""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select, update

from models.base import db
from models.review.tables import SeatFact
from models.tables import Match, Player
from models.transaction import write_transaction
from tests.support.records import play
from tests.support.review_evenings import one_deal, two_years
from tests.support.review_pages import counted, links, numbers_behind, page_of
from tests.support.tables import make_circle, send, start


@pytest.fixture
def people(app, client):
    """The uids of those who played, by name."""
    return two_years(app, client)


def uids_of(app):
    with app.app_context():
        return dict(db.session.execute(select(Player.name, Player.uid)).all())


def test_a_person(client, people):
    address = f"/review/p/{people['Ann']}"
    page = page_of(client, address)
    for words in (
        "9 of 11 matches won",
        "The last 11 matches 9 won",
        "By game the notch is even Boomke Wies 9 of 11",
        "With won together Bob 1 of 1 Cem 8 of 10",
        "Against Ann ahead Cem 1 of 1 Dee 9 of 11 Bob 8 of 10",
        "Bids, Boomke Wies Boom made 9 of 9",
        "Past evenings All matches 11",
    ):
        assert words in page
    assert "one of four" not in page
    assert numbers_behind(client, address) == [11, 11]
    assert counted(client, f"/review/matches?who={people['Ann']}&won=1") == 9
    [deals] = links(client, address, "/review/deals")
    assert client.get(deals).text.count('href="/m/') == 9
    [evenings] = links(client, address, "/evenings")
    assert "3 evenings" in client.get(evenings).text
    assert "Ann" in page_of(client, links(client, address, f"{address}/")[0])
    assert "0 of 0" not in page_of(client, f"/review/p/{people['Bob']}")
    assert client.get("/review/p/nobody").status_code == 404


def test_a_level_match_stands_beside_the_fraction_and_is_in_the_list(app, client):
    make_circle(client)
    one_deal(app, client, 0)
    level = one_deal(app, client, 0)
    with app.app_context():
        match = db.session.scalar(select(Match.id).where(Match.uid == level))
        with write_transaction() as session:
            session.execute(update(SeatFact).where(SeatFact.match_id == match).values(won=False, level=True, place=1))
    people = uids_of(app)
    address = f"/review/p/{people['Ann']}"
    page = page_of(client, address)
    assert "1 of 1 match won 1 more match ended level: nobody won it." in page
    assert "Boomke Wies 1 more was level 1 of 1" in page
    assert numbers_behind(client, address) == [2, 2]
    pair = page_of(client, f"{address}/{people['Cem']}")
    assert "1 of 1 match won together 1 more match ended level." in pair
    assert re.search(r"Last match together [^·]+ · level", pair)
    assert numbers_behind(client, f"{address}/{people['Bob']}") == [2]


def test_where_each_plays_alone_the_page_says_what_is_even(app, client):
    make_circle(client)
    match = start(client, "zwanzig_ab", start=5)
    play(app, match, {"trump": "clubs", "tricks": [5, 0, 0, 0]})
    page = page_of(client, f"/review/p/{uids_of(app)['Ann']}")
    assert "Zwanzig ab 1 of 1 When four play alone, one of four is even." in page


def test_what_is_private_is_seen_only_where_somebody_said_who_they_are(app, client):
    """Cem keeps his cards in Zwanzig ab of his own will, and takes a trick each time."""
    make_circle(client)
    play(
        app,
        start(client, "zwanzig_ab", start=10, special_deals="off"),
        *[{"trump": "clubs", "tricks": [1, 2, 1, 1]}] * 5,
    )
    uids = uids_of(app)
    private = "First things to look at"
    assert private not in page_of(client, f"/review/p/{uids['Cem']}")
    with client.session_transaction() as session:
        session["claimed_seats"] = {"an evening": uids["Cem"]}
    own = page_of(client, f"/review/p/{uids['Cem']}")
    assert re.search(r"First things to look at only you see this Stayed by choice, took a trick Zwanzig ab · \d", own)
    assert private not in page_of(client, f"/review/p/{uids['Ann']}")


def test_who_was_merged_is_one_person(app, client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Anna")
    for name in ("Ann", "Anna"):
        one_deal(app, client, 0, name, "Bob", "Cem", "Dee")
    uids = uids_of(app)
    assert send(client, f"/circle/players/{uids['Anna']}/merge", **{"as": uids["Ann"]}).status_code == 303
    page = page_of(client, "/review")
    assert "2 of 2" in page
    assert "Anna" not in page
    assert "2 of 2 matches won" in page_of(client, f"/review/p/{uids['Ann']}")
    assert "2 of 2 matches won together" in page_of(client, f"/review/p/{uids['Ann']}/{uids['Cem']}")


def test_two_people(client, people):
    ann, bob, cem = (people[name] for name in ("Ann", "Bob", "Cem"))
    address = f"/review/p/{ann}/{cem}"
    page = page_of(client, address)
    for words in (
        "Together 8 of 10 matches won together",
        "First match together 6 Mar 2020 · won together Last match together 13 Mar 2020 · lost together",
        "Against each other 1 of 1 time Ann ahead of Cem",
        "Each over all matches matches won Ann 9 of 11 Cem 8 of 11 No clear difference yet.",
    ):
        assert words in page
    assert numbers_behind(client, address) == [10, 1]
    assert len(links(client, address, "/m/")) == 2
    assert "8 of 10 times Ann ahead of Bob" in page_of(client, f"/review/p/{ann}/{bob}")
    assert "2 of 10 times Bob ahead of Ann" in page_of(client, f"/review/p/{bob}/{ann}")
    nobody = [f"/review/p/{ann}/nobody", f"/review/p/nobody/{ann}"]
    assert {client.get(one).status_code for one in nobody} == {404}
    assert client.get(f"/review/p/{ann}/{ann}").headers["Location"].endswith(f"/review/p/{ann}")


def test_two_who_never_met_are_told_so(app, client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Eve")
    one_deal(app, client, 0, "Ann", "Bob", "Cem", "Dee")
    uids = uids_of(app)
    assert "These two never played the same match." in page_of(client, f"/review/p/{uids['Ann']}/{uids['Eve']}")
    assert "No finished match yet." in page_of(client, f"/review/p/{uids['Eve']}")
