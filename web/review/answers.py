"""The answers to questions (web/review/ask.py) as rows, each with the address of the matches or deals it counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from math import inf
from typing import Any

from flask import abort, url_for
from markupsafe import Markup

from models.review.ask import attendance, close_matches, dealer_deals, match_lengths, most_often, places_of, together
from models.review.bids import BidCount, bid_counts, bid_rows
from models.review.people import Person
from models.review.scope import played_in
from models.review.shares import Share
from models.review.wins import WonMatches, against_each, matches_of, wins_in, with_each
from scoring.games import games
from scoring.review import Where, review_of
from web.i18n.dates import day, length_words
from web.i18n.locale import gettext, marked, ngettext, num, remarks
from web.review.code_words import called, tenths, trump_labels, wording_text
from web.review.lists import MONDAY, deals_address, matches_address
from web.review.opened import Counted, OpenReview
from web.review.rows import CountRow, ShareRow, amount_words, deals_words, evenings_words, matches_words, names, won_row

Row = ShareRow | CountRow


@dataclass(frozen=True)
class Asked:
    """What a question is asked of; person: of a question about somebody."""

    review: OpenReview
    shown: Counted
    person: Person | None

    @property
    def game(self) -> str:
        """The game of a question that is asked of one."""
        return self.shown.scope.game or abort(404)

    @cached_property
    def bids(self) -> Sequence[Any]:
        """The bids by number and trump."""
        return bid_rows(self.shown.scope, "bid", "trump")

    def matches(self, **more: Any) -> str:
        """The matches of these filters that are so."""
        return matches_address(**{"game": self.shown.scope.game} | self.shown.period | more)

    def deals(self, where: Where, **more: Any) -> str:
        """The deals of these filters that are so."""
        return deals_address(self.shown.scope.game, where, **self.shown.period | more)

    def won(self, rows: list[WonMatches], key: str) -> list[ShareRow]:
        """Matches won of those that are not level; key: what an address calls the person of a row."""
        known = {"level": 0, "who": self.person.uid if self.person else None}
        people = self.review.people
        return [won_row(people, row, self.matches(**known | {key: row.people[0].uid})) for row in rows]

    def bid_row(self, count: BidCount, words: Markup | str, **value: Any) -> ShareRow:
        """Bids that have something in common; value: what, as an address says it beside their kinds."""
        return ShareRow(self.deals(Where(kinds=count.kinds), **value), words, count.share)


def brought(count: BidCount) -> str:
    """What a bid brings a deal, in words; nothing where it was counted in several units."""
    text, points = tenths(abs(count.brings)), count.unit != "marks"
    n = 1 if abs(round(count.brings, 1)) == 1 else 2
    if not count.unit:
        return ""
    if not abs(round(count.brings, 1)):
        return gettext("brings about nothing")
    if count.brings > 0 and points:
        return ngettext("brings {points} point a deal", "brings {points} points a deal", n, points=text)
    if count.brings > 0:
        return ngettext("brings {marks} mark a deal", "brings {marks} marks a deal", n, marks=text)
    if points:
        return ngettext("costs {points} point a deal", "costs {points} points a deal", n, points=text)
    return ngettext("costs {marks} mark a deal", "costs {marks} marks a deal", n, marks=text)


def winners(asked: Asked) -> Sequence[Row]:
    return asked.won(wins_in(asked.shown.scope, asked.review.people).people, "who")


def with_whom(asked: Asked) -> Sequence[Row]:
    person = asked.person or abort(404)
    return asked.won(with_each(matches_of(asked.shown.scope, asked.review.people, person)), "partner")


def against_whom(asked: Asked) -> Sequence[Row]:
    person = asked.person or abort(404)
    return asked.won(against_each(asked.shown.scope, asked.review.people, person), "against")


def bidders(asked: Asked) -> Sequence[Row]:
    people, rows = asked.review.people, bid_rows(asked.shown.scope)
    return [
        asked.bid_row(count, names([count.key]), who=count.key.uid)._replace(side=people.side(count.key))
        for count in bid_counts(rows, lambda row: people.ranked(row.who_id))
    ]


def bids(asked: Asked) -> Sequence[Row]:
    """Each number that is bid, then each bid without one; with what it brings."""
    counts = bid_counts(asked.bids, lambda row: (row.kind, row.bid if row.kind == "bid" else None))
    rows = []
    for count in sorted(counts, key=lambda count: inf if count.key[1] is None else count.key[1]):
        kind, bid = count.key
        row = asked.bid_row(count, called(asked.game, kind, bid), bid=bid)
        if not count.share.few:
            row = row._replace(share=count.share._replace(even=count.even), small=brought(count))
        rows.append(row)
    return rows


def trumps(asked: Asked) -> Sequence[Row]:
    labels = trump_labels(asked.game)
    counts = bid_counts(asked.bids, lambda row: row.trump if row.trump in labels else None)
    return [asked.bid_row(count, wording_text(labels[count.key]), trump=count.key) for count in counts]


def seats(asked: Asked) -> Sequence[Row]:
    """By where who declared sat from the dealer, who is the last."""
    dealer, rows = games()[asked.game].seats[-1], bid_rows(asked.shown.scope, "from_dealer")
    found = []
    for count in sorted(bid_counts(rows, lambda row: row.from_dealer), key=lambda count: count.key):
        words = ngettext("{num} seat after the dealer", "{num} seats after the dealer", count.key)
        found.append(asked.bid_row(count, gettext("The dealer") if count.key == dealer else words, seat=count.key))
    return found


def dealers(asked: Asked) -> Sequence[Row]:
    keys = [key for key, game in games().items() if review_of(key).bids]
    rows = []
    for game, deals, dealers_side, others in dealer_deals(asked.shown.scope, keys):
        address, name = deals_address(game, **asked.shown.period), gettext(games()[game].name)
        for words, made in ((gettext("The dealer’s side"), dealers_side), (gettext("The others"), others)):
            rows.append(ShareRow(address, words, Share(made, deals), None, name, game))
    return rows


def lengths(asked: Asked) -> Sequence[Row]:
    """Of each game; in one game by the number of deals."""
    one = asked.shown.scope.game is not None
    rows = []
    for game, n, deals, minutes in match_lengths(asked.shown.scope, one):
        took, found, time = deals_words(deals), matches_words(n), length_words(minutes) if minutes else ""
        if one:
            rows.append(CountRow(asked.matches(least=deals, most=deals), took, time, found))
        else:
            small = remarks([words for words in (time, found) if words])
            rows.append(CountRow(asked.matches(game=game, least=1), gettext(games()[game].name), small, took, game))
    return rows


def closest(asked: Asked, most: int | None = None) -> Sequence[Row]:
    return [
        CountRow(url_for("table.show_table", uid=uid), names(won), day(when, "short_year"), amount_words(margin, unit))
        for uid, when, margin, unit, won in close_matches(asked.shown.scope, asked.review.people)[:most]
    ]


def present(asked: Asked) -> Sequence[Row]:
    return [
        CountRow(
            asked.matches(who=row.key.uid), names([row.key]), matches_words(row.matches), evenings_words(row.evenings)
        )
        for row in most_often(attendance(asked.shown.scope, asked.review.people))
    ]


def places(asked: Asked) -> Sequence[Row]:
    return together_rows(asked, places_of(asked.review.circle.id), lambda place: place, "place")


def weekdays(asked: Asked) -> Sequence[Row]:
    found = {evening.id: evening.day.weekday() for evening in asked.review.played}
    return together_rows(asked, found, lambda number: day(MONDAY + timedelta(days=number), "weekday"), "weekday")


def together_rows(asked: Asked, keys: dict[int, Any], words: Callable[[Any], str], key: str) -> Sequence[Row]:
    """The evenings by what they have in common (by id), with who won most matches on them; key: of an address."""
    scope, rows = asked.shown.scope, []
    there = attendance(scope, asked.review.people)
    for row in together(played_in(asked.review.played, scope), there, keys):
        small: list[Any] = [evenings_words(row.evenings)]
        if row.won and row.won.share.made:
            made, of, _ = row.won.share
            small.append(marked("{name} won {made} of {n}", name=names(row.won.people), made=num(made), n=num(of)))
        rows.append(
            CountRow(asked.matches(**{key: row.key}), words(row.key), remarks(small), matches_words(row.matches))
        )
    return rows
