"""The menu in a match's header: one tap ends an open match, without a word of a time that nobody agreed."""

from __future__ import annotations

import re

import pytest

from tests.support.html import main_of, parsed, text
from tests.support.records import play, reading_of, sealed
from tests.support.tables import send, sit_down

NINE = {"declarer": 1, "contract": 9, "tricks": 9}


def items(client, match):
    """The items of the menu in their order."""
    return [text(one) for one in parsed(client.get(f"/m/{match}")).iter() if one.get("class") == "item"]


def close(app, client, match, **more):
    """Tap the end."""
    return send(client, f"/m/{match}/close", **(sealed(app, match) | more))


@pytest.fixture
def match(app, client):
    """An open match, 0 to 1."""
    uid = sit_down(client, "boomke_wies")
    play(app, uid, NINE)
    return uid


def test_its_first_item_ends_an_open_match_with_one_tap(app, client, match):
    assert items(client, match)[0] == "End the match as it stands, 0 : 1; Undo takes it back"
    assert close(app, client, match).status_code == 303
    assert reading_of(app, match).sheet.outcome.winners == (1,)
    page = client.get(f"/m/{match}")
    assert "ahead when we stopped" in main_of(page)
    assert "time" not in main_of(page)


def test_the_same_tap_twice_ends_it_once_and_undo_takes_it_back(app, client, match):
    tap = sealed(app, match)
    assert [close(app, client, match, **tap).status_code for _ in range(2)] == [303, 303]
    assert send(client, f"/m/{match}/undo", **sealed(app, match)).status_code == 303
    assert reading_of(app, match).sheet.outcome is None
    assert items(client, match)[0].startswith("End the match")


def test_level_totals_are_said_before_and_one_more_deal_decides(app, client):
    match = sit_down(client, "boomke_wies")
    assert items(client, match)[0] == "End the match level: one more deal decides"
    assert close(app, client, match).status_code == 303
    page = client.get(f"/m/{match}")
    assert "this deal decides" in main_of(page)
    assert not any("End the match" in item for item in items(client, match))
    play(app, match, NINE)
    assert reading_of(app, match).sheet.outcome.winners == (1,)


def test_an_ended_match_goes_on_with_one_tap(app, client, match):
    close(app, client, match)
    assert items(client, match)[0] == "Go on with this match"
    assert send(client, f"/m/{match}/reopen", **sealed(app, match)).status_code == 303
    assert reading_of(app, match).sheet.outcome is None


def test_a_match_that_ends_by_itself_is_given_up_instead(client):
    match = sit_down(client, "texas_42")
    assert items(client, match)[0] == "Give up this match without a winner"


def test_its_switches_are_switches(client, match):
    boxes = [box for box in parsed(client.get(f"/m/{match}")).iter("input") if box.get("type") == "checkbox"]
    assert [box.get("role") for box in boxes if box.get("role")] == ["switch", "switch"]


def test_nothing_but_the_languages_is_left_under_the_sheet(client, match):
    page = client.get(f"/m/{match}").get_data(as_text=True)
    assert re.search(r'</section>\s*</main>\s*<footer class="wrap"><form class="languages"', page)
