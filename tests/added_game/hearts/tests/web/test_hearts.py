"""Hearts on the pages: set up, recorded, refused, worded, printed, blank, as a table, and as a file."""

from __future__ import annotations

from scoring.board import plain_sheet
from tests.support.circle_files import bring
from tests.support.databases import app_on
from tests.support.html import main_of, parsed
from tests.support.records import play
from tests.support.tables import make_circle, send, sheet_of, sit_down

DEALS = ({"points": [5, 3, 15, 3]}, {"points": [0, 26, 0, 0]})


def test_it_is_offered_and_set_up_with_its_rules(client):
    make_circle(client)
    page = client.get("/new?tap=game:hearts")
    words = main_of(page)
    assert "Take no hearts, and not the queen" in words
    assert "26 to each of the others" in words
    assert "26 off for who shot it" in words
    assert "M24 43C8 32" in page.get_data(as_text=True)  # its own emblem


def test_a_deal_is_recorded_and_told(app, client):
    match = sit_down(client, "hearts")
    table = main_of(client.get(f"/m/{match}"))
    assert "pass three cards to the left" in table
    play(app, match, *DEALS)
    table = main_of(client.get(f"/m/{match}"))
    assert "pass three cards across" in table
    assert "Bob shot the moon all 26 points" in table
    assert "Ann 5, Bob 3, Cem 15 and Dee 3" in table


def test_points_of_a_deal_are_26(client):
    match = sit_down(client, "hearts")
    points = {"points.0": 5, "points.1": 3, "points.2": 15, "points.3": 4}
    answer = send(client, f"/m/{match}/say", uid="a-deal", step="play", **points)
    assert answer.status_code == 422
    assert "The points must add up to 26" in main_of(answer)


def test_it_is_printed_and_has_a_blank_sheet(app, client):
    match = sit_down(client, "hearts")
    play(app, match, *DEALS)
    assert "Bob shot the moon" in main_of(client.get(f"/m/{match}/paper"))
    assert "Points taken" in main_of(client.get("/paper/hearts"))
    assert "shot the moon" in client.get(f"/m/{match}/csv").get_data(as_text=True)


def test_its_rules_are_told(client):
    assert "Each passes three cards to the left" in main_of(client.get("/rules/hearts"))


def test_it_is_over_at_the_target_and_has_places(app, client):
    match = sit_down(client, "hearts", target="50")
    play(app, match, {"points": [26, 0, 0, 0]}, {"points": [1, 24, 1, 0]})
    words = main_of(client.get(f"/m/{match}"))
    assert "lowest when somebody had 50 points" in words
    places = parsed(client.get(f"/m/{match}")).find(".//ol[@class='places']")
    assert ["".join(item.itertext()).split()[0] for item in places] == ["Ann", "Dee", "Cem", "Bob"]


def test_a_circle_moves_with_it(app, client, new_database):
    match = sit_down(client, "hearts")
    play(app, match, *DEALS)
    file = client.get("/circle/file").get_data()
    other = app_on(new_database("sqlite"))
    assert bring(other.test_client(), file).status_code == 303
    assert plain_sheet(sheet_of(other, match)) == plain_sheet(sheet_of(app, match))
