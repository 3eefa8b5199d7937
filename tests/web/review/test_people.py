"""A circle, its years, the matches behind each number, and questions: every number by hand.

In 2020 Ann and Cem won 8 of 10, Bob and Dee 2. Pulled to a half by twelve: (8 + 6) / 22 = 0.636, (2 + 6) / 22 = 0.364.
All four always had the same partner then, so that nobody has a rating of their own.
"""

from __future__ import annotations

import re
from html import unescape
from itertools import product

import pytest

from models.base import today
from models.review.ask.catalog import CUTS, METRICS
from tests.support.html import main_of
from tests.support.review_evenings import two_years
from tests.support.review_pages import counted, links, numbers_behind, page_of
from tests.support.tables import make_circle


@pytest.fixture
def people(app, client):
    """The uids of those who played, by name."""
    return two_years(app, client)


def statuses(client, addresses):
    return {address: client.get(address).status_code for address in addresses}


def test_a_circle(client, people):
    page = page_of(client, "/review?year=2020")
    assert "Ann won 8 of 10 No clear difference yet." in page
    assert page.index("Cem 8 of 10") < page.index("Bob 2 of 10")
    assert "Ann & Cem 8 of 10" in page
    assert "10 matches · 10 deals" in page
    assert "Never partners yet: Ann & Dee, Bob & Cem." in page_of(client, "/review")
    filtered = client.get("/review?game=boomke_wies&last=10").text
    assert re.search(r"<h1>Review: Boomke Wies <small>[^<]*, Last 10 evenings</small>", filtered)
    for empty in ("game=texas_42", "year=1990"):
        assert "No finished match yet" in page_of(client, f"/review?{empty}")
    wrong = [f"/review?{asked}" for asked in ("game=poker", "year=x", "year=99999", "last=3", "game=")]
    assert set(statuses(client, [*wrong, "/review/p/nobody"]).values()) == {404}


def test_before_the_first_match_every_page_says_so(client):
    make_circle(client)
    assert "No finished match yet" in page_of(client, "/review")
    empty = ("/review/g/boomke_wies", "/review/records", "/review/deals", "/review/deals?kind=boom")
    assert set(statuses(client, empty).values()) == {200}
    assert page_of(client, f"/review/year/{today().year}").endswith("Nothing was finished in this year yet.")


def test_a_year(client, people):
    page = page_of(client, "/review/year/2020")
    assert re.findall(r"Card (\d+) of 10", page) == [str(n) for n in range(1, 11)]
    for words in (
        "Card 1 of 10 2 evenings",
        "matches played 10 deals played 10",
        "The game of the year: Boomke Wies 10 deals of 10",
        "The pair of the year: Ann & Cem 8 of 10 won; between 50 and 75 in 100",
        "The bid of the year: 13 Said 10 times, made 10 times",
        "From Friday 6 March (Boomke Wies) to Friday 13 March (Boomke Wies).",
    ):
        assert words in page
    assert numbers_behind(client, "/review/year/2020") == [10] * 4
    dees = page_of(client, f"/review/year/2020?who={people['Dee']}")
    assert "The bid of the year Nobody had a bid to make." in dees
    assert re.search(r"The rivals: Dee and (Ann|Cem) Dee came out ahead 2 times, (Ann|Cem) 8 times.", dees)
    none = [f"/review/year/{year}" for year in (2019, 3, 99999, 2998)] + ["/review/year/2020?who=nobody"]
    assert set(statuses(client, none).values()) == {404}


def test_the_year_of_a_persian_reader_is_their_own(client, people):
    """Both evenings of 2020 are in 1398, before its new year on 20 March."""
    assert client.get("/review/year/1398").headers["Location"].endswith("/review/year/2019")
    client.set_cookie("language", "fa")
    assert client.get("/review/year/2019").headers["Location"].endswith("/review/year/1398")
    assert "۱۳۹۸" in client.get("/review/year/1398").text


