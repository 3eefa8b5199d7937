"""The year in review: its ten cards in words, each with what it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from flask import url_for

from models.review.evenings import evening_uids
from models.review.year_facts import bid_of_year, edge_deals, seconds_of, turned
from scoring.games import games
from web.i18n.dates import day
from web.i18n.locale import gettext, ngettext, num
from web.review.charts.year import Cut, broken_year, year_stick
from web.review.figures import tenths
from web.review.rows import person_address
from web.tree_html import html

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from models.review.past import PastMatch
    from models.review.year import Year

PER_MATCH = 10  # thousandths of a chance in one of a hundred


class Card(NamedTuple):
    """A card: its heading, a sentence, a drawing, figures, and where it leads with the words for it."""

    title: str
    words: str = ""
    drawing: Any = ""
    figures: tuple[tuple[str, str], ...] = ()
    address: str = ""
    leads: str = ""


def cards(year: Year, circle_id: int, span: tuple[date, date], who: Collection[int] | None) -> list[Card]:
    """The ten cards; those that have nothing to tell say so."""
    uids = evening_uids({evening.evening_id for evening in year.evenings})
    return [
        numbers_card(year, circle_id, span),
        game_card(year),
        evening_card(year, uids),
        pair_card(year),
        turn_card(year),
        rival_card(year),
        bid_card(circle_id, span, who),
        lucky_card(year),
        edges_card(year),
        stick_card(year),
    ]


def cuts(year: Year) -> list[Cut]:
    """The evenings as cuts of a stick."""
    return [Cut(evening.day, evening.deals) for evening in year.evenings]


def numbers_card(year: Year, circle_id: int, span: tuple[date, date]) -> Card:
    """How much was played."""
    hours = round(seconds_of(circle_id, *span) / 3600)
    figures = (
        (num(len(year.matches)), gettext("matches played")),
        (num(year.deals), gettext("deals played")),
        (num(hours), gettext("hours of deals")),
    )
    title = ngettext("One evening", "{num} evenings", len(year.evenings))
    return Card(title, drawing=html(year_stick(cuts(year), table=False)), figures=figures)


def game_card(year: Year) -> Card:
    """The game with most deals."""
    key, deals = year.game or ("", 0)
    name = gettext(games()[key].name)
    words = ngettext(
        "{num} deal of {all}, more than of any other game.",
        "{num} deals of {all}, more than of any other game.",
        deals,
        all=year.deals,
    )
    return Card(
        gettext("The game of the year: {name}", name=name),
        words,
        address=url_for("game_review.show_game", game=key),
        leads=name,
    )


def evening_card(year: Year, uids: dict[int, str]) -> Card:
    """The evening on which most turned."""
    title = gettext("The evening of the year")
    if year.evening is None or not year.evening.swing:
        return Card(title, gettext("No match of this year has a win chance, so none can be said to have turned most."))
    found = year.evening
    values = {"matches": found.matches, "deals": found.deals, "n": round(found.swing / PER_MATCH)}
    words = gettext(
        "The chances swung by {n} in 100 in its deciding deals: {matches} matches, {deals} deals.", **values
    )
    return Card(
        title,
        words,
        address=url_for("story.show_story", uid=uids[found.evening_id]),
        leads=day(found.day, "named_year"),
    )


def pair_card(year: Year) -> Card:
    """The pair that won most surely."""
    if year.pair is None:
        return Card(gettext("The pair of the year"), gettext("No two were partners in eight matches."))
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
    return Card(
        gettext("The pair of the year: {names}", names=names),
        words,
        address=url_for("pair.show_pair", one=one.uid, other=other.uid),
        leads=names,
    )


def side_words(match: PastMatch, side: int) -> str:
    """The names of a side."""
    first, *others = [seat.name for seat in match.sides[side]]
    return gettext("{first} & {last}", first=first, last=others[0]) if others else first


def turn_card(year: Year) -> Card:
    """The deal that turned most."""
    title, found = gettext("The turn of the year"), turned(year.turn.id) if year.turn else None
    if year.turn is None or found is None:
        return Card(title, gettext("No match of this year has a win chance, so none can be said to have turned most."))
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
    return Card(title, words, address=address, leads=gettext("This deal"))


def rival_card(year: Year) -> Card:
    """The two who took most from each other."""
    if year.rival is None:
        return Card(gettext("The rivals"), gettext("Nobody played against anybody twice."))
    found = year.rival
    title = gettext("The rivals: {one} and {other}", one=found.one.name, other=found.other.name)
    words = gettext(
        "{one} came out ahead {n} times, {other} {m} times.",
        one=found.one.name, other=found.other.name, n=found.ahead, m=found.behind,
    )  # fmt: skip
    return Card(
        title,
        words,
        address=url_for("pair.show_pair", one=found.one.uid, other=found.other.uid),
        leads=gettext("These two"),
    )


def bid_card(circle_id: int, span: tuple[date, date], who: Collection[int] | None) -> Card:
    """The bid said most often."""
    found = bid_of_year(circle_id, *span, who)
    if found is None:
        return Card(gettext("The bid of the year"), gettext("Nobody had a bid to make."))
    game = gettext(games()[found.game].name)
    words = gettext("Said {n} times, made {made} times, in {game}.", n=found.of, made=found.made, game=game)
    return Card(
        gettext("The bid of the year: {bid}", bid=found.bid),
        words,
        address=url_for("game_review.show_game", game=found.game),
        leads=game,
    )


def lucky_card(year: Year) -> Card:
    """Who won most beyond what was due."""
    if year.lucky is None:
        return Card(gettext("The luckiest"), gettext("Too few rated matches to tell luck from strength."))
    found = year.lucky
    values = {"won": found.won, "n": found.matches, "due": tenths(found.due)}
    words = gettext(
        "Won {won} of {n}; by their strength {due} were due. The rest was luck, or is strength to come.", **values
    )
    return Card(
        gettext("The luckiest: {name}", name=found.person.name),
        words,
        address=person_address(found.person),
        leads=found.person.name,
    )


def edges_card(year: Year) -> Card:
    """The first and the last deal."""
    first, last = year.matches[0], year.matches[-1]
    uids = edge_deals(first.id, last.id)
    words = gettext(
        "From {first} ({game}) to {last} ({other}).",
        first=day(first.day), last=day(last.day),
        game=gettext(games()[first.game].name), other=gettext(games()[last.game].name),
    )  # fmt: skip
    address = url_for("deal.show_deal", uid=last.uid, of=uids[1]) if uids[1] else ""
    return Card(gettext("The first deal and the last"), words, address=address, leads=gettext("The last deal"))


def stick_card(year: Year) -> Card:
    """The stick of the year, broken in two."""
    words = gettext("The stick is full. Split it: both halves hold the same year.")
    return Card(gettext("The year, split"), words, drawing=html(broken_year(cuts(year))))
