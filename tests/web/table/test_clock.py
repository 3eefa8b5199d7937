"""A match that ends when time is up: its end is agreed at set-up, shown on every screen, and can be moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from drawing.clock import time_of_day
from drawing.locale import Language
from models.base import to_millis
from models.matches import find_match
from tests.support.engine_page import Phone
from tests.support.form_filler import page_of, with_class, words_of
from tests.support.html import main_of, parsed, text
from tests.support.records import play, reading_of, sealed
from tests.support.tables import make_circle, send, start
from web import sheet as clocks

NINE = {"declarer": 1, "contract": 9, "tricks": 9}
BEGAN = datetime(2026, 11, 23, 20, 38, 10, tzinfo=UTC)
TO_WIN, TIE = "tricks to win the match", "for a tie: one more deal"
TEHRAN = timezone(timedelta(hours=3, minutes=30))


def clock(page):
    """The clock of a page, or None."""
    return next((one for one in parsed(page).iter("match-clock")), None)


@pytest.fixture
def match(client):
    """The uid of a match of an hour."""
    make_circle(client, "Ann", "Bob", "Cem", "Dee")
    return start(client, "boomke_wies", length="clock", length_value="60")


def minutes_of(app, match):
    """The length that was agreed, by the rules in force."""
    return reading_of(app, match).sheet.standing.rules["length_value"]


@pytest.mark.parametrize(
    ("typed", "zone", "minutes"),
    [
        ("22:30", UTC, 112),
        ("۲۲:۳۰", UTC, 112),
        ("0:15", UTC, 217),
        ("20:38", UTC, 1440),
        ("1:00", TEHRAN, 52),
        ("60", UTC, None),
        ("25:00", UTC, None),
        ("22:60", UTC, None),
        ("soon", UTC, None),
    ],
)
def test_a_time_of_day_becomes_minutes(typed, zone, minutes):
    assert clocks.minutes_until(typed, BEGAN, zone) == minutes


@pytest.mark.parametrize(("text", "hours"), [("210", 3.5), ("-300", -5), ("", None), ("9999", None), ("east", None)])
def test_a_phone_names_its_zone(text, hours):
    zone = clocks.zone_of(text)
    assert (zone and zone.utcoffset(None)) == (None if hours is None else timedelta(hours=hours))


@pytest.mark.parametrize(("second", "minute"), [(29, 38), (30, 39)])
def test_a_match_begins_on_a_full_minute(second, minute):
    assert clocks.start_minute(BEGAN.replace(second=second)) == BEGAN.replace(minute=minute, second=0)


def test_the_end_goes_round_midnight_and_reads_in_the_digits_of_the_language():
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


def test_every_screen_has_the_clock_and_without_script_its_end(app, client, match):
    with app.app_context():
        began = clocks.start_minute(find_match(match).started_at)
    ends = (began + timedelta(hours=1)).astimezone()
    for path in ("", "/follow", "/follow?tv=1", "/across"):
        found = clock(client.get(f"/m/{match}{path}"))
        assert text(found) == f"until {ends.hour}:{ends:%M}"
        assert (found.get("data-began"), found.get("data-minutes")) == (str(to_millis(began)), "60")


@pytest.mark.parametrize("path", ["", "/follow", "/follow?tv=1", "/across"])
def test_what_the_last_deal_decides_stands_ready(app, client, match, path):
    """Ann and Cem are one ahead when Bob bids 8: that makes it level, 10 tricks win, and 6 against it win, too."""
    play(app, match, {"declarer": 0, "contract": 8, "tricks": 8})
    assert with_class(page_of(client.get(f"/m/{match}{path}")), "deciding") == []
    assert (
        send(client, f"/m/{match}/say", step="bid", declarer="1", contract="8", **sealed(app, match)).status_code == 303
    )
    needs = {words_of(one) for one in with_class(page_of(client.get(f"/m/{match}{path}")), "deciding")}
    assert needs == {f"6 tricks beat it; 6 {TO_WIN}, 4 {TIE} 8 tricks make it; 10 {TO_WIN}, 8 {TIE}"}


def test_the_phone_draws_the_same_clock(client, match):
    phone, page = Phone(client, match), parsed(client.get(f"/m/{match}"))
    header = phone.draw([])["parts"]["trees"][0]
    [drawn] = [child for child in header[2] if child[0] == "match-clock"]
    served = next(page.iter("match-clock"))
    assert drawn[1] == dict(served.attrib)


@pytest.mark.parametrize("rules", [{}, {"length": "deals", "length_value": "4"}, {"length": "clock"}])
def test_where_no_time_was_agreed_there_is_no_clock(client, rules):
    make_circle(client, "Ann", "Bob", "Cem", "Dee")
    assert clock(client.get(f"/m/{start(client, 'boomke_wies', **rules)}")) is None


def test_fifteen_minutes_more_can_be_had_and_taken_back(app, client, match):
    assert send(client, f"/m/{match}/longer", **sealed(app, match)).status_code == 303
    assert minutes_of(app, match) == 75
    assert clock(client.get(f"/m/{match}")).get("data-minutes") == "75"
    send(client, f"/m/{match}/undo", **sealed(app, match))
    assert minutes_of(app, match) == 60


def test_after_the_end_they_count_from_now(app, client, match, monkeypatch):
    late = clocks.now() + timedelta(minutes=100)
    monkeypatch.setattr(clocks, "now", lambda: late)
    send(client, f"/m/{match}/longer", **sealed(app, match))
    assert 114 <= minutes_of(app, match) <= 116


def test_a_match_without_a_clock_gets_no_minutes(app, client, match):
    other = start(client, "texas_42")
    assert send(client, f"/m/{other}/longer", **sealed(app, other)).status_code == 400


@pytest.mark.parametrize(("times", "due"), [([], 1), ([10, 20], 3), ([10, 20, 31], 3), ([31, 32], 1)])
def test_the_last_deal_is_the_one_in_play_when_time_is_up(times, due):
    assert clocks.count_deals(30, times) == due


def test_the_page_knows_which_deal_is_the_last(app, client, match):
    play(app, match, NINE, NINE)
    [strip] = parsed(client.get(f"/m/{match}")).iter("time-up")
    assert strip.get("data-due") == "3"
    assert strip.get("hidden") is not None


@pytest.mark.parametrize("path", ["/follow", "/follow?tv=1"])
def test_who_watches_has_the_strip_too_without_the_way_to_end_it(app, client, match, path):
    play(app, match, NINE, NINE)
    [strip] = parsed(client.get(f"/m/{match}{path}")).iter("time-up")
    assert (strip.get("data-due"), strip.get("hidden") is not None) == ("3", True)
    assert list(strip.iter("button")) == []


def test_time_up_is_recorded_by_a_tap_and_a_tie_plays_one_more_deal(app, client, match):
    assert send(client, f"/m/{match}/close", **sealed(app, match)).status_code == 303
    page = client.get(f"/m/{match}")
    assert clock(page) is None
    assert "this deal decides" in main_of(page)
    play(app, match, NINE)
    assert "ahead when time was up" in main_of(client.get(f"/m/{match}")).lower()