def test_who_equalled_a_record_is_named(client, people):
    """Ann and Cem win the first five together: one holds the run, the other equals it."""
    listed = page_of(client, "/review/records?game=boomke_wies")
    assert re.search(r"Most wins in a row in this game (Ann|Cem) · [\w ]+ · equalled by (Ann|Cem) 5", listed)


MATCHES = {
    "": 11,
    "year=2020": 10,
    "first=2020-03-07": 6,
    "last=2020-03-12": 5,
    "game=boomke_wies": 11,
    "least=2": 0,
    "most=1": 11,
    "who={Ann}": 11,
    "who={Ann}&won=0": 2,
    "who={Ann}&partner={Cem}": 10,
    "who={Ann}&partner={Cem}&won=0": 2,
    "who={Ann}&against={Cem}": 1,
    "who={Cem}&against={Ann}&won=1": 0,
    "who={Ann}&against={Bob}&won=1": 8,
    "year=1990": 0,
}
SENSELESS = ("year=0", "first=2026-13-01", "first=2026-02-01&last=2026-01-01", "least=x", "won=2", "page=-1", "never=2",
             "rules=usual", "against={Ann}")  # fmt: skip
UNKNOWN = ("game=poker", "page=2", "who=nobody", "match=nomatch", "who={Ann}&partner=nobody", "after=what")


def test_matches_by_what_is_asked(client, people):
    address = "/review/matches?"
    assert {asked: counted(client, address + asked.format(**people)) for asked in MATCHES} == MATCHES
    page = page_of(client, address + "who={Ann}&partner={Cem}&won=0".format(**people))
    assert "with Cem" in page
    assert "Ann & Cem; a loss Boomke Wies; 13 Mar 2020; 1 deal" in page
    assert "won by Bob & Dee" in page_of(client, f"{address}year=2020")
    assert "Ann ahead" in page_of(client, address + "who={Cem}&against={Ann}".format(**people))
    for status, asked in (*product([400], SENSELESS), *product([404], UNKNOWN)):
        answer = client.get(address + asked.format(**people))
        assert answer.status_code == status, asked
        assert ("Something in this address makes no sense" in main_of(answer)) == (status == 400), asked


ANSWERS = {
    "metric=win&cut=person": "Ann 65 % 9 of 11 Cem 61 % 8 of 11 Bob 39 % 3 of 11 Dee 35 % 2 of 11",
    "metric=win&cut=person&year=2020": "Bob 36 % 2 of 10",
    "metric=win&cut=partner&year=2021": "Ann & Bob 1 of 1",
    "metric=win&cut=partner&who={Ann}": "Cem 64 % 8 of 10",
    "metric=win&cut=opponent&who={Ann}": "Bob 64 % 8 of 10",
    "metric=win&cut=order&who={Ann}&year=2020": "match 1 1 of 2 match 2 2 of 2",
    "metric=win&cut=writer": "who writes is known only once their phone has said yes or no",
    "metric=made&cut=bid&game=boomke_wies&rule=length:%22points%22": "13 100 % 11 of 11",
    "metric=made&cut=bid&game=boomke_wies&rule=length:%22open%22": "Nothing was recorded that answers this.",
    "metric=own&cut=bid&game=boomke_wies": "13 5 11 cases",  # each Boom gains five
    "metric=points&cut=person&game=boomke_wies&year=2020": "Bob −3 10 cases",
}
BEHIND_ANSWERS = {
    "metric=win&cut=person": {11},
    "metric=win&cut=partner": {10, 1},
    "metric=win&cut=opponent&who={Ann}": {1, 10, 11},
    "metric=win&cut=month&who={Ann}": {10, 1},
}
DEALS_BEHIND_ANSWERS = {
    "metric=made&cut=person&game=boomke_wies&year=2020": [8, 2],
    "metric=made&cut=month&game=boomke_wies&who={Ann}": [8, 1],
}


