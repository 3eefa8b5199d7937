"""The answers to questions (web/review/ask.py) as rows, each with the address of the matches or deals it counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from math import inf
from typing import Any, NamedTuple

from flask import abort, url_for
from markupsafe import Markup

from models.review.ask import (
    BidCount,
    BidKey,
    attendance,
    bid_counts,
    close_matches,
    dealer_deals,
    match_lengths,
    most_often,
    places_of,
    together,
)
from models.review.people import Person
from models.review.scope import played_in
from models.review.share import Share
from models.review.wins import WonMatches, against_each, matches_of, wins_in, with_each
from scoring.games import games
from scoring.review import Contracts, Where, review_of
from web.i18n.dates import day, length_words
from web.i18n.locale import gettext, marked, ngettext, num, remarks
from web.review.code_words import bid_words, coded, trump_labels, wording_text
from web.review.lists import MONDAY, deals_address, matches_address
from web.review.number_format import tenths
from web.review.opened import Counted, OpenReview
from web.review.rows import CountRow, ShareRow, names, won_row

EVERY_DEAL = Where()
IN_ORDER = ("bid", "from_dealer")  # columns whose answers go by number, not by how often


Row = ShareRow | CountRow


class Asked(NamedTuple):
    """What a question is asked of; person: of a question about somebody."""

    review: OpenReview
    shown: Counted
    person: Person | None

    @property
    def game(self) -> str:
        """The game of a question that is asked of one."""
        return self.shown.scope.game or abort(404)

    def matches(self, **more: Any) -> str:
        """The matches of these filters that are so."""
        return matches_address(**{"game": self.shown.scope.game} | self.time | more)

    def deals(self, where: Where = EVERY_DEAL, **more: Any) -> str:
        """The deals of these filters that are so."""
        return deals_address(self.shown.scope.game, where, **self.time | more)

    @property
    def time(self) -> dict[str, Any]:
        """The filter of time as a list of matches or deals names it."""
        return {"year": self.shown.values.get("year"), "last": self.shown.values.get("last")}

    def won(self, rows: list[WonMatches], key: str) -> list[ShareRow]:
        """Matches won of those that are not level; key: what an address calls the person of a row."""
        known = {"level": 0, "who": self.person.uid if self.person else None}
        people = self.review.people
        return [won_row(people, row, self.matches(**known | {key: row.people[0].uid})) for row in rows]

    def bids(self, column: str, key_of: BidKey, words: Callable[[Any], Markup | str], key: str) -> list[ShareRow]:
        """Bids made by the values of a column; key: what an address calls them."""
        counts = bid_counts(self.shown.scope, column, key_of)
        if column in IN_ORDER:
            counts.sort(key=lambda count: count.key)
        return [self.bid_row(count, words(count.key), **{key: count.key}) for count in counts]

    def bid_row(self, count: BidCount, words: Markup | str, **value: Any) -> ShareRow:
        """Bids that have something in common; value: what, as an address says it beside their kinds."""
        who = next((person for person in value.values() if isinstance(person, Person)), None)
        address = self.deals(Where(kinds=count.kinds), **{"who": who.uid} if who else value)
        return ShareRow(address, words, count.share, self.review.people.side(who) if who else None)


def brought(mean: float) -> str:
    """What a bid brings a deal, in words."""
    if abs(mean) < 0.05:
        return gettext("brings about nothing")
    text = tenths(abs(mean))
    return gettext("brings {points} a deal", points=text) if mean > 0 else gettext("costs {points} a deal", points=text)


def winners(asked: Asked) -> Sequence[Row]:
    return asked.won(wins_in(asked.shown.scope, asked.review.people).people, "who")


def with_whom(asked: Asked) -> Sequence[Row]:
    person = asked.person or abort(404)
    return asked.won(with_each(matches_of(asked.shown.scope, asked.review.people, person)), "partner")


def against_whom(asked: Asked) -> Sequence[Row]:
    person = asked.person or abort(404)
    return asked.won(against_each(asked.shown.scope, asked.review.people, person), "against")


def bidders(asked: Asked) -> Sequence[Row]:
    people = asked.review.people
    return asked.bids("who_id", lambda _, who: people.ranked(who), lambda who: names([who]), "who")


def bids(asked: Asked) -> Sequence[Row]:
    """Each number that is bid, then each bid without one; with what it brings."""
    game, numbered = asked.game, numbered_bids(asked.game)
    counts = bid_counts(asked.shown.scope, "bid", lambda kind, bid: (kind, bid if kind in numbered else None))
    rows = []
    for count in sorted(counts, key=lambda count: inf if count.key[1] is None else count.key[1]):
        kind, bid = count.key
        row = asked.bid_row(count, coded(game, kind) if bid is None else bid_words(game, bid), bid=bid)
        if not count.share.few:
            row = row._replace(share=count.share._replace(even=count.even), small=brought(count.brings))
        rows.append(row)
    return rows


def numbered_bids(game: str) -> tuple[str, ...]:
    """The kinds of bids of a game that are a number."""
    panels = review_of(game).panels
    return tuple(kind for panel in panels if isinstance(panel, Contracts) for kind in panel.by_bid)


def trumps(asked: Asked) -> Sequence[Row]:
    labels = trump_labels(asked.game)
    return asked.bids(
        "trump", lambda _, trump: trump if trump in labels else None, lambda trump: wording_text(labels[trump]), "trump"
    )


def seats(asked: Asked) -> Sequence[Row]:
    dealer = games()[asked.game].seats[-1]
    return asked.bids("from_dealer", lambda _, seat: seat, lambda seat: seat_words(seat, dealer), "seat")


def seat_words(seat: int, dealer: int) -> str:
    """Where a seat is from the dealer, who is the last."""
    if seat == dealer:
        return gettext("The dealer")
    return ngettext("{num} seat after the dealer", "{num} seats after the dealer", seat)


def dealers(asked: Asked) -> Sequence[Row]:
    keys = [key for key, game in games().items() if review_of(key).bids]
    rows = []
    for game, deals, dealers_side, others in dealer_deals(asked.shown.scope, keys):
        address, name = deals_address(game, **asked.time), gettext(games()[game].name)
        for words, made in ((gettext("The dealer’s side"), dealers_side), (gettext("The others"), others)):
            rows.append(ShareRow(address, words, Share(made, deals), None, name, game))
    return rows


def lengths(asked: Asked) -> Sequence[Row]:
    """Of each game; in one game by the number of deals."""
    one = asked.shown.scope.game is not None
    rows = []
    for game, n, deals, minutes in match_lengths(asked.shown.scope, one):
        took = ngettext("{num} deal", "{num} deals", deals)
        found, time = ngettext("{num} match", "{num} matches", n), length_words(minutes) if minutes else ""
        if one:
            rows.append(CountRow(asked.matches(least=deals, most=deals), took, time, found))
        else:
            small = remarks([words for words in (time, found) if words])
            rows.append(CountRow(asked.matches(game=game, least=1), gettext(games()[game].name), small, took, game))
    return rows


def closest(asked: Asked) -> Sequence[Row]:
    return [
        CountRow(
            url_for("table.show_table", uid=one.uid), names(one.winners), day(one.day, "short_year"), num(one.margin)
        )
        for one in close_matches(asked.shown.scope, asked.review.people)
    ]


def present(asked: Asked) -> Sequence[Row]:
    rows = most_often(attendance(asked.shown.scope, asked.review.people))
    return [
        CountRow(
            asked.matches(who=row.key.uid),
            names([row.key]),
            ngettext("{num} match", "{num} matches", row.matches),
            ngettext("{num} evening", "{num} evenings", row.evenings),
        )
        for row in rows
    ]


def places(asked: Asked) -> Sequence[Row]:
    found = places_of(asked.review.circle.id)
    return together_rows(asked, found, lambda place: place, "place")


def weekdays(asked: Asked) -> Sequence[Row]:
    found = {evening.id: evening.day.weekday() for evening in asked.review.played}
    return together_rows(asked, found, lambda number: day(MONDAY + timedelta(days=number), "weekday"), "weekday")


def together_rows(asked: Asked, keys: dict[int, Any], words: Callable[[Any], str], key: str) -> Sequence[Row]:
    """The evenings by what they have in common (by id), with who won most matches on them; key: of an address."""
    scope, rows = asked.shown.scope, []
    there = attendance(scope, asked.review.people)
    for row in together(played_in(asked.review.played, scope), there, keys):
        small: list[Any] = [ngettext("{num} evening", "{num} evenings", row.evenings)]
        if row.won and row.won.share.made:
            made, of, _ = row.won.share
            small.append(marked("{name} won {made} of {n}", name=names(row.won.people), made=num(made), n=num(of)))
        found = ngettext("{num} match", "{num} matches", row.matches)
        rows.append(CountRow(asked.matches(**{key: row.key}), words(row.key), remarks(small), found))
    return rows
