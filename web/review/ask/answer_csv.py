"""The figures of an answer as CSV: for programs, with Latin digits and names of columns that stay."""

from __future__ import annotations

from flask import Response

from models.review.ask.question import Answer, AnswerRow
from models.review.past.matches import Past
from models.review.statistics.rates import Rate
from web.csv import csv_response
from web.review.ask.address import QuestionArgs
from web.review.ask.words import key_words

HEADS = ("what", "cases", "made", "average", "low", "high")  # shares from 0 to 1 where something is made


def answer_csv(past: Past, args: QuestionArgs, answer: Answer) -> Response:
    """All rows, those too few to say more without an average."""
    rows = [answer_row(past, args, row) for row in answer.rows]
    return csv_response("answer", [*HEADS], rows)


def answer_row(past: Past, args: QuestionArgs, row: AnswerRow) -> list[object]:
    """One row: an empty cell for what is not known."""
    value = row.value
    made = value.made if isinstance(value, Rate) else ""
    measured = ["" if one is None else round(one, 4) for one in (value.shown, value.low, value.high)]
    return [key_words(past, args.cut, row.key, args.game), value.of, made, *measured]
