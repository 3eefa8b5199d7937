"""Answers to lines, folded: which still hold, whose they are, and that the sheet knows nothing of them."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.deals import Confirmation, current_confirmations, disputes, log_state
from scoring.words import Record

NAMES = ("Ann", "Bob", "Cem", "Dee")
DEAL: dict[str, Any] = {"declarer": 0, "contract": 8, "tricks": 9}
AMEND = ("amend", {"of": "a", "entry": {}})


def agree(of: str, seat: int = 1) -> tuple[str, dict[str, Any]]:
    return "agree", {"of": of, "seat": seat}


def dispute(of: str, seat: int = 1, note: str = "") -> tuple[str, dict[str, Any]]:
    return "dispute", {"of": of, "seat": seat} | ({"note": note} if note else {})


def told(*said: tuple[str, dict[str, Any]]) -> dict[str, list[tuple[int, str]]]:
    """By line, seat and kind of the answers after a deal "a" and these sayings, which are named b, c …"""
    records = [Record(n + 1, "abcdefgh"[n], kind, body) for n, (kind, body) in enumerate([("deal", DEAL), *said])]
    found = current_confirmations(records, log_state(records).deals, NAMES)
    return {line: [(answer.seat, answer.kind) for answer in given] for line, given in found.items()}


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ([], {}),
        ([agree("a")], {"a": [(1, "agree")]}),
        ([dispute("a"), agree("a")], {"a": [(1, "agree")]}),
        ([dispute("a", 3), agree("a", 0)], {"a": [(0, "agree"), (3, "dispute")]}),
        ([dispute("a"), ("deal", DEAL), agree("c")], {"a": [(1, "dispute")], "c": [(1, "agree")]}),
        ([dispute("a"), AMEND], {}),
        ([dispute("a"), AMEND, agree("c")], {"a": [(1, "agree")]}),
        ([dispute("a"), AMEND, ("strike", {"of": "c"})], {"a": [(1, "dispute")]}),
        ([AMEND, dispute("b"), ("strike", {"of": "b"}), ("restore", {"of": "b"})], {"a": [(1, "dispute")]}),
        ([dispute("a"), ("strike", {"of": "a"})], {}),
        ([dispute("a"), ("strike", {"of": "a"}), ("restore", {"of": "a"})], {"a": [(1, "dispute")]}),
        ([("adjust", {"points": [1, 0]}), dispute("b")], {"b": [(1, "dispute")]}),
        ([("seat", {"dealer": 1}), dispute("b"), dispute("none")], {}),
    ],
)
def test_which_answers_hold(said, found):
    assert told(*said) == found


def test_a_dispute_says_who_sat_there_when_it_was_said_and_what():
    said = [("deal", DEAL), dispute("a", 1, "it was 8"), ("seat", {"seat": 1, "player": "Eve"}), ("deal", DEAL)]
    records = [Record(n + 1, "abcd"[n], kind, body) for n, (kind, body) in enumerate(said)]
    records.append(Record(5, "e", "agree", {"of": "d", "seat": 1}))
    found = current_confirmations(records, log_state(records).deals, NAMES)
    assert found["a"] == (Confirmation(1, "dispute", "Bob", "it was 8"),)
    assert found["d"] == (Confirmation(1, "agree", "Eve", ""),)
    assert (disputes(found["a"]), disputes(found["d"])) == (found["a"], ())


def test_undo_and_redo_step_over_answers():
    def log(*said: tuple[str, dict[str, Any]]) -> list[Record]:
        return [Record(n + 1, "abcdef"[n], kind, body) for n, (kind, body) in enumerate(said)]

    assert log_state(log(("deal", DEAL), dispute("a"))).undo == "a"
    struck = log_state(log(("deal", DEAL), ("strike", {"of": "a"}), dispute("a")))
    assert (struck.undo, struck.redo) == (None, "a")
    assert log_state(log(("bid", DEAL), agree("a"))).pending == DEAL
