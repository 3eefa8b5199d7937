"""Questions on evenings of which every number is known: each pair of metric and cut answers or is refused in words."""

from __future__ import annotations

import re
from datetime import date
from itertools import product

import pytest
from sqlalchemy import select

from models.base import db
from models.review.ask.catalog import CUTS, METRICS
from models.tables import Player
from tests.support.html import main_of, parsed
from tests.support.review_evenings import evening_on, ten_matches
from tests.support.tables import make_circle

ANN_CEM, BOB_DEE = ("Ann", "Bob", "Cem", "Dee"), ("Bob", "Ann", "Dee", "Cem")


@pytest.fixture
def ann(app, client):
    """The uid of Ann, who won eight of ten with Cem."""
    make_circle(client)
    evening_on(app, date(2020, 3, 6), ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM)
    evening_on(app, date(2021, 3, 13), BOB_DEE, ANN_CEM, ANN_CEM, ANN_CEM, BOB_DEE)
    with app.app_context():
        return db.session.scalar(select(Player.uid).where(Player.name == "Ann"))


def page_of(client, address):
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return main_of(answer)


def test_who_wins(client, ann):
    """8 of 10, pulled to a half by twelve: 14 of 22; 2 of 10: 8 of 22."""
    page = page_of(client, "/review/ask")
    assert page.startswith("How often is a match won in all games , by person , of everybody , ever ?")
    assert "Answer 40 cases" in page
    assert page.count("64 % 8 of 10") == page.count("36 % 2 of 10") == 2
    assert page.index("Ann 64 %") < page.index("Bob 36 %")


def test_filters(client, ann):
    assert "Ann & Cem 5 of 5" in page_of(client, "/review/ask?metric=win&cut=partner&year=2020")
    assert "Cem 64 % 8 of 10" in page_of(client, f"/review/ask?metric=win&cut=partner&who={ann}")
    page = page_of(client, f"/review/ask?metric=win&cut=opponent&who={ann}")
    assert "Bob 64 % 8 of 10 Dee 64 % 8 of 10" in page
    order = page_of(client, f"/review/ask?metric=win&cut=order&who={ann}")
    assert "match 1 1 of 2 match 2 2 of 2" in order
    under = page_of(client, "/review/ask?metric=made&cut=bid&game=boomke_wies&rule=length:%22points%22")
    assert "13 100 % 10 of 10" in under
    other = page_of(client, "/review/ask?metric=made&cut=bid&game=boomke_wies&rule=length:%22open%22")
    assert "Nothing was recorded that answers this." in other


def test_means(client, ann):
    """Each Boom gains five for the declarer, and each match has one deal, which swings nothing that is known."""
    page = page_of(client, "/review/ask?metric=own&cut=bid&game=boomke_wies")
    assert "13 5 10 cases" in page
    points = page_of(client, "/review/ask?metric=points&cut=person&game=boomke_wies")
    assert "Ann 3 10 cases" in points
    assert "Bob −3 10 cases" in points


def test_a_row_leads_to_exactly_its_deals(client, ann):
    page = client.get("/review/ask?metric=made&cut=person&game=boomke_wies").get_data(as_text=True)
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/review/deals[^"]*)"', page)]
    found = [client.get(link).get_data(as_text=True).count('href="/m/') for link in links]
    assert found == [8, 2]
    month = client.get(f"/review/ask?metric=made&cut=month&game=boomke_wies&who={ann}").get_data(as_text=True)
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="(/review/deals[^"]*)"', month)]
    assert [client.get(link).get_data(as_text=True).count('href="/m/') for link in links] == [5, 3]


@pytest.mark.thorough
def test_every_cut_answers_or_is_refused_in_words(client, ann):
    for metric, cut, who in product(METRICS, CUTS, ("", ann)):
        answer = client.get(f"/review/ask?metric={metric}&cut={cut}&who={who}&game=boomke_wies")
        assert answer.status_code in (200, 422), (metric, cut, who)
        assert ('role="alert"' in answer.text) == (answer.status_code == 422), (metric, cut, who)
        parsed(answer)


@pytest.mark.thorough
def test_only_what_makes_sense_is_offered(client, ann):
    for begun in ("", "metric=made&cut=partner", "metric=length&cut=month", "metric=none&cut=person"):
        for part in ("metric", "cut", "game", "who", "year"):
            page = client.get(f"/review/ask?{begun}&pick={part}").text
            offered = {address.replace("&amp;", "&") for address in re.findall(r'<a class="chip" href="([^"]*)"', page)}
            assert offered, (begun, part)
            assert {client.get(address).status_code for address in offered} == {200}, (begun, part)


def test_every_other_question_leads_somewhere(client, ann):
    page = client.get("/review/ask").get_data(as_text=True).partition("Other questions")[2]
    links = re.findall(r'<a class="lead leads" href="([^"]*)"', page)
    assert len(links) == 15
    for address in links:
        assert client.get(address.replace("&amp;", "&")).status_code == 200, address


def test_what_is_no_question_is_not_there(client, ann):
    wrong = "metric=x cut=x who=x game=x year=20x6 year=0 rule=x:1&game=texas_42 rule=length:1 pick=x".split()
    assert [client.get(f"/review/ask?{asked}").status_code for asked in wrong] == [404] * len(wrong)


def test_luck_and_never(client, ann):
    assert "Not yet: 10 matches, 60 are needed among four people." in page_of(client, "/review/ask/luck")
    page = page_of(client, "/review/ask/never-together")
    assert "Never partners Ann & Bob Ann & Dee Bob & Cem Cem & Dee" in page
    assert "Ann & Cem 10 matches" in page


def test_under_another_house_rule(client, ann):
    """With a number of deals in place of five points no match would be over after one deal."""
    played = page_of(client, "/review/ask/rules?game=boomke_wies&rule=length:%22points%22")
    assert "10 matches were played so already." in played
    assert "Ann 8 8 10" in played
    other = page_of(client, "/review/ask/rules?game=boomke_wies&rule=length:%22open%22")
    assert "10 matches would not have been over yet; they count in no sum." in other
    assert "Choose a rule" in page_of(client, "/review/ask/rules")
    for wrong in ("game=x", "game=boomke_wies&rule=length:3", "game=boomke_wies&rule=x:1"):
        assert client.get(f"/review/ask/rules?{wrong}").status_code == 404


def test_the_figures_of_an_answer_are_there_as_csv(app, client):
    """Of ten matches Ann won eight: pulled to a half by twelve 14 of 22."""
    ten_matches(app, client)
    page = client.get("/review/ask?metric=win&cut=person").text
    assert "/review/ask/answer.csv?metric=win&amp;cut=person" in page
    answer = client.get("/review/ask/answer.csv?metric=win&cut=person")
    assert answer.content_type == "text/csv; charset=utf-8"
    heads, first, *others = answer.data.decode("utf-8-sig").splitlines()
    assert heads == "what,cases,made,average,low,high"
    assert first.startswith(("Ann,10,8,0.6364,", "Cem,10,8,0.6364,"))
    assert len(others) == 3
    assert client.get("/review/ask/answer.csv?metric=money&cut=bid").status_code == 422
    assert client.get("/review/ask/answer.csv?metric=nothing").status_code == 404
