"""Days and times in words, in every language; in Persian by the Persian calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest
from flask import g

from web.i18n import dates
from web.i18n.dates import PATTERNS, clock, day, evening_words, long_day
from web.i18n.locale import language_of

KNOWN = [
    (date(2024, 3, 19), "سه‌شنبه ۲۹ اسفند ۱۴۰۲"),
    (date(2025, 3, 20), "پنجشنبه ۳۰ اسفند ۱۴۰۳"),
    (date(2025, 3, 21), "جمعه ۱ فروردین ۱۴۰۴"),
    (date(2025, 9, 22), "دوشنبه ۳۱ شهریور ۱۴۰۴"),
]
"""Ends of months and years: 1403 has a 366th day."""

TODAY = date(2026, 11, 20)
SAID = {
    "en": {
        "named": "Friday 6 March",
        "named_year": "Friday 6 March 2026",
        "short": "6 Mar",
        "short_year": "6 Mar 2026",
        "number": "6",
        "month": "Mar",
        "year": "2026",
        "weekday": "Friday",
    },
    "fa": {
        "named": "جمعه ۱۵ اسفند",
        "named_year": "جمعه ۱۵ اسفند ۱۴۰۴",
        "short": "۱۵ اسفند",
        "short_year": "۱۵ اسفند ۱۴۰۴",
        "number": "۱۵",
        "month": "اسفند",
        "year": "۱۴۰۴",
        "weekday": "جمعه",
    },
    "nl": {
        "named": "vrijdag 6 maart",
        "named_year": "vrijdag 6 maart 2026",
        "short": "6 mrt",
        "short_year": "6 mrt 2026",
        "number": "6",
        "month": "mrt",
        "year": "2026",
        "weekday": "vrijdag",
    },
    "de": {
        "named": "Freitag, 6. März",
        "named_year": "Freitag, 6. März 2026",
        "short": "6. März",
        "short_year": "6. März 2026",
        "number": "6",
        "month": "März",
        "year": "2026",
        "weekday": "Freitag",
    },
}


@pytest.fixture
def speaks(app):
    """Lets the page be read in a language."""
    with app.test_request_context():

        def speak(code: str) -> None:
            g.language = language_of(code)

        yield speak


@pytest.mark.parametrize(("when", "words"), KNOWN)
def test_persian_days_are_those_of_the_persian_calendar(speaks, when, words):
    speaks("fa")
    assert day(when, "named_year") == words


@pytest.mark.parametrize("code", SAID)
def test_every_shape_in_every_language(speaks, code):
    speaks(code)
    assert {shape: day(date(2026, 3, 6), shape) for shape in PATTERNS} == SAID[code]


@pytest.mark.parametrize(
    ("code", "when", "with_year"),
    [
        ("en", date(2026, 1, 1), False),
        ("en", date(2025, 12, 31), True),
        ("fa", date(2026, 3, 21), False),
        ("fa", date(2026, 3, 20), True),
        ("fa", date(2027, 3, 20), False),
    ],
)
def test_the_year_is_told_unless_it_is_this_one_by_the_readers_calendar(speaks, monkeypatch, code, when, with_year):
    speaks(code)
    monkeypatch.setattr(dates, "today", lambda: TODAY)
    assert long_day(when) == day(when, "named_year" if with_year else "named")


@pytest.mark.parametrize(("code", "shown"), [("en", "20:04"), ("fa", "۲۰:۰۴"), ("nl", "20:04"), ("de", "20:04")])
def test_times_of_day(speaks, code, shown):
    speaks(code)
    assert clock(datetime(2026, 11, 20, 20, 4, tzinfo=UTC)) == shown


def test_an_evening_is_told_by_its_day_and_place(speaks, monkeypatch):
    speaks("fa")
    monkeypatch.setattr(dates, "today", lambda: TODAY)
    plough = SimpleNamespace(date=date(2026, 3, 6), place="The Plough")
    assert evening_words(plough) == "۱۵ اسفند ۱۴۰۴ · \u2068The Plough\u2069"
    assert evening_words(SimpleNamespace(date=date(2026, 3, 22), place="")) == "۲ فروردین"


@pytest.mark.parametrize(
    ("code", "when", "words"),
    [
        ("en", TODAY, "tonight"),
        ("en", date(2026, 1, 1), "1 Jan"),
        ("en", date(2025, 12, 31), "31 Dec 2025"),
        ("nl", date(2024, 3, 6), "6 mrt 2024"),
        ("de", date(2024, 3, 6), "6. März 2024"),
        ("fa", date(2026, 3, 21), "۱ فروردین"),
        ("fa", date(2026, 3, 20), "۲۹ اسفند ۱۴۰۴"),
    ],
)
def test_an_evening_of_another_year_says_its_year(speaks, monkeypatch, code, when, words):
    speaks(code)
    monkeypatch.setattr(dates, "today", lambda: TODAY)
    assert evening_words(SimpleNamespace(date=when, place="")) == words
