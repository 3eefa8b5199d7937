"""The pages of review as players read them on two golden circles; what they say where nothing was played.

In 2020 Ann and Cem won 8 of 10, in 2021 Ann once with Bob (two_years); the others are the golden games. Every number
of other circles is counted a second time in tests/review/, where its row leads in test_links.py.
"""

from __future__ import annotations

import re
from html import unescape

from sqlalchemy import select

from models.base import db
from models.tables import Player
from scoring.games.texas_42.rules import MARK_CONTRACTS, TRUMP
from scoring.review import KEYS, review_of
from scoring.words import SUITS
from tests.support.records import play
from tests.support.review_evenings import one_deal, two_years
from tests.support.review_games import EIGHT, golden_games
from tests.support.review_pages import page_of, rows_of
from tests.support.tables import make_circle, start
from web.review.ask import QUESTIONS

YEARS = {
    "/review?year=2020": ("Ann won 8 of 10 No clear difference yet.", "All matches on 2 evenings 10 All deals 10"),
    "/review": ("Ann rating 1563? 9 of 11", "Never partners yet: Ann & Dee, Bob & Cem."),
    "/review?year=2021": (
        "Who wins matches won Fewer than ten matches are drawn one by one: a dotted one was not won. Ann",
    ),
    "/review?game=texas_42": ("No finished match yet",),
    "/review?year=1990": ("No finished match yet",),
    "/review/p/{Ann}": ("Rating everybody begins at 1500 All games 1563? Boomke Wies 1563? The lines",),
    "/review/year/2020": (
        "2 evenings 10 matches · 10 deals",
        "Ann matches won 8 of 10 Cem matches won 8 of 10 Ann & Cem won together 8 of 10",
        "Most points in a deal Boomke Wies Ann & Cem · 6 Mar 2020 · equalled by Bob & Dee 5 points",
    ),
    "/review/records?year=2020": ("Most wins in a row Ann · 6 Mar 2020 · equalled by Cem 5",),
}
GAMES = {
    "/review/g/boomke_wies": (
        *("8: made 7 of 8", "Bids made 8 7 of 8 9 0 of 1 Boom 1 of 2", "A Meetje brings 1 deal −3"),
        *("Ann 1 of them over 8; highest made: 8 1 of 3", "The first to speak has the bid 1 of 3"),
    ),
    "/review/g/texas_42": (
        "2 marks 0 of 1 Nello 1 of 1",
        "Set by one 1 deal",
        "The dealer’s 30 after three passes 1 of 1",
    ),
    "/review/g/clobyosh": (
        "Took the turned suit 1 of 1",
        "Sequences and Bela points a deal The maker, made 2 deals 10",
    ),
    "/review/g/knockout_whist": (
        "Came through on a dog’s life 1 of 3",
        "Who names trump tricks a deal Ann 3 deals 4.3",
    ),
    "/review/g/zwanzig_ab": ("Stayed by choice, took a trick 2 of 4", "The maker, doubled 2 deals 4"),
    "/review/records?game=texas_42": ("Highest bid made Nello · Ann & Cem · ", "Longest match Ann, Bob, Cem, Dee · "),
}
TIMES = "game=poker", "year=x", "year=99999", "last=3", "game=", "year=2020&last=10"
NONE = [f"/review/{path}" for path in ("g/poker", "g/boomke_wies?year=x", "p/nobody", "ask/nothing", "ask/with?who=")]
NONE += [f"/review{path}?{time}" for path in ("", "/ask/winners") for time in TIMES]
NONE += ["/review/ask/with?game=zwanzig_ab", "/review/ask/with?who=nobody", "/review/ask/bids?game=knockout_whist"]


def missing(client, golden, **people):
    """What is not said where it should be."""
    pages = {address: page_of(client, address.format(**people)) for address in golden}
    return [(address, words) for address in golden for words in golden[address] if words not in pages[address]]


