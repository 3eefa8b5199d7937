"""The address of the matches behind a number, and what such an address means."""

from __future__ import annotations

from typing import Any

from flask import abort, request, url_for

from models.review.matches.find import Wanted
from scoring.review import Where
from web.http.requests import address_with
from web.review.deals.address import (
    parse_days,
    parse_evenings,
    parse_number,
    parse_person,
    parse_yes_no,
    where_values,
)
from web.review.open_past import CirclePast, known_game


def matches_address(game: str | None = None, where: Where = Where(), **more: Any) -> str:  # noqa: B008  a plain tuple
    """Where the matches that are so are listed.

    where: what happened to somebody in them (with never=1: to whom it never did). more: who, partner and against
    (uids), won, year, first, last, least, most (deals), match (uids), rules,
    level (0 or 1), and which evenings: see parse_evenings.
    """
    return address_with(url_for("matches.show_matches"), {"game": game} | where_values(where) | more)


def parse_wanted(here: CirclePast) -> Wanted:
    """What the address asks for; 404 for unknown games, people and matches, 400 for what nobody can mean."""
    game = request.args.get("game")
    first, last = parse_days()
    level, evenings = parse_yes_no("level"), parse_evenings(here)
    who, mate, rival = (parse_person(here, key) for key in ("who", "partner", "against"))
    if (mate or rival) and not who:
        abort(400)
    key = known_game(game).key if game else None
    least, most = parse_number("least"), parse_number("most")
    return Wanted(
        key, first, last, least, most, parse_uids(here), who, mate, rival, parse_yes_no("won"), level, evenings
    )


def parse_uids(here: CirclePast) -> frozenset[str] | None:
    """The uids of the finished matches that are asked for."""
    uids = frozenset(request.args.getlist("match"))
    if not uids:
        return None
    if uids - {match.uid for match in here.past.matches if match.uid in uids}:
        abort(404)
    return uids
