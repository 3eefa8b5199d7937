"""The page of records: who holds what since when, and what waits to be broken."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.past.evening_uids import evening_uids
from models.review.records.circle import records_of
from models.review.records.matches import Equal, Held, RunningWins
from scoring.games import games
from scoring.review import RecordKind, review_of
from web.i18n.dates import day
from web.i18n.locale import gettext, marked, ngettext, num, signed
from web.review.code_words import bid_words, wording_text
from web.review.damaged_matches import damaged_links
from web.review.filters import filters, game_links
from web.review.open_past import CirclePast
from web.review.rate_rows import names


class HeldRecord(NamedTuple):
    """A record: where it leads, what it is, who holds it since when, and its value."""

    address: str
    words: str
    small: Markup
    figure: str | Markup


class RecordsOfGame(NamedTuple):
    """The records of a game, or over all."""

    title: str
    rows: list[HeldRecord]


class RecordsPage:
    """What the page of records shows."""

    def __init__(self, here: CirclePast) -> None:
        self.damaged = damaged_links(here.damaged)
        asked = filters()
        played = set(here.past.by_game)
        self.filters = game_links("records.show_records", asked, played)
        keys = [key for key in games() if key in played and asked.key in (None, key)]
        self.records = {key: records_of(here.past, here.circle.id, key) for key in keys}
        self.overall = [] if asked.key else records_of(here.past, here.circle.id).held

    @property
    def parts(self) -> list[RecordsOfGame]:
        """Over all games, and game by game."""
        overall = RecordsOfGame(gettext("Over all games"), [record_row(one) for one in self.overall])
        return [part for part in (overall, *(self.part(key) for key in self.records)) if part.rows]

    def part(self, key: str) -> RecordsOfGame:
        """The records of a game."""
        return RecordsOfGame(gettext(games()[key].name), [record_row(one) for one in self.records[key].held])

    @property
    def running(self) -> list[HeldRecord]:
        """Runs that may become records."""
        return [
            HeldRecord(
                url_for("game_review.show_game", game=one.game),
                gettext("{name} has won {n} in a row", name=one.person.name, n=one.now),
                running_words(one),
                gettext(games()[one.game].name),
            )
            for found in self.records.values()
            if (one := found.running)
        ]


def record_row(one: Held, *before: str | Markup) -> HeldRecord:
    """A record in words; it leads to where it was.

    before: what is said of it before who holds it.
    """
    record = own_record(one)
    facts = [*before, *([names(one.people[:2])] if one.people else []), day(one.day, "short_year")]
    if record and record.about == "first":
        facts.append(ngettext("{num} since then", "{num} since then", one.value - 1) if one.value > 1 else only())
    elif one.equalled == 1 and one.others and one.others[0].people:
        facts.append(marked("equalled by {names}", names=names(one.others[0].people)))
    elif one.equalled:
        facts.append(ngettext("{num} time equalled", "{num} times equalled", one.equalled))
    uids = evening_uids([one.evening]) if one.evening and not one.uid else {}
    return HeldRecord(
        address_of(one, uids), record_words(one, record), Markup("&nbsp;· ").join(facts), figure(one, record)
    )


def own_record(one: Held) -> RecordKind | None:
    """The record as its game names it; None for those that every game has."""
    known = review_of(one.game).records if one.game else ()
    return next((record for record in known if record.code == one.code), None)


def running_words(one: RunningWins) -> Markup:
    """What the record is."""
    values = {"n": num(one.record), "name": one.holder.name, "day": day(one.day, "short_year")}
    if one.now >= one.record and one.holder == one.person:
        return Markup("{}").format(gettext("That is the record."))
    return Markup("{}").format(gettext("The record is {n}, by {name}, {day}.", **values))


def only() -> str:
    """What is said of something that happened once."""
    return gettext("the only one so far")


MARGINS = ("widest", "closest", "widest_points", "closest_points")
COMMON = {
    "comeback": lambda: gettext("Comeback: the winners’ lowest chance"),
    "turn": lambda: gettext("The deal that turned most"),
    "longest": lambda: gettext("Longest match"),
    "shortest": lambda: gettext("Shortest match"),
    "widest": lambda: gettext("Most one-sided"),
    "widest_points": lambda: gettext("Most one-sided, in points"),
    "closest": lambda: gettext("Closest finish"),
    "closest_points": lambda: gettext("Closest finish, in points"),
    "run": lambda: gettext("Most wins in a row"),
    "run_of_game": lambda: gettext("Most wins in a row in this game"),
    "evening_deals": lambda: gettext("Most deals in an evening"),
    "evening_matches": lambda: gettext("Most matches in an evening"),
}


def record_words(one: Held, record: RecordKind | None) -> str:
    """What a record is called; record: where it is the game's own."""
    if record:
        return wording_text(record.label)
    return COMMON["run_of_game" if one.code == "run" and one.game else one.code]()


def figure(one: Held, record: RecordKind | None) -> str | Markup:
    """Its value with what it counts."""
    if one.code in ("comeback", "turn"):
        return gettext("{n} in 100", n=num(round(one.value / 10)))
    if one.code in ("longest", "shortest", "evening_deals") or (record and record.about == "fewest"):
        return ngettext("{num} deal", "{num} deals", one.value)
    if one.code in MARGINS:
        return signed(one.value)
    if record and record.about == "first":
        return ""
    return bid_words(one.game or "", one.value) if record and record.value == "bid" else num(one.value)


def address_of(one: Held | Equal, uids: dict[int, str]) -> str:
    """Where it was: the deal, the evening, or the match."""
    if one.uid:
        return url_for("deal.show_deal", uid=one.match, of=one.uid)
    if one.evening in uids:
        return url_for("evening.show_evening", uid=uids[one.evening])
    return url_for("table.show_table", uid=one.match)
