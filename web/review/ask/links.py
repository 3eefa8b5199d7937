"""Where a row of an answer leads: to its deals, where an address can say which; else to the page it is about."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from flask import url_for

from models.review.ask.catalog import DEAL, MATCH, PART, SEAT
from models.review.ask.deals import kinds_counted
from models.review.ask.question import Question
from models.review.past.matches import Past
from scoring.review import Where, review_of
from web.review.deals.address import deals_address
from web.review.matches.address import matches_address
from web.review.rate_rows import pair_address, person_address

STAYED = ("none", "took", "sweep", "alone")  # what comes of a part in which one stayed in
OF_DEALS = ("bid", "seat", "trump", "person", "month")  # cuts that an address of deals can say


class RowLinks:
    """The addresses of the rows of an answer."""

    def __init__(self, past: Past, circle_id: int, question: Question) -> None:
        self.past, self.question = past, question
        of_deals = question.metric.grain in (DEAL, PART) and question.cut in OF_DEALS and question.game is not None
        against = question.metric.key == "sets" and question.person is not None
        self.of_deals = of_deals and question.rule is None and not against
        self.where = self.base(circle_id) if self.of_deals else Where()

    def base(self, circle_id: int) -> Where:
        """The deals of all rows together."""
        question = self.question
        if question.metric.grain == DEAL:
            key = "kinds", self.past.version_of(question.game), question
            return Where(kinds=self.past.kept(key, lambda: kinds_counted(self.past, circle_id, question)))
        if question.metric.key == "none":
            return Where(after=STAYED)
        return Where(before=tuple(review_of(question.game or "").wordings))

    def address(self, key: Any) -> str:
        """The address of a row; empty where it leads nowhere."""
        return self.deals(key) if self.of_deals else self.page(key)

    def deals(self, key: Any) -> str:
        """The deals of a row."""
        question = self.question
        more: dict[str, Any] = {"who": question.person.uid if question.person else None}
        more |= days_of(question)
        where = self.where
        if question.cut == "month":
            more |= month_days(question, key)
        elif question.cut == "person":
            more["who"] = self.past.people.persons[key].uid
        else:
            where = where._replace(**{question.cut: key})
        return deals_address(question.game, where, **more)

    def matches(self, key: Any) -> str:
        """The matches of a row; empty where an address cannot say which."""
        question, people = self.question, self.past.people.persons
        more: dict[str, Any] = {"who": question.person.uid if question.person else None} | days_of(question)
        game = question.game
        if question.cut in ("partner", "opponent"):
            one, other = (people[key[0]], people[key[1]]) if isinstance(key, tuple) else (question.person, people[key])
            more |= {"who": one and one.uid, "partner" if question.cut == "partner" else "against": other.uid}
        elif question.cut == "person":
            more["who"] = people[key].uid
        elif question.cut == "month":
            more |= month_days(question, key)
        elif question.cut == "game":
            game = key
        elif question.cut == "place" and key and not question.first:
            person = question.person.uid if question.person else None
            return url_for("evenings.show_evenings", person=person, game=game, place=key)
        else:
            return ""
        return matches_address(game, **more)

    def page(self, key: Any) -> str:
        """The page of the person, the pair or the game that a row is about."""
        question, people = self.question, self.past.people.persons
        if question.metric.grain in (MATCH, SEAT) and question.rule is None:
            return self.matches(key)
        if question.cut == "person":
            return person_address(people[key])
        if question.cut in ("partner", "opponent") and isinstance(key, tuple):
            return pair_address(people[key[0]], people[key[1]])
        if question.cut in ("partner", "opponent") and question.person:
            return pair_address(question.person, people[key])
        return url_for("game_review.show_game", game=key) if question.cut == "game" else ""


def days_of(question: Question) -> dict[str, str]:
    """The days of a question as values of an address; nothing where it asks for all."""
    if not (question.first and question.last):
        return {}
    return {"first": question.first.isoformat(), "last": question.last.isoformat()}


def month_days(question: Question, first: date) -> dict[str, str]:
    """The days of the month that begins with a day."""
    following: date = question.month_of(first + timedelta(days=40))
    return {"first": first.isoformat(), "last": (following - timedelta(days=1)).isoformat()}
