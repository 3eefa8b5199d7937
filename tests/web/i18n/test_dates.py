"""Days and times in words, in every language; in Persian by the Persian calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from types import SimpleNamespace

import pytest
from flask import g

from web.i18n import dates
from web.i18n.dates import PATTERNS, clock, day, evening_words, hours_words, long_day
from web.i18n.locale import language_of

ENDS = {  # of months and years: 1403 has a 366th day
    date(2024, 3, 19): "سه‌شنبه ۲۹ اسفند ۱۴۰۲",
    date(2025, 3, 20): "پنجشنبه ۳۰ اسفند ۱۴۰۳",
    date(2025, 3, 21): "جمعه ۱ فروردین ۱۴۰۴",
    date(2025, 9, 22): "دوشنبه ۳۱ شهریور ۱۴۰۴",
}
TODAY = date(2026, 11, 20)
SHAPES = ("named", "named_year", "short", "short_year", "number", "month", "year", "weekday")
SAID = {  # the same day in each shape, and a time of day
    "en": ("Friday 6 March", "Friday 6 March 2026", "6 Mar", "6 Mar 2026", "6", "Mar", "2026", "Friday", "20:04"),
    "fa": ("جمعه ۱۵ اسفند", "جمعه ۱۵ اسفند ۱۴۰۴", "۱۵ اسفند", "۱۵ اسفند ۱۴۰۴", "۱۵", "اسفند", "۱۴۰۴", "جمعه", "۲۰:۰۴"),
    "nl": ("vrijdag 6 maart", "vrijdag 6 maart 2026", "6 mrt", "6 mrt 2026", "6", "mrt", "2026", "vrijdag", "20:04"),
    "de": ("Freitag, 6. März", "Freitag, 6. März 2026", "6. März", "6. März 2026", "6", "März", "2026", "Freitag")
    + ("20:04",),
}


@pytest.fixture
def speaks(app, monkeypatch):
    """Lets pages be read in a language, today."""
    monkeypatch.setattr(dates, "today", lambda: TODAY)
    with app.test_request_context():

        def speak(code: str) -> None:
            g.language = language_of(code)

        yield speak


def test_persian_days_are_those_of_the_persian_calendar(speaks):
    speaks("fa")
    assert {when: day(when, "named_year") for when in ENDS} == ENDS


@pytest.mark.parametrize("code", SAID)
def test_every_shape_in_every_language(speaks, code):
    speaks(code)
    assert {*SHAPES} == {*PATTERNS}
    assert (*(day(date(2026, 3, 6), shape) for shape in SHAPES), clock(datetime(2026, 11, 20, 20, 4, tzinfo=UTC))) == (
        SAID[code]
    )


def test_the_year_is_told_unless_it_is_this_one_by_the_readers_calendar(speaks):
    for code, when, with_year in (
        ("en", date(2026, 1, 1), False),
        ("en", date(2025, 12, 31), True),
        ("fa", date(2026, 3, 21), False),
        ("fa", date(2026, 3, 20), True),
        ("fa", date(2027, 3, 20), False),
    ):
        speaks(code)
        assert long_day(when) == day(when, "named_year" if with_year else "named")
        evening = SimpleNamespace(date=when, place="")
        assert evening_words(evening) == day(when, "short_year" if with_year else "short")


def test_an_evening_is_told_by_its_day_and_place(speaks):
    speaks("fa")
    plough = SimpleNamespace(date=date(2026, 3, 6), place="The Plough")
    assert evening_words(plough) == "۱۵ اسفند ۱۴۰۴ · \u2068The Plough\u2069"
    speaks("en")
    assert evening_words(SimpleNamespace(date=TODAY, place="")) == "tonight"


def test_an_evening_is_from_the_first_match_to_the_last_record_of_the_same_day(speaks):
    speaks("en")
    seven, hour = datetime(2026, 11, 20, 19, 0, tzinfo=UTC), timedelta(hours=1)
    times = [(seven + 2 * hour, seven + 3 * hour), (seven, seven + hour)]
    assert hours_words(times) == "19:00 to 22:00, 3 h"
    assert hours_words([(seven, seven)]) == "19:00"
    day_and_night = [(seven + n * hour, seven + (n + 3) * hour) for n in range(0, 24, 3)]
    assert hours_words(day_and_night) == "19:00 to 19:00, 24 h"
    assert hours_words([(seven - timedelta(seconds=1), seven)]) == "18:59 to 19:00, 1 minute"
    for none in ([], [(seven, seven), (seven + 24 * hour, seven + 24 * hour)], [(seven, seven + 24 * hour)]):
        assert hours_words(none) == ""
