"""Whose a phone is, and whether who writes wins."""

from __future__ import annotations

import pytest

from models.log.append import append
from models.log.read import read
from models.review.ask.ask import ask
from models.review.ask.catalog import METRICS
from models.review.ask.owners import device_owners
from models.review.ask.question import Question
from models.review.past.read import past_of
from models.review.stored.catch_up import catch_up
from tests.models.tables import BOOM, new_evening, new_match, uid


@pytest.mark.usefixtures("store")
def test_who_writes_is_known_by_what_their_phone_answered():
    """Bob's phone wrote two matches that he and Dee won, and said yes for his seat; of the third nobody knows."""
    evening = new_evening()
    for device, answers in (("phone", True), ("phone", False), ("another", False)):
        match = new_match(evening=evening, length="points", length_value=5)
        deal = uid()
        append(match, "deal", deal, BOOM, 0, device=device)
        if answers:
            append(match, "agree", uid(), {"of": deal, "seat": 1}, read(match).version, device=device)
    catch_up(evening.circle_id)
    past = past_of(evening.circle_id)
    bob = next(person for person in past.people.persons.values() if person.name == "Bob")
    assert device_owners(past, evening.circle_id) == {"phone": bob.id}
    question = Question(METRICS["win"], "writer", None, None, None, None, None, lambda day: day)
    rows = ask(past, evening.circle_id, question).rows
    assert [(row.key, row.value.made, row.value.of) for row in rows] == [(False, 2, 2), (True, 2, 6)]
