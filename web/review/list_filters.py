"""Filters and pages of a list behind a number: links to this address with one thing otherwise."""

from __future__ import annotations

from typing import Any

from flask import abort, request

from web.http.requests import address_with
from web.i18n.locale import num
from web.review.deals.address import NUMBERS, WORDS, YES_NO, parse_number
from web.review.filters import Links

WHICH = ["game", "trump", "who", "with", "partner", "against", "won", "level", "match", "finished"]
WHEN = ["year", "first", "last", "lately", "place", "weekday", "least", "most"]
KEPT = (*WHICH, *WHEN, *NUMBERS, *YES_NO, *WORDS.values())


def chosen(key: str, every: str, choices: list[tuple[str, str]], dropped: tuple[str, ...] = ()) -> Links:
    """Links to every value of a key, and first to all of them; dropped: keys that mean nothing beside another."""
    now = request.args.get(key) or ""
    found = [(words, other_address(key, value, *dropped), value == now) for words, value in choices]
    return [(every, other_address(key, "", *dropped), not now), *found]


def other_address(key: str, value: str, *dropped: str) -> str:
    """This address with another value of a key, from its first page on."""
    kept: dict[str, Any] = {name: request.args.getlist(name) for name in KEPT if name not in (key, *dropped)}
    return address_with(request.path, kept | {key: value or None})


def page_of() -> int:
    """The page that is asked for, from 1 on."""
    return parse_number("page") or 1


def page_links(page: int, total: int, size: int) -> Links:
    """Links to the first page, the last, and those near this one; 404 for one after the last. size: rows on a page."""
    last = -(-total // size)
    if page > max(last, 1):
        abort(404)
    near = [n for n in range(1, last + 1) if n in (1, last) or abs(n - page) < 3]
    return [(num(n), other_address("page", str(n)), n == page) for n in near]