def test_pages_as_players_read_them(app, client):
    people = two_years(app, client)
    assert missing(client, YEARS, **people) == []
    assert {address: client.get(address).status_code for address in NONE} == dict.fromkeys(NONE, 404)
    for asked, said in (("", "9 of 11 matches"), ("?year=2020", "8 of 10 matches"), ("?year=2021", "1 of 1 match")):
        person = re.search(rf'href="(/review/p/{people["Ann"]}[^"/]*)"', client.get(f"/review{asked}").text)[1]
        assert f" {said} won" in page_of(client, unescape(person)), "a row leads to a page that counts the same"
    questions = rows_of(client, "/review/ask")
    assert len(questions) == len(QUESTIONS)
    assert {client.get(address).status_code for address, _ in questions} == {200}
    client.set_cookie("language", "fa")
    assert "</bdi>، <bdi>Bob</bdi>" in client.get("/review").text, "names are listed as the language does it"
    assert re.search('class="of">[۰-۹]+&nbsp;: ', client.get("/review/matches").text), "a score runs as one reads"


def test_pages_of_games_as_players_read_them(app, client):
    golden_games(app, client)
    assert missing(client, GAMES) == []
    for game in KEYS:
        assert "No match of this game was finished then." in page_of(client, f"/review/g/{game}?year=1990")
    contracts = [choice.value for choice in (*TRUMP.choices, *MARK_CONTRACTS[1:])] + ["low_no"]
    asked = [f"game=texas_42&trump={contract}" for contract in contracts]  # trumps there are contracts too
    asked += [f"game={key}&trump={suit.value}" for key in KEYS for suit in SUITS]
    asked += [f"game={key}&kind={kind}" for key in KEYS for kind in review_of(key).wordings]
    assert [one for one in asked if client.get(f"/review/deals?{one}").status_code != 200] == []


def test_what_a_bid_brings_stands_below_it_and_one_mark_has_one_name(app, client):
    """Eleven eights of which nine are made bring (9 - 4) / 11; of 1 to win and 2 to lose two in three are even."""
    make_circle(client)
    lost = {"declarer": 0, "contract": 8, "tricks": 6}
    play(app, start(client, "boomke_wies", length="deals", length_value=11), *[EIGHT] * 9, *[lost] * 2)
    page = page_of(client, "/review/g/boomke_wies")
    assert "8: made 9 of 11 brings 0.5 points a deal" in page
    assert "The notch: made that often, a bid brings nothing and costs nothing." in page
    mark = {"bidder": 0, "bid": 42, "trump": 3, "points": 42}
    play(app, start(client, "texas_42", target_marks=2), mark, mark)
    assert "Ann 0 of them over 1 mark; highest made: 1 mark 2 of 2" in page_of(client, "/review/g/texas_42")


def test_before_the_first_match_every_page_says_so(app, client):
    make_circle(client)
    play(app, start(client, "boomke_wies"), EIGHT)
    for page in ("", "/g/boomke_wies", "/records", "/ask", "/g/texas_42"):
        assert "No finished match yet" in page_of(client, f"/review{page}")
    for question in QUESTIONS:
        assert "Nothing was recorded that answers this." in page_of(client, f"/review/ask/{question}"), question
    assert {client.get(f"/review/deals{asked}").status_code for asked in ("", "?kind=boom")} == {200}


def test_two_who_never_met_are_told_so(app, client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Eve")
    one_deal(app, client, 0, "Ann", "Bob", "Cem", "Dee")
    uids = uids_of(app)
    page = page_of(client, f"/review/p/{uids['Ann']}/{uids['Eve']}")
    assert "These two never played the same match." in page
    assert "0 of 0" not in page
    assert "No finished match yet." in page_of(client, f"/review/p/{uids['Eve']}")


def uids_of(app):
    with app.app_context():
        return dict(db.session.execute(select(Player.name, Player.uid)).all())


def test_what_is_private_is_seen_only_where_somebody_said_who_they_are(app, client):
    """Cem keeps his cards in Zwanzig ab of his own will, and takes a trick each time."""
    make_circle(client)
    deals = [{"trump": "clubs", "tricks": [1, 2, 1, 1]}] * 5
    play(app, start(client, "zwanzig_ab", start=10, special_deals="off"), *deals)
    uids, private = uids_of(app), "First things to look at"
    page = page_of(client, f"/review/p/{uids['Bob']}")
    assert private not in page
    assert "When four play alone" not in page, "of so few matches no notch is drawn"
    with client.session_transaction() as session:
        session["claimed_seats"] = {"an evening": uids["Cem"]}
    own = page_of(client, f"/review/p/{uids['Cem']}")
    assert f"{private} only you see this Stayed by choice, took a trick Zwanzig ab · " in own
    assert private not in page_of(client, f"/review/p/{uids['Ann']}")
