"""Where a row of an answer leads: to its deals, where an address can say which; else to the page it is about."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from flask import url_for

from models.review.ask.catalog import DEAL, PART
from models.review.ask.deals import kinds_counted
from scoring.review.registry import review_of
from scoring.review.where import Where
from web.review.deals.address import deals_address
from web.review.rate_rows import pair_address, person_address

if TYPE_CHECKING:
    from models.review.ask.question import Question
    from models.review.past.matches import Past

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
        if question.first and question.last:
            more |= {"first": question.first.isoformat(), "last": question.last.isoformat()}
        where = self.where
        if question.cut == "month":
            following = question.month_of(key + timedelta(days=40))
            more |= {"first": key.isoformat(), "last": day_before(following).isoformat()}
        elif question.cut == "person":
            more["who"] = self.past.people.persons[key].uid
        else:
            where = where._replace(**{question.cut: key})
        return deals_address(question.game, where, **more)

    def page(self, key: Any) -> str:
        """The page of the person, the pair or the game that a row is about."""
        question, people = self.question, self.past.people.persons
        if question.cut == "person":
            return person_address(people[key])
        if question.cut in ("partner", "opponent") and isinstance(key, tuple):
            return pair_address(people[key[0]], people[key[1]])
        if question.cut in ("partner", "opponent") and question.person:
            return pair_address(question.person, people[key])
        return url_for("game_review.show_game", game=key) if question.cut == "game" else ""


def day_before(of: date) -> date:
    """The day before another."""
    return of - timedelta(days=1)
