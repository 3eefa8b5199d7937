"""Rows of shares: how often something came of so many, drawn by templates/review/_rows.html on every page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.people import People, Person
from models.review.ratings import BEGIN, Rating
from models.review.shares import Share, wins_more
from models.review.wins import PlayedMatch, WonMatches
from scoring.games import games
from web.http.requests import address_with
from web.i18n.locale import current_language, gettext, marked, ngettext, num, partners
from web.markup import html

LEAST_HEIGHT = 100  # rating points that the drawing of a rating has room for


def across(share: float) -> str:
    """Where a place is on a stick as the reader sees it, from its begin (0) to its end (1)."""
    at = 1.5 + 97 * min(1.0, max(0.0, share))
    return f"{100 - at if current_language().rtl else at:.2f}%"


class ShareRow(NamedTuple):
    """A row: where it leads, its words with a small line, the share; in front a person's mark or a game's emblem."""

    address: str
    words: Markup | str
    share: Share
    side: int | None = None
    small: Markup | str = ""
    emblem: str = ""

    @property
    def ends(self) -> tuple[str, str]:
        """Where the interval is on the stick."""
        low, high = self.share.interval
        return across(low), across(high)

    @property
    def notch(self) -> str:
        """Where even is on the stick; empty where nothing is."""
        return "" if self.share.even is None else across(self.share.even)

    @property
    def fraction(self) -> str:
        """The share as "139 of 253"."""
        return gettext("{made} of {n}", made=num(self.share.made), n=num(self.share.of))


class RatingRow(NamedTuple):
    """A rating with how it went: words or a game's emblem, points, a line from the reader's first evening to the last.

    line: points of a drawing of 100 by 56; begin: where 1500 is in its height; low and high: of the line.
    """

    words: str
    emblem: str
    points: str
    line: str
    begin: float
    low: int
    high: int


class CountRow(NamedTuple):
    """A row that is no share: where it leads, words with a small line, a figure; game: whose emblem stands in front."""

    address: str
    words: Markup | str
    small: Markup | str
    figure: Markup | str
    game: str = ""


class Notch(NamedTuple):
    """A cut of a stick: where, from above (1), from below (-1) or across (0)."""

    at: str
    way: int


def notches_of(played: Iterable[PlayedMatch]) -> list[Notch]:
    """The cuts of a row of matches: won, lost, level."""
    matches = list(played)
    return [
        Notch(across((place + 0.5) / len(matches)), 0 if match.level else 1 if match.won else -1)
        for place, match in enumerate(matches)
    ]


def rating_rows(ratings: list[Rating]) -> list[RatingRow]:
    """The ratings of a person, all drawn in one scale."""
    courses = [[BEGIN, *rating.course] for rating in ratings]
    ends = [point for course in courses for point in course]
    low, high = min(ends, default=BEGIN), max(ends, default=BEGIN)
    scale = 48 / max(high - low, LEAST_HEIGHT)
    rows = []
    for rating, course in zip(ratings, courses, strict=True):
        game = games().get(rating.game)
        step, mirrored = 97 / (len(course) - 1), current_language().rtl
        spots = [(1.5 + n * step, 4 + (high - point) * scale) for n, point in enumerate(course)]
        line = " ".join(f"{100 - x if mirrored else x:.1f},{y:.1f}" for x, y in spots)
        words = gettext(game.name) if game else gettext("All games")
        begin = 4 + (high - BEGIN) * scale
        rows.append(RatingRow(words, rating.game, rating_words(rating), line, begin, min(course), max(course)))
    return rows


def rating_words(rating: Rating) -> str:
    """The points of a rating, with a question mark while it is uncertain."""
    return num(rating.points) if rating.firm else gettext("{n}?", n=num(rating.points))


def evenings_words(n: int) -> str:
    """How many evenings."""
    return ngettext("{num} evening", "{num} evenings", n)


def matches_words(n: int) -> str:
    """How many matches."""
    return ngettext("{num} match", "{num} matches", n)


def deals_words(n: int) -> str:
    """How many deals."""
    return ngettext("{num} deal", "{num} deals", n)


def amount_words(amount: int, unit: str) -> str:
    """Points or marks; only the number where there are both."""
    if unit == "marks":
        return ngettext("{num} mark", "{num} marks", amount)
    return ngettext("{num} point", "{num} points", amount) if unit else num(amount)


def level_words(level: int) -> str:
    """How many matches ended level, which stand in no share; empty for none."""
    return ngettext("{num} more was level", "{num} more were level", level) if level else ""


def names(people: Iterable[Person]) -> Markup:
    """People as partners: "Ann & Cem"."""
    return partners([html([("bdi", {}, [person.name])]) for person in people])


def more_words(rows: Sequence[ShareRow], in_a_game: bool) -> Markup | str:
    """Which of these people wins more than another, where that may be said."""
    if len(rows) < 2:
        return ""
    more = wins_more([row.share for row in rows], in_a_game)
    if more is None:
        return gettext("No clear difference yet.")
    return marked("{one} wins more than {other}.", one=rows[more[0]].words, other=rows[more[1]].words)


def won_row(people: People, won: WonMatches, address: str = "", small: str = "") -> ShareRow:
    """The row of a person or of two, which leads to an address."""
    side = people.side(won.people[0]) if len(won.people) == 1 else None
    return ShareRow(address, names(won.people), won.share, side, small)


def page_of(people: tuple[Person, ...], filters: Mapping[str, Any]) -> str:
    """The page of a person, or of two, that counts by the same filters."""
    if len(people) == 1:
        return address_with(url_for("person.show_person", player=people[0].uid), filters)
    return address_with(url_for("pair.show_pair", one=people[0].uid, other=people[1].uid), filters)
