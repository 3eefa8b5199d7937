"""The answer to a question about the past of a circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.review.ask.catalog import DEAL, PART
from models.review.ask.deals import deal_cells
from models.review.ask.matches import evenings_in, matches_of_question
from models.review.ask.owners import device_owners
from models.review.ask.question import answer
from models.review.ask.seats import seat_cells
from models.review.ratings.circle import rated
from models.review.statistics.wins import even

if TYPE_CHECKING:
    from models.review.ask.question import Answer, Question
    from models.review.past.matches import Past

MOST_ROWS = 400


def ask(past: Past, circle_id: int, question: Question) -> Answer:
    """The answer to a question that makes sense, with its first rows."""
    if question.cut == "place":  # an evening's place may change alone
        return first_rows(whole_answer(past, circle_id, question))
    key = "ask", past.version_of(), question
    return past.kept(key, lambda: first_rows(whole_answer(past, circle_id, question)))


def first_rows(found: Answer) -> Answer:
    """An answer with as many rows as a page shows: a large club has rows for 80,000 pairs."""
    return found._replace(rows=found.rows[:MOST_ROWS])


def whole_answer(past: Past, circle_id: int, question: Question) -> Answer:
    """The answer with all of its rows."""
    asked = matches_of_question(past, circle_id, question)
    seen = evenings_in(circle_id, question, asked)
    if question.metric.grain in (DEAL, PART):
        return answer(question, deal_cells(past, circle_id, question, asked), None, seen)
    owners = device_owners(past, circle_id) if question.cut == "writer" else {}
    cells = seat_cells(past, rated(past, circle_id, question.game), question, asked, owners)
    return answer(question, cells, due_share(past, question, set(asked)), seen)


def due_share(past: Past, question: Question, ids: set[int]) -> float | None:
    """The share of wins that chance gives; None for another metric."""
    if question.metric.key != "win":
        return None
    return 0.5 if question.cut == "opponent" else even(match for match in past.matches if match.id in ids)
