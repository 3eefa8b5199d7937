"""The reader's own year, Persian or not."""

from __future__ import annotations

from datetime import date

from web.review.calendar_years import month_names, span_of, year_span

LAST = date(2026, 11, 20)


def test_the_year_is_the_readers_own(app):
    with app.test_request_context("/", headers={"Accept-Language": "en"}):
        assert year_span(LAST) == (date(2026, 1, 1), date(2027, 1, 1))
        assert month_names(LAST)[:3] == ["J", "F", "M"]
        assert span_of(2026) == (date(2026, 1, 1), date(2026, 12, 31))
    with app.test_request_context("/", headers={"Accept-Language": "fa"}):
        assert year_span(LAST) == (date(2026, 3, 21), date(2027, 3, 21))
        assert month_names(date(2026, 3, 21))[:3] == ["فرو", "ارد", "خرد"]
        assert span_of(1405) == span_of(2026) == (date(2026, 3, 21), date(2027, 3, 20))
