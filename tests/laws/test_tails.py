"""The law of tails: two phones without a network on one match, whatever they recorded, in any order of sending.

Every record of both is in the log or in a branch, no deal stands twice, equal tails leave nothing to settle, the same
tail again has the same answer, and whatever is chosen when it is settled gives a sound log. TALLYSTICK_TAILS says how
many cases.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from flask import Flask

from models.base import db
from models.log.errors import Refused
from models.log.read import read, read_verified
from models.log.state import MatchState, state_cache
from models.matches import start_match
from models.tables import Match
from models.tail.branches import CONFLICT, NOTHING, Branch, TailRecord, match_branches, replay_tail
from models.tail.receive import Tail, TailReceipt, receive
from models.tail.settle import NEITHER, THEIRS, settle, sides_of
from models.transaction import write_transaction
from scoring.board import plain_sheet
from scoring.games import games
from tests.laws.tails import random_tail, told_again
from tests.models.tables import new_evening
from tests.support.cases import tried
from tests.support.random_matches import random_rules
from tests.support.random_sheets import GAMES

CASES = max(int(os.environ.get("TALLYSTICK_TAILS", "60")) // len(GAMES), 1)  # of a game
FEW = 30  # cases among which no conflict may come up
FIRST = int(os.environ.get("TALLYSTICK_TAILS_FIRST", "0"))


class Case:
    """A match and two phones that both know its base."""

    def __init__(self, rng: Random, key: str) -> None:
        self.rng, self.key = rng, key
        self.match = begun(rng, key)
        self.send("first", random_tail(rng, self.state, rng.randint(0, 8)), self.state)
        self.base = self.state
        self.tails = self.two_tails()

    @property
    def state(self) -> MatchState:
        return read(self.match)

    def two_tails(self) -> dict[str, list[TailRecord]]:
        """Two tails: quite different, or the same to some place, told in another way."""
        rng = self.rng
        first = random_tail(rng, self.base, rng.randint(1, 10))
        shared = told_again(rng, self.base, first[: rng.choice((0, len(first), rng.randint(0, len(first))))])
        found = replay_tail(self.base, shared)
        second = [*shared[: found.legal], *random_tail(rng, found.state, rng.choice((0, 0, 1, 5)))]
        return {"one": first, "two": second}

    def send(self, device: str, tail: list[TailRecord], base: MatchState) -> TailReceipt | None:
        if not tail:
            return None
        known = base.hash if base.version else base.first
        return receive(self.match, Tail(base.version, known[:16], tail), grant=None, device=device)

    def send_all(self) -> None:
        """Both tails in any order, in parts, parts of them again."""
        parts = [(device, end) for device, tail in self.tails.items() for end in self.ends(len(tail))]
        self.rng.shuffle(parts)
        for device, end in parts:
            self.send(device, self.tails[device][:end], self.base)

    def ends(self, length: int) -> list[int]:
        return [length, *(self.rng.randint(0, length) for _ in range(self.rng.choice((0, 0, 1, 2))))]

    def branches(self) -> list[Branch]:
        return match_branches(db.session.connection(), self.match.id, self.match.uid)

    def waiting(self) -> list[Branch]:
        return [branch for branch in self.branches() if branch.waits]


def begun(rng: Random, key: str) -> Match:
    """A new match under any rules."""
    game, evening = games()[key], new_evening()
    players = evening.circle.players[: rng.randint(game.seats[0], min(game.seats[1], 4))]
    with write_transaction():
        return start_match(evening, key, players, random_rules(rng, game, len(players)))


def check_log(case: Case) -> None:
    """The log is sound, holds no uid twice, and reads from the rows as it does from memory."""
    verified = read_verified(db.session.connection(), case.match.id, case.match.uid)
    uids = [row.uid for row in verified.rows]
    assert len(uids) == len(set(uids))
    sheet = plain_sheet(case.state.sheet)
    state_cache.clear()
    assert plain_sheet(case.state.sheet) == sheet


def check_nothing_is_lost(case: Case) -> None:
    """Every record is in the log or in a branch, in one of them only, and its twin is in the log."""
    log = {record.uid for record in case.state.records}
    held = [record.uid for branch in case.branches() for record in branch.records]
    assert len(held) == len(set(held))
    for tail in case.tails.values():
        for record in tail:
            assert (record.uid in log) != (record.uid in held)
    for branch in case.branches():
        assert set(branch.twins.values()) <= log
        assert not branch.twins.keys() & log


def check_answers(case: Case) -> None:
    """The same tail again has the same answer and changes nothing."""
    before, held = case.state, case.branches()
    for device, tail in case.tails.items():
        answers = [case.send(device, tail, case.base) for _ in range(2)]
        if answers[0] and answers[1]:
            assert answers[0][1:4] == answers[1][1:4]
            waits = {record.uid for record in (answers[0].branch.records if answers[0].branch else ())}
            told = answers[0].taken.keys() | answers[0].same.keys()
            assert told | waits >= {record.uid for record in tail}
    assert (case.state, case.branches()) == (before, held)


def settle_all(case: Case) -> None:
    """Settle what waits by any choices; where they cannot stand together, as the log has it."""
    while case.waiting():
        branch = case.waiting()[0]
        twins = {uid: twin for one in case.branches() for uid, twin in one.twins.items()}
        rows = sides_of(branch, case.state, twins).rows
        before = case.state
        try:
            choices = {row.uid: case.rng.choice(row.ways) for row in rows if row.ways}
            settle(case.match, branch.uid, choices, before.version, grant=None, device="three")
        except Refused:
            assert case.state == before
            plain = {row.uid: THEIRS if THEIRS in row.ways else NEITHER for row in rows}
            settle(case.match, branch.uid, plain, before.version, grant=None, device="three")
            assert plain_sheet(case.state.sheet) == plain_sheet(before.sheet)
        check_log(case)


@pytest.mark.databases
@pytest.mark.parametrize("key", GAMES)
def test_law_of_tails(app: Flask, key: str) -> None:
    reasons = Counter[str]()
    with app.app_context():
        for number in filter(tried, range(FIRST, FIRST + CASES)):
            case = Case(Random(f"{key} {number}"), key)
            case.send_all()
            check_log(case)
            check_nothing_is_lost(case)
            check_answers(case)
            settle_all(case)
            check_nothing_is_lost(case)
            check_answers(case)
            reasons.update(branch.reason for branch in case.branches())
    assert reasons[NOTHING] and (reasons[CONFLICT] or CASES < FEW), reasons


@pytest.mark.databases
@pytest.mark.parametrize("key", GAMES)
def test_equal_tails_leave_nothing_to_settle(app: Flask, key: str) -> None:
    """The second phone's tail changes nothing of the sheet."""
    with app.app_context():
        for number in filter(tried, range(FIRST, FIRST + CASES)):
            rng = Random(f"equal {key} {number}")
            case = Case(rng, key)
            case.tails["two"] = told_again(rng, case.base, case.tails["one"])
            for device in ("one", "two"):
                case.send(device, case.tails[device], case.base)
                sheet = plain_sheet(case.state.sheet)
            assert not case.waiting()
            assert sheet == plain_sheet(replay_tail(case.base, case.tails["one"]).state.sheet)
