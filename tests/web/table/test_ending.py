"""How a match ends: when time is up, agreed at set-up, shown on every screen and moved, or with a tap in its menu."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

import pytest

from models.base import to_millis
from models.matches import find_match
from table.language import Language
from table.status import time_of_day
from tests.support.engine_page import Phone
from tests.support.form_filler import page_of, with_class, words_of
from tests.support.html import main_of, parsed, text
from tests.support.records import play, reading_of, sealed
from tests.support.tables import make_circle, send, sit_down, start
from web import sheet as clocks

NINE = {"declarer": 1, "contract": 9, "tricks": 9}
BEGAN = datetime(2026, 11, 23, 20, 38, 10, tzinfo=UTC)
TO_WIN, TIE = "tricks to win the match", "for a tie: one more deal"


def clock(page):
    return next((one for one in parsed(page).iter("match-clock")), None)


@pytest.fixture
def match(client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee")
    return start(client, "boomke_wies", length="clock", length_value="60")


def minutes_of(app, match):
    return reading_of(app, match).sheet.standing.rules["length_value"]


def test_a_time_of_day_becomes_minutes_in_the_zone_of_the_phone_and_back():
    for typed, zone, minutes in (
        ("22:30", UTC, 112),
        ("۲۲:۳۰", UTC, 112),
        ("0:15", UTC, 217),
        ("20:38", UTC, 1440),
        ("1:00", timezone(timedelta(hours=3, minutes=30)), 52),
        *((no_time, UTC, None) for no_time in ("60", "25:00", "22:60", "soon")),
    ):
        assert clocks.minutes_until(typed, BEGAN, zone) == minutes, typed
    for told, hours in (("210", 3.5), ("-300", -5), ("", None), ("9999", None), ("east", None)):
        zone = clocks.zone_of(told)
        assert (zone and zone.utcoffset(None)) == (None if hours is None else timedelta(hours=hours)), told
    for second, minute in ((29, 38), (30, 39)):
        assert clocks.start_minute(BEGAN.replace(second=second)) == BEGAN.replace(minute=minute, second=0)
    assert time_of_day(Language(), 23 * 60 + 90) == "0:30"
    assert time_of_day(Language("fa", digits="۰۱۲۳۴۵۶۷۸۹"), 22 * 60 + 5) == "۲۲:۰۵"


def test_set_up_until_a_time_of_day_keeps_the_minutes_until_then(app, client):
    make_circle(client, "Ann", "Bob", "Cem", "Dee")
    end = datetime.now(UTC) + timedelta(minutes=90)
    form = {"rule.length": "clock", "rule.length_value": f"{end:%H:%M}", "zone": "0"}
    answer = send(client, "/new", game="boomke_wies", seat=["Ann", "Bob", "Cem", "Dee"], **form)
    uid = answer.headers["Location"].rpartition("/")[2]
    assert 89 <= minutes_of(app, uid) <= 91
    with app.app_context():
        began = clocks.start_minute(find_match(uid).started_at)
    assert began + timedelta(minutes=minutes_of(app, uid)) == end.replace(second=0, microsecond=0)


def test_every_screen_has_the_clock_and_what_the_last_deal_decides(app, client, match):
    """Ann and Cem are one ahead when Bob bids 8: that makes it level, 10 tricks win, and 6 against it win, too."""
    with app.app_context():
        began = clocks.start_minute(find_match(match).started_at)
    ends = (began + timedelta(hours=1)).astimezone()
    play(app, match, {"declarer": 0, "contract": 8, "tricks": 8})
    places = [f"/m/{match}{path}" for path in ("", "/follow", "/follow?tv=1", "/across")]
    for place in places:
        answer = client.get(place)
        found = clock(answer)
        assert text(found) == f"until {ends.hour}:{ends:%M}"
        assert (found.get("data-began"), found.get("data-minutes")) == (str(to_millis(began)), "60")
        assert with_class(page_of(answer), "deciding") == []
    header = Phone(client, match).draw([])["parts"]["trees"][0]
    [drawn] = [child for child in header[2] if child[0] == "match-clock"]
    assert drawn[1] == dict(clock(client.get(places[0])).attrib)
    bid = {"step": "bid", "declarer": "1", "contract": "8"}
    assert send(client, f"/m/{match}/say", **bid, **sealed(app, match)).status_code == 303
    for place in places:
        needs = {words_of(one) for one in with_class(page_of(client.get(place)), "deciding")}
        assert needs == {f"6 tricks beat it; 6 {TO_WIN}, 4 {TIE} 8 tricks make it; 10 {TO_WIN}, 8 {TIE}"}, place


def test_where_no_time_was_agreed_there_is_no_clock_and_no_minutes(app, client):
    for rules in ({}, {"length": "deals", "length_value": "4"}, {"length": "clock"}):
        make_circle(client, "Ann", "Bob", "Cem", "Dee")
        assert clock(client.get(f"/m/{start(client, 'boomke_wies', **rules)}")) is None
    other = start(client, "texas_42")
    assert send(client, f"/m/{other}/longer", **sealed(app, other)).status_code == 400


def test_fifteen_minutes_more_can_be_had_and_taken_back_after_the_end_from_now(app, client, match, monkeypatch):
    assert send(client, f"/m/{match}/longer", **sealed(app, match)).status_code == 303
    assert minutes_of(app, match) == 75
    assert clock(client.get(f"/m/{match}")).get("data-minutes") == "75"
    send(client, f"/m/{match}/undo", **sealed(app, match))
    assert minutes_of(app, match) == 60
    late = clocks.now() + timedelta(minutes=100)
    monkeypatch.setattr(clocks, "now", lambda: late)
    send(client, f"/m/{match}/longer", **sealed(app, match))
    assert 114 <= minutes_of(app, match) <= 116


def test_time_up_is_the_end_of_the_deal_in_play_recorded_by_a_tap(app, client, match):
    """Who watches has no way to end it there; a tie plays one more deal."""
    for times, due in (([], 1), ([10, 20], 3), ([10, 20, 31], 3), ([31, 32], 1)):
        assert clocks.count_deals(30, times) == due
    play(app, match, NINE, NINE)
    for path, ways in (("", 1), ("/follow", 0), ("/follow?tv=1", 0)):
        [strip] = parsed(client.get(f"/m/{match}{path}")).iter("time-up")
        assert (strip.get("data-due"), strip.get("hidden") is not None) == ("3", True)
        assert len(list(strip.iter("button"))) == ways
    play(app, match, *[NINE | {"declarer": 0}] * 2)  # level again
    assert send(client, f"/m/{match}/close", **sealed(app, match)).status_code == 303
    page = client.get(f"/m/{match}")
    assert clock(page) is None
    assert "this deal decides" in main_of(page)
    play(app, match, NINE)
    assert "ahead when time was up" in main_of(client.get(f"/m/{match}")).lower()


def items(client, match):
    return [text(one) for one in parsed(client.get(f"/m/{match}")).iter() if one.get("class") == "item"]


# The menu in its header: one tap ends an open match, without a word of a time that nobody agreed


def test_its_first_item_ends_an_open_match_with_one_tap_and_another_goes_on(app, client):
    match = sit_down(client, "boomke_wies")
    play(app, match, NINE)
    assert items(client, match)[0] == "End the match as it stands, 0 : 1; Undo takes it back"
    tap = sealed(app, match)
    assert [send(client, f"/m/{match}/close", **tap).status_code for _ in range(2)] == [303, 303]
    assert reading_of(app, match).sheet.outcome.winners == (1,)
    words = main_of(client.get(f"/m/{match}"))
    assert "ahead when we stopped" in words
    assert "time" not in words
    assert items(client, match)[0] == "Go on with this match"
    assert send(client, f"/m/{match}/undo", **sealed(app, match)).status_code == 303
    assert reading_of(app, match).sheet.outcome is None, "the same tap twice ended it once"
    assert items(client, match)[0].startswith("End the match")
    send(client, f"/m/{match}/close", **sealed(app, match))
    assert send(client, f"/m/{match}/reopen", **sealed(app, match)).status_code == 303
    assert reading_of(app, match).sheet.outcome is None


def test_level_totals_are_said_before_and_one_more_deal_decides(app, client):
    assert items(client, sit_down(client, "texas_42"))[0] == "Give up this match without a winner"
    match = sit_down(client, "boomke_wies")
    assert items(client, match)[0] == "End the match level: one more deal decides"
    assert send(client, f"/m/{match}/close", **sealed(app, match)).status_code == 303
    page = client.get(f"/m/{match}")
    assert "this deal decides" in main_of(page)
    assert not any("End the match" in item for item in items(client, match))
    play(app, match, NINE)
    assert reading_of(app, match).sheet.outcome.winners == (1,)
    match = sit_down(client, "boomke_wies")
    page = client.get(f"/m/{match}")
    boxes = [box for box in parsed(page).iter("input") if box.get("type") == "checkbox"]
    assert [box.get("role") for box in boxes if box.get("role")] == ["switch", "switch"]
    assert re.search(r'</section>\s*</main>\s*<footer class="wrap"><form class="languages"', page.text)
