"""Seasons as a browser makes and reads them: two evenings of which every number is known."""

from __future__ import annotations

import re
from datetime import date

import pytest

from tests.support.html import main_of, parsed, text
from tests.support.review_evenings import evening_on
from tests.support.tables import make_circle, send

FORM = {"name": "Autumn cup", "first": "2020-09-01", "last": "2020-12-18", "counts": "places"}
NUMBERS = {"evenings": "10", "best_of": "6", "at_least": "2"}


@pytest.fixture
def played(app, client):
    """On the first evening Ann and Cem win twice, on the second Bob and Dee."""
    make_circle(client)
    evening_on(app, date(2020, 9, 4), ("Ann", "Bob", "Cem", "Dee"), ("Cem", "Bob", "Ann", "Dee"))
    evening_on(app, date(2020, 9, 11), ("Bob", "Ann", "Dee", "Cem"))


def made(client, **more):
    """The address of a new season."""
    answer = send(client, "/review/seasons", **FORM | more)
    assert answer.status_code == 303, main_of(answer)
    return answer.headers["Location"]


@pytest.mark.usefixtures("played")
def test_what_counts(client):
    """Places: 4 for both winners of an evening, 1 for the others, who share the third place."""
    address = made(client, **NUMBERS)
    page = main_of(client.get(address))
    assert "Places of each evening: 4, 2, 1, 0 All games The best 6 evenings of each count." in page
    assert "A place needs 2 evenings." in page
    assert "1 Ann won the season 5 1 Bob won the season 5 1 Cem won the season 5 1 Dee won the season 5" in page
    assert re.search(r"Ann 4 1 5 Bob 1 4 5", page)
    assert f'<a href="{address}">Autumn cup</a>' in client.get("/review").text
    for more, words in (
        ({"counts": "matches"}, "1 Ann won the season 2 1 Cem won the season 2 3 Bob 1"),
        ({"counts": "points", "games": "boomke_wies"}, "Points a deal Boomke Wies"),
        ({"counts": "points", "games": "boomke_wies"}, "Ann 5 −5 0"),
        ({"games": "texas_42"}, "No match of this season was finished yet."),
        ({"first": "2990-01-01", "last": "2990-02-01"}, "This season has not begun yet."),
    ):
        assert words in main_of(client.get(made(client, **more))), more


def test_what_cannot_be_is_said_beside_its_field_and_kept(client):
    make_circle(client)
    for field, value, words in (
        ("last", "2020-08-31", "A season cannot end before it begins."),
        ("first", "yesterday", "This is not a day."),
        ("name", "", "A name is missing here."),
        ("counts", "rating", "Choose what counts."),
        ("counts", "points", "Points of different games cannot be added"),
        ("games", "poker", "Choose games from the list."),
        ("best_of", "11", "These are more evenings than are planned."),
        ("at_least", "many", "Write a number of evenings here"),
    ):
        answer = send(client, "/review/seasons", **FORM | NUMBERS | {field: value})
        assert answer.status_code == 422
        [fault] = [part for part in parsed(answer).iter("p") if part.get("class") == "fault"]
        assert fault.get("id") == f"fault-{field}"
        assert words in text(fault)
        kept = [part.get("value") for part in parsed(answer).iter("input")]
        assert "2020-09-01" in kept or field == "first"
    assert main_of(client.get("/review/seasons")).startswith("No season yet.")


@pytest.mark.usefixtures("played")
def test_a_season_is_changed_and_deleted(client):
    here = made(client, games="boomke_wies", **NUMBERS)
    form = client.get(f"{here}/edit")
    assert "Delete the season" in main_of(form)
    fields = [(part.get("name"), part.get("value"), "checked" in part.attrib) for part in parsed(form).iter("input")]
    assert {("first", "2020-09-01", False), ("evenings", "10", False)} <= {*fields}
    assert [value for _, value, checked in fields if checked] == ["boomke_wies", "places"]
    assert send(client, here, **FORM | {"name": "Winter cup", "evenings": "۲"}).status_code == 303
    page = client.get(here).text
    assert "Winter cup" in page
    assert "evening 2 of 2" in page
    assert "Winter cup" in main_of(client.get("/review/seasons"))
    assert send(client, f"{here}/delete").status_code == 303
    assert (client.get(here).status_code, client.get(f"{here}/edit").status_code) == (404, 404)


@pytest.mark.usefixtures("played")
def test_of_very_many_the_first_are_shown_and_the_page_says_so(client, monkeypatch):
    """Two of the four; of the two evenings the last one, under its own number."""
    for name, most in (("MOST_PEOPLE", 2), ("MOST_EVENINGS", 1)):
        monkeypatch.setattr(f"web.review.seasons.{name}", most)
    page = client.get(made(client, **NUMBERS))
    assert "The first 2 of 4 are shown." in main_of(page)
    assert "1 Ann won the season 5 1 Bob won the season 5 Evening by evening" in main_of(page)
    assert re.search(r"2 Sum Ann 1 5 Bob 4 5", main_of(page))
