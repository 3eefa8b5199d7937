"""The cards of the year that are about people: the pair, the turn, the rivals, the bid, the luckiest."""

from __future__ import annotations

from flask import url_for

from models.review.deals.scope import DealScope
from models.review.past.match import PastMatch
from models.review.people import Person
from models.review.year.cards import Year
from models.review.year.deal_facts import bid_of_year, turned
from scoring.games import games
from scoring.review import Where
from web.i18n.dates import day
from web.i18n.locale import gettext
from web.review.lists import deals_address, matches_address
from web.review.number_format import tenths
from web.review.year.card import PER_MATCH, YearCard


def pair_card(year: Year, number: int) -> YearCard:
    """The pair that won most surely; number: of the year."""
    if year.pair is None:
        return YearCard(gettext("The pair of the year"), gettext("No two were partners in eight matches."))
    one, other = year.pair.people
    names = gettext("{first} & {last}", first=one.name, last=other.name)
    found = year.pair.rate
    values = {
        "made": found.made,
        "n": found.of,
        "low": round(100 * (found.low or 0)),
        "high": round(100 * (found.high or 0)),
    }
    words = gettext("{made} of {n} won; between {low} and {high} in 100, four times in five.", **values)
    return YearCard(
        gettext("The pair of the year: {names}", names=names),
        words,
        address=matches_address(year=number, who=one.uid, partner=other.uid),
        leads=names,
    )


def side_words(match: PastMatch, side: int) -> str:
    """The names of a side."""
    first, *others = [seat.name for seat in match.sides[side]]
    return gettext("{first} & {last}", first=first, last=others[0]) if others else first


def turn_card(year: Year) -> YearCard:
    """The deal that turned most."""
    title, found = gettext("The turn of the year"), turned(year.turn.id) if year.turn else None
    if year.turn is None or found is None:
        return YearCard(
            title, gettext("No match of this year has a win chance, so none can be said to have turned most.")
        )
    side, before, after = found
    values = {
        "before": round(before / PER_MATCH),
        "after": round(after / PER_MATCH),
        "day": day(year.turn.day, "named"),
    }
    names, game = side_words(year.turn, sorted(year.turn.sides)[side]), gettext(games()[year.turn.game].name)
    words = gettext(
        "{names} went from {before} to {after} in 100 in one deal of {game}, on {day}.",
        names=names,
        game=game,
        **values,
    )
    address = url_for("deal.show_deal", uid=year.turn.uid, of=year.turn.swing_uid)
    return YearCard(title, words, address=address, leads=gettext("This deal"))


def rival_card(year: Year, number: int) -> YearCard:
    """The two who took most from each other."""
    if year.rival is None:
        return YearCard(gettext("The rivals"), gettext("Nobody played against anybody twice."))
    found = year.rival
    title = gettext("The rivals: {one} and {other}", one=found.one.name, other=found.other.name)
    words = gettext(
        "{one} came out ahead {n} times, {other} {m} times.",
        one=found.one.name, other=found.other.name, n=found.ahead, m=found.behind,
    )  # fmt: skip
    return YearCard(
        title,
        words,
        address=matches_address(year=number, who=found.one.uid, against=found.other.uid),
        leads=gettext("These two"),
    )


def bid_card(scope: DealScope, number: int, person: Person | None) -> YearCard:
    """The bid said most often in a scope, that of a year of this number and of a person or everybody."""
    found = bid_of_year(scope)
    if found is None:
        return YearCard(gettext("The bid of the year"), gettext("Nobody had a bid to make."))
    game = gettext(games()[found.game].name)
    words = gettext("Said {n} times, made {made} times, in {game}.", n=found.of, made=found.made, game=game)
    return YearCard(
        gettext("The bid of the year: {bid}", bid=found.bid),
        words,
        address=deals_address(found.game, Where(bid=found.bid), year=number, who=person.uid if person else None),
        leads=game,
    )


def lucky_card(year: Year, number: int) -> YearCard:
    """Who won most beyond what was due."""
    if year.lucky is None:
        return YearCard(gettext("The luckiest"), gettext("Too few rated matches to tell luck from strength."))
    found = year.lucky
    values = {"won": found.won, "n": found.matches, "due": tenths(found.due)}
    words = gettext(
        "Won {won} of {n}; by their strength {due} were due. The rest was luck, or is strength to come.", **values
    )
    return YearCard(
        gettext("The luckiest: {name}", name=found.person.name),
        words,
        address=matches_address(year=number, who=found.person.uid),
        leads=found.person.name,
    )
