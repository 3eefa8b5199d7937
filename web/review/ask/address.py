"""A question in an address: metric, cut, game, person, year of the reader's calendar, house rule."""

from __future__ import annotations

from datetime import date
from typing import Any, NamedTuple

from flask import abort, request, url_for

from models.review.ask.catalog import CUTS, METRICS, games_of
from models.review.ask.question import Question
from models.review.past.matches import Past
from models.review.people import Person
from scoring.games import games
from web.http.requests import address_with, read_json, whole_number
from web.i18n.locale import language_code
from web.review.calendar_years import middle_of, span_of
from web.review.charts.year import jalali_day, jalali_year, year_span
from web.review.open_past import known_person

PARTS = ("metric", "cut", "game", "who", "year", "rule")  # that can be asked otherwise


class QuestionArgs(NamedTuple):
    """A question as the arguments of an address. rule: "key:value", the value as JSON; pick: the part to be changed."""

    metric: str = "win"
    cut: str = "person"
    game: str | None = None
    who: Person | None = None
    year: int | None = None
    rule: str | None = None
    pick: str | None = None

    def address(self, **other: Any) -> str:
        """The address of this question with some parts otherwise; nothing is picked unless said."""
        return self.address_at("ask.show_questions", **other)

    def address_at(self, endpoint: str, **other: Any) -> str:
        """The same for another page that answers it."""
        values = self._asdict() | {"pick": None} | other
        values["who"] = values["who"].uid if values["who"] else None
        return address_with(url_for(endpoint), values)


def parse_question(past: Past) -> QuestionArgs:
    """The question of the address; 404 for a metric, cut, game, person, year or rule that is none."""
    args = request.args
    metric, cut, pick = args.get("metric", "win"), args.get("cut", "person"), args.get("pick")
    game = args.get("game") or None
    if metric not in METRICS or cut not in CUTS or (pick is not None and pick not in PARTS):
        abort(404)
    if game is not None and game not in games():
        abort(404)
    if game is None and len(games_of(METRICS[metric])) == 1:
        game = games_of(METRICS[metric])[0]
    who = known_person(past, args["who"]) if args.get("who") else None
    rule = args.get("rule") or None
    if rule is not None and (game is None or rule_of(game, rule) is None):
        abort(404)
    return QuestionArgs(metric, cut, game, who, parse_year(), rule, pick)


def parse_year() -> int | None:
    """The year of the address, None without; 404 for an impossible one."""
    if not request.args.get("year"):
        return None
    year = whole_number(request.args["year"])
    return year if year and middle_of(year) else abort(404)


def rule_of(game: str, text: str) -> tuple[str, Any] | None:
    """The key and the value of a disputed rule in an address; None for another text."""
    key, _, value = text.partition(":")
    known = {option.key for option in games()[game].options if option.disputed}
    try:
        found = read_json(value)
    except ValueError:
        return None
    return (key, found) if key in known and isinstance(found, (bool, int, str)) else None


def question_of(args: QuestionArgs) -> Question:
    """The question as it is answered."""
    first, last = (span_of(args.year) if args.year else None) or (None, None)
    rule = rule_of(args.game, args.rule) if args.game and args.rule else None
    return Question(METRICS[args.metric], args.cut, args.game, args.who, first, last, rule, month_of)


def month_of(of: date) -> date:
    """The first day of the reader's month that a day is in."""
    if language_code() != "fa":
        return of.replace(day=1)
    first, _ = year_span(of)
    months = [jalali_day(jalali_year(first), n).to_gregorian() for n in range(1, 13)]
    found: date = max(month for month in months if month <= of)
    return found
