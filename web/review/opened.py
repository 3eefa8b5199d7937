"""Opens the review of this browser's circle, and reads from the address what a page counts: a game, a time."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from flask import Flask, Response, abort, g, render_template, request
from sqlalchemy import select

from models.base import db
from models.log.append import ended_matches
from models.review.people import People, Person
from models.review.ratings import rate
from models.review.scope import EveningPlayed, Scope, evenings_of, newest
from models.review.upkeep import catch_up
from models.review.win_chances import work_out_chances
from models.tables import Circle, Evening, Match
from models.transaction import is_transient
from scoring.game import Game
from scoring.games import games
from web.auth.guard import own_circle
from web.http.requests import address_with, whole_number
from web.i18n.dates import day, year_days, year_number
from web.i18n.locale import gettext, in_digits, num

Links = list[tuple[str, str, bool]]
"""A row of filters: words, address, whether it is this one."""
LATELY = 10  # evenings
WAIT = 1  # s until the page that tells how far it is asks again


class OpenReview(NamedTuple):
    """The circle, its people, the evenings with finished matches."""

    circle: Circle
    people: People
    played: list[EveningPlayed]

    def person(self, uid: str) -> Person:
        """The person of a uid in an address; 404 for none."""
        return self.people.by_uid(uid) or abort(404)

    @property
    def most_played(self) -> dict[str, int]:
        """The games of which something was finished, that with most matches first, with how many."""
        played = Counter[str]()
        for evening in self.played:
            played[evening.game] += evening.matches
        return dict(played.most_common())


def init_review(app: Flask) -> None:
    """Work out the win chances of matches, and ratings, after the answer to the request that ended them."""

    @app.after_request
    def plan(response: Response) -> Response:
        if ended := ended_matches():
            response.call_on_close(partial(work_out, app, ended))
        return response


def work_out(app: Flask, ended: list[int]) -> None:
    """Do so; where the database cannot just now, whoever opens review does it."""
    try:
        with app.app_context():
            circles = select(Evening.circle_id).join(Match).where(Match.id.in_(ended)).distinct()
            for circle_id in db.session.scalars(circles).all():
                work_out_chances(circle_id)
                rate(circle_id, People(circle_id))
    except Exception as error:
        if not is_transient(error):
            raise


def open_review() -> OpenReview:
    """The review of this browser's circle, up to date with the logs.

    While that takes long, a page that says how many matches are left is answered, which asks again by itself.
    g.damaged: the matches (uid, date) that are damaged and count in no number; each page names them.
    """
    circle = own_circle()
    progress = catch_up(circle.id)
    if left := progress.left or work_out_chances(circle.id):
        page = render_template("review/catching_up.html", left=left, again=request.full_path.rstrip("?"))
        abort(Response(page, headers={"Refresh": str(WAIT), "Cache-Control": "no-store"}))
    g.damaged = progress.damaged
    return OpenReview(circle, People(circle.id), evenings_of(circle.id))


class Counted(NamedTuple):
    """What a page counts, as a scope and as values of an address; time: in words, empty for always."""

    scope: Scope
    values: dict[str, Any]
    time: str

    @property
    def game(self) -> Game | None:
        """The game; None for all."""
        return games()[self.scope.game] if self.scope.game else None

    @property
    def period(self) -> dict[str, Any]:
        """The time as values of an address."""
        return {key: value for key, value in self.values.items() if key in ("year", "last")}

    @property
    def filters(self) -> dict[str, Any]:
        """The game and the time as values of an address."""
        return {"game": self.scope.game} | self.period

    def address(self, path: str, **values: Any) -> str:
        """The address of another page that counts the same."""
        return address_with(path, self.values | values)

    def games(self, path: str, played: list[EveningPlayed]) -> Links:
        """A row of filters of the page at a path: all games, and each that was played."""
        keys = [key for key in games() if any(evening.game == key for evening in played)]
        return self.links(
            path, "game", [(gettext("All games"), None), *((gettext(games()[key].name), key) for key in keys)]
        )

    def times(self, path: str, played: list[EveningPlayed]) -> Links:
        """A row of filters of the page at a path: always, each year, the last evenings."""
        choices = [(gettext("Always"), None), *((in_digits(str(year)), year) for year in years_of(played))]
        always, *others = self.links(path, "year", choices, last=None)
        lately = self.address(path, year=None, last=LATELY)
        return [(*always[:2], not self.time), *others, (last_words(), lately, "last" in self.values)]

    def links(self, path: str, key: str, choices: list[tuple[str, Any]], **values: Any) -> Links:
        """A row of filters: the page at a path with each value of a key, None for without it."""
        chosen = self.values.get(key)
        return [(words, self.address(path, **values | {key: value}), value == chosen) for words, value in choices]


def years_of(played: list[EveningPlayed]) -> list[int]:
    """The reader's years in which something was finished, the newest first."""
    years: list[int] = []
    begin = date.max
    for evening in reversed(played):
        if evening.day < begin:
            years.append(year_number(evening.day))
            begin, _ = year_days(years[-1]) or (evening.day, evening.day)
    return years


def counted(opened: OpenReview, game: str | None = None) -> Counted:
    """What the address asks for; 404 for a game, a year or a number that is none. game: of a page that has only one."""
    key, year, last = (request.args.get(name) for name in ("game", "year", "last"))
    if (key is not None and key not in games()) or last not in (None, str(LATELY)) or (last and year):
        abort(404)
    first, final = year_days(whole_number(year)) or abort(404) if year is not None else (None, None)
    scope = Scope(opened.circle.id, game or key, first, final)
    if last:
        scope = scope._replace(evenings=newest(opened.played, LATELY))
    values = {"game": None if game else key, "year": first and year_number(first), "last": LATELY if last else None}
    time = last_words() if last else day(first, "year") if first else ""
    return Counted(scope, {name: value for name, value in values.items() if value is not None}, time)


def last_words() -> str:
    """What the filter of the last evenings is called."""
    return gettext("Last {num} evenings", num=num(LATELY))