def test_questions_are_answered_and_each_row_leads_to_exactly_its_matches_or_deals(client, people):
    ask = "/review/ask?"
    page = page_of(client, ask)
    assert page.startswith("How often is a match won in all games , by person , of everybody , ever ?")
    assert "Answer 44 cases" in page
    for asked, words in ANSWERS.items():
        assert words in page_of(client, ask + asked.format(**people)), asked
    for asked, numbers in BEHIND_ANSWERS.items():
        assert {*numbers_behind(client, ask + asked.format(**people))} == numbers, asked
    for asked, numbers in DEALS_BEHIND_ANSWERS.items():
        rows = links(client, ask + asked.format(**people), "/review/deals")
        assert [client.get(row).text.count('href="/m/') for row in rows] == numbers, asked


@pytest.mark.thorough
def test_every_cut_answers_or_is_refused_in_words_and_only_what_makes_sense_is_offered(client, people):
    for metric, cut, who in (*product(METRICS, CUTS, [""]), *product(["win", "made"], CUTS, [people["Ann"]])):
        answer = client.get(f"/review/ask?metric={metric}&cut={cut}&who={who}&game=boomke_wies")
        assert answer.status_code in (200, 422), (metric, cut, who)
        assert ('role="alert"' in answer.text) == (answer.status_code == 422), (metric, cut, who)
    for begun in ("metric=made&cut=partner", "metric=length&cut=month"):
        for part in ("metric", "cut", "game", "who", "year"):
            page = client.get(f"/review/ask?{begun}&pick={part}").text
            offered = {unescape(address) for address in re.findall(r'<a class="chip" href="([^"]*)"', page)}
            assert {*statuses(client, offered).values()} == {200}, (begun, part)


def test_other_questions(client, people):
    page = client.get("/review/ask").text.partition("Other questions")[2]
    leads = [unescape(address) for address in re.findall(r'<a class="lead leads" href="([^"]*)"', page)]
    assert len(leads) == 14
    assert {*statuses(client, leads).values()} == {200}
    wrong = "metric=x cut=x who=x game=x year=20x6 year=0 rule=x:1&game=texas_42 rule=length:1 pick=x".split()
    assert {*statuses(client, [f"/review/ask?{asked}" for asked in wrong]).values()} == {404}
    never = page_of(client, "/review/ask/never-together")
    assert "Never partners Ann & Dee Bob & Cem" in never
    assert "Ann & Cem 10 matches" in never


def test_under_another_house_rule(client, people):
    """With a number of deals in place of five points no match would be over after one deal."""
    address = "/review/ask/rules?game=boomke_wies&rule="
    played = page_of(client, f"{address}length:%22points%22")
    assert "11 matches were played so already." in played
    assert "Ann 9 9 11" in played
    other = page_of(client, f"{address}length:%22open%22")
    assert "11 matches would not have been over yet; they count in no sum." in other
    assert "Choose a rule" in page_of(client, "/review/ask/rules")
    assert {*statuses(client, (f"{address}length:3", f"{address}x:1", "/review/ask/rules?game=x")).values()} == {404}


def test_the_figures_of_an_answer_are_there_as_csv(client, people):
    """Of ten matches Ann won eight: pulled to a half by twelve 14 of 22."""
    asked = "metric=win&cut=person&year=2020"
    [address] = links(client, f"/review/ask?{asked}", "/review/ask/answer")
    answer = client.get(address)
    assert answer.content_type == "text/csv; charset=utf-8"
    heads, first, *others = answer.data.decode("utf-8-sig").splitlines()
    assert heads == "what,cases,made,average,low,high"
    assert first.startswith(("Ann,10,8,0.6364,", "Cem,10,8,0.6364,"))
    assert len(others) == 3
    wrong = ("/review/ask/answer.csv?metric=money&cut=bid", "/review/ask/answer.csv?metric=nothing")
    assert [*statuses(client, wrong).values()] == [422, 404]
