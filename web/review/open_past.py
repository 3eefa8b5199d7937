"""Opens the past of the circle for a page of review: brings it up to date with the logs first."""

from __future__ import annotations

from typing import NamedTuple

from flask import Flask, Response, abort, render_template, request

from models.review.past.matches import Past
from models.review.past.up_to_date import up_to_date
from models.review.people import Person
from models.tables import Circle
from scoring.game import Game
from scoring.games import games
from web.auth.guard import own_circle

WAIT = 1  # s until the page that tells how far it is asks again


class CirclePast(NamedTuple):
    """The circle, its past, and the uids of the damaged matches, which count in no number."""

    circle: Circle
    past: Past
    damaged: tuple[str, ...]


class CatchingUp(Exception):  # noqa: N818
    """The past is not up to date yet: so many matches are left."""

    def __init__(self, left: int) -> None:
        super().__init__(left)
        self.left = left


def open_past() -> CirclePast:
    """The past of this browser's circle; CatchingUp when there is more to write than one request should."""
    circle = own_circle()
    found = up_to_date(circle.id)
    if isinstance(found, int):
        raise CatchingUp(found)
    return CirclePast(circle, *found)


def register_catching_up(app: Flask) -> None:
    """Show how far it is in place of a page that waits for the past."""
    app.register_error_handler(CatchingUp, show_progress)


def show_progress(waiting: CatchingUp) -> Response:
    """The page that tells how far it is; it asks again by itself."""
    page = render_template("review/catching_up.html", left=waiting.left, again=request.full_path.rstrip("?"))
    return Response(page, headers={"Refresh": str(WAIT), "Cache-Control": "no-store"})


def known_game(key: str) -> Game:
    """The game of a key in an address; 404 for none."""
    return games().get(key) or abort(404)


def known_person(past: Past, uid: str) -> Person:
    """The person of a uid in an address; 404 for none."""
    return past.people.by_uid(uid) or abort(404)
