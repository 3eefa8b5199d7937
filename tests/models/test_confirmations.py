"""Answers at the one door of the log: they come at any moment, and are in the way of nobody who writes."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

import models.log.append
from models.log.append import append
from models.log.errors import DuplicateUid, Refused, StaleVersion
from models.log.read import read
from models.log.state import state_cache
from scoring.board import plain_sheet
from scoring.deals import Confirmation
from tests.models.tables import BOOM, LOST, MADE, new_match, say, totals

pytestmark = pytest.mark.usefixtures("store")
BOB = {"of": "one", "seat": 1}


def test_a_deal_that_knows_of_no_answers_is_recorded():
    match = new_match()
    say(match, "deal", MADE, "one")
    append(match, "dispute", "no", BOB | {"note": "it was 8"}, 1)
    append(match, "agree", "yes", BOB | {"seat": 0}, 1)
    receipt = append(match, "deal", "two", LOST, 1)
    assert (receipt.seq, totals(receipt.state)) == (4, (-1, 2))
    assert [line.deal.uid for line in receipt.state.sheet.lines] == ["one", "two"]
    assert append(match, "deal", "two", LOST, 1).seq == 4


def test_a_saying_that_lacks_more_than_answers_is_stale_and_an_answer_never():
    match = new_match()
    say(match, "deal", MADE, "one")
    say(match, "agree", BOB)
    say(match, "deal", LOST)
    say(match, "agree", BOB)
    for after in (-1, 0, 1, 5):
        with pytest.raises(StaleVersion) as stale:
            append(match, "deal", "new", MADE, after)
        assert [record.kind for record in stale.value.records] == ["deal", "agree", "deal", "agree"][max(after, 0) :]
    for after in (-1, 0, 1, 5):
        receipt = append(match, "dispute", "no", BOB, after)
        assert receipt.seq == 5
        assert receipt.state.answers == {"one": (Confirmation(1, "dispute", "Bob", ""),)}
    with pytest.raises(DuplicateUid):
        append(match, "agree", "no", BOB, 3)
    assert append(match, "deal", "new", MADE, 3).seq == 6


def test_a_seat_answers_one_line_twenty_times():
    match = new_match()
    say(match, "deal", MADE, "one")
    for number in range(20):
        say(match, ("agree", "dispute")[number % 2], BOB)
    with pytest.raises(Refused, match="answered_often"):
        say(match, "agree", BOB)


def test_a_match_that_is_over_can_be_answered_and_stays_as_it_was(monkeypatch):
    monkeypatch.setattr("models.log.append.write_derived", Mock())
    match = new_match(length="points", length_value=5)
    before = say(match, "deal", BOOM, "one").state
    after = say(match, "dispute", BOB).state
    assert (after.status, after.ended_at, plain_sheet(after.sheet)) == (
        "over",
        before.ended_at,
        plain_sheet(before.sheet),
    )
    models.log.append.write_derived.assert_called_once()  # by the deal
    state_cache.clear()
    assert read(match) == after
