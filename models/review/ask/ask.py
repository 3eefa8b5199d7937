"""The answer to a question about the past of a circle."""

from __future__ import annotations

from collections.abc import Collection

from models.review.ask.catalog import DEAL, PART
from models.review.ask.deals import are_added_up, deal_cells
from models.review.ask.matches import count_evenings, evenings_in, matches_of_question
from models.review.ask.owners import device_owners
from models.review.ask.question import Answer, Cell, Question, answer
from models.review.ask.seats import Cells, seat_cells
from models.review.past.matches import Past
from models.review.ratings.circle import rated
from models.review.statistics.rates import SHOWN_FROM
from models.review.statistics.tallies import Part
from models.review.statistics.wins import MADE, OF, even, even_in, most_often, pair_sums, person_sums

MOST_ROWS = 400


def ask(past: Past, circle_id: int, question: Question) -> Answer:
    """The answer to a question that makes sense, with its first rows."""
    if question.cut == "place":  # an evening's place may change alone
        return first_rows(whole_answer(past, circle_id, question))
    if is_of_wins(question):
        return first_rows(answer_of_wins(past, circle_id, question, MOST_ROWS))
    key = "ask", past.version_of(), question
    return past.kept(key, lambda: first_rows(whole_answer(past, circle_id, question)))


def first_rows(found: Answer) -> Answer:
    """An answer with as many rows as a page shows: a large club has rows for 80,000 pairs."""
    return found._replace(rows=found.rows[:MOST_ROWS])


def whole_answer(past: Past, circle_id: int, question: Question) -> Answer:
    """The answer with all of its rows."""
    if is_of_wins(question):
        return answer_of_wins(past, circle_id, question, None)
    if are_added_up(question):
        return answer(question, deal_cells(past, circle_id, question, {}), None, count_evenings(circle_id, question))
    asked = matches_of_question(past, circle_id, question)
    seen = evenings_in(circle_id, question, asked)
    if question.metric.grain in (DEAL, PART):
        return answer(question, deal_cells(past, circle_id, question, asked), None, seen)
    owners = device_owners(past, circle_id) if question.cut == "writer" else {}
    cells = seat_cells(past, rated(past, circle_id, question.game), question, asked, owners)
    return answer(question, cells, due_share(past, question, set(asked)), seen)


def is_of_wins(question: Question) -> bool:
    """Whether a question is about the wins of everybody, or of all who were partners, which are added up already."""
    own = question.person is None and question.rule is None
    return own and question.metric.key == "win" and question.cut in ("person", "partner")


def answer_of_wins(past: Past, circle_id: int, question: Question, most: int | None) -> Answer:
    """The answer to such a question; most: so many rows at least, the first ones."""
    part = Part(question.game, question.first, question.last)
    sums = person_sums(past, part) if question.cut == "person" else pair_sums(past, part).sums
    keys = list(sums)
    if most is not None:
        keys = [key for key, one in sums.items() if one[OF] >= SHOWN_FROM] + most_often(sums, most)
    cells: Cells = {key if len(key) > 1 else key[0]: cell_of([sums[key]]) for key in keys}
    whole = cell_of(sums.values())
    return answer(question, cells, even_in(past, part), count_evenings(circle_id, question), whole)


def cell_of(sums: Collection[tuple[int, ...]]) -> Cell:
    """Wins, added up, as a cell: the square of one is one."""
    made = float(sum(one[MADE] for one in sums))
    return Cell(sum(one[OF] for one in sums), made, made)


def due_share(past: Past, question: Question, ids: set[int]) -> float | None:
    """The share of wins that chance gives; None for another metric."""
    if question.metric.key != "win":
        return None
    return 0.5 if question.cut == "opponent" else even(match for match in past.matches if match.id in ids)
