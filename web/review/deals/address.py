"""The address of the deals behind a number, and what such an address means."""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import abort, request, url_for

from models.base import VALID_YEARS
from models.review.ask import places_of
from models.review.deals.scope import DealScope
from models.review.people import Person
from models.review.scope import evenings_of, newest
from scoring.review import Where
from web.http.requests import address_with, whole_number
from web.review.calendar_years import span_of
from web.review.open_past import CirclePast, known_game, known_person

NUMBERS = ("bid", "seat", "number", "deal", "short", "taken", "missed")
YES_NO = ("made", "opened", "over")
WORDS = {"kinds": "kind", "before": "before", "after": "after"}  # a Where's several codes -> the key in an address
LARGEST = 1_000_000


def deals_address(game: str | None, where: Where = Where(), **more: Any) -> str:  # noqa: B008  it is a plain tuple
    """Where the deals that are so are listed; more: who and with (uids), year, first, last, match."""
    return address_with(url_for("deals.show_deals"), {"game": game} | where_values(where) | more)


def where_values(where: Where) -> dict[str, Any]:
    """The same as values of an address."""
    found: dict[str, Any] = {"trump": where.trump}
    found |= {key: getattr(where, key) for key in NUMBERS}
    found |= {key: None if (value := getattr(where, key)) is None else int(value) for key in YES_NO}
    return found | {key: list(getattr(where, name)) for name, key in WORDS.items()}


def parse_where() -> Where:
    """What the address asks for; 400 for what nobody can mean."""
    found: dict[str, Any] = {"trump": request.args.get("trump")}
    found |= {key: parse_number(key) for key in NUMBERS}
    found |= {key: parse_yes_no(key) for key in YES_NO}
    found |= {name: tuple(request.args.getlist(key)) for name, key in WORDS.items()}
    return Where(**found)


def parse_scope(here: CirclePast) -> DealScope:
    """Whose deals the address asks for; 404 for unknown games, people and matches."""
    game = request.args.get("game")
    first, last = parse_days()
    who, mate = (parse_person(here, key) for key in ("who", "with"))
    ids = [tuple(here.past.people.ids_of(one)) if one else () for one in (who, mate)]
    key = known_game(game).key if game else None
    version = here.past.version_of(key)
    finished = bool(parse_yes_no("finished"))
    return DealScope(here.circle.id, key, first, last, parse_matches(here), ids[0], ids[1], version, None, finished)


def parse_person(here: CirclePast, key: str) -> Person | None:
    """The person of this key; 404 for an unknown one."""
    uid = request.args.get(key)
    return known_person(here.past, uid) if uid else None


def parse_matches(here: CirclePast) -> tuple[int, ...] | None:
    """The finished matches that are asked for."""
    uids, evenings = request.args.getlist("match"), parse_evenings(here)
    if evenings is not None:
        return tuple(match.id for match in here.past.matches if match.evening_id in evenings)
    if not uids:
        return None
    known = {match.uid: match.id for match in here.past.matches if match.uid in uids}
    if len(known) < len(set(uids)):
        abort(404)
    return tuple(known.values())


def parse_evenings(here: CirclePast) -> frozenset[int] | None:
    """The ids of the evenings asked for: the last ones (lately), at a place, on a weekday (Monday is 0)."""
    lately, weekday, place = parse_number("lately"), parse_number("weekday"), request.args.get("place")
    if lately is None and weekday is None and not place:
        return None
    game = request.args.get("game")
    played = [evening for evening in evenings_of(here.circle.id) if game in (None, evening.game)]
    ids = set(newest(played, lately) if lately is not None else (evening.id for evening in played))
    if place:
        ids &= {evening for evening, known in places_of(here.circle.id).items() if known == place}
    if weekday is not None:
        ids &= {evening.id for evening in played if evening.day.weekday() == weekday}
    return frozenset(ids)


def parse_number(key: str) -> int | None:
    """A whole number of the address, None without; 400 for anything else."""
    text = request.args.get(key)
    if not text:
        return None
    number = whole_number(text)
    return number if number is not None and number <= LARGEST else abort(400)


def parse_yes_no(key: str) -> bool | None:
    """1 or 0 of the address, None without; 400 for anything else."""
    text = request.args.get(key)
    if not text:
        return None
    return text == "1" if text in ("0", "1") else abort(400)


def parse_days() -> tuple[date | None, date | None]:
    """From when to when, or the days of a year; 400 for a year that is none, and for an end before the beginning."""
    year = parse_number("year")
    if year is not None:
        return span_of(year) or abort(400)
    first, last = parse_day("first"), parse_day("last")
    if first and last and last < first:
        abort(400)
    return first, last


def parse_day(key: str) -> date | None:
    """A day of the address as 2026-11-20; 400 for anything else."""
    text = request.args.get(key)
    try:
        day = date.fromisoformat(text) if text else None
    except ValueError:
        abort(400)
    return day if day is None or day.year in VALID_YEARS else abort(400)
