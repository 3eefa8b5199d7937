"""The law of tails: two phones without a network on one match, whatever they recorded, in any order of sending.

Every record of both is in the log or in a branch, no deal stands twice, equal tails leave nothing to settle, the same
tail again has the same answer, and whatever is chosen when it is settled gives a sound log. TALLYSTICK_TAILS says how
many cases.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flask import Flask

from models.base import db
from models.log.append import dry_run
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
from scoring.deals import struck_uids
from scoring.games import games
from tests.models.tables import new_evening, uid
from tests.support.cases import tried
from tests.support.random_matches import random_entry, random_rules, rule_value
from tests.support.random_sheets import GAMES

CASES = max(int(os.environ.get("TALLYSTICK_TAILS", "30")) // len(GAMES), 1)  # of a game
FEW = 6  # cases among which no conflict may come up
FIRST = int(os.environ.get("TALLYSTICK_TAILS_FIRST", "0"))


Body = tuple[str, dict[str, Any]] | None


def random_tail(rng: Random, state: MatchState, length: int) -> list[TailRecord]:
    """Records that were legal one after the other on a phone which knew this state."""
    tail: list[TailRecord] = []
    for _ in range(length):
        said = rng.choices(WAYS, WEIGHTS)[0](rng, state)
        if said is None:
            continue
        record = TailRecord(uid(), *said)
        try:
            state = dry_run(state, record.kind, record.body, record.uid)
        except Refused:
            continue
        tail.append(record)
    return tail


def deal(rng: Random, state: MatchState) -> Body:
    entry = random_entry(rng, state.game, state.sheet.standing)
    return None if entry is None else ("deal", entry)


def bid(rng: Random, state: MatchState) -> Body:
    entry = random_entry(rng, state.game, state.sheet.standing)
    fields = [field.key for field in state.game.fields(state.sheet.standing) if field.step == "bid"]
    return ("bid", {key: entry[key] for key in fields if key in entry}) if entry else None


def undo(_: Random, state: MatchState) -> Body:
    return ("strike", {"of": state.live.undo}) if state.live.undo else None


def redo(_: Random, state: MatchState) -> Body:
    return ("restore", {"of": state.live.redo}) if state.live.redo else None


def old_deal(rng: Random, state: MatchState) -> str | None:
    """The uid of a deal of the log."""
    found = [record.uid for record in state.records if record.kind == "deal"]
    return rng.choice(found) if found else None


def amend(rng: Random, state: MatchState) -> Body:
    of, entry = old_deal(rng, state), random_entry(rng, state.game, state.sheet.standing)
    return ("amend", {"of": of, "entry": entry}) if of and entry else None


def remove_or_restore(rng: Random, state: MatchState) -> Body:
    of = old_deal(rng, state)
    if of is None:
        return None
    return ("restore", {"of": of}) if of in struck_uids(state.records) else ("strike", {"of": of, "crossed": True})


def forgotten(rng: Random, state: MatchState) -> Body:
    before, entry = old_deal(rng, state), random_entry(rng, state.game, state.sheet.standing)
    dealer = rng.randrange(len(state.table.players))
    return ("deal", {"before": before, "dealer": dealer} | entry) if before and entry else None


def ruling(rng: Random, state: MatchState) -> Body:
    sides, seats = len(state.table.sides), len(state.table.players)
    return rng.choice(
        (
            ("adjust", {"points": [rng.choice((0, 1, -2)) for _ in range(sides)]}),
            ("seat", {"dealer": rng.randrange(seats)}),
            ("seat", {"seat": rng.randrange(seats), "player": rng.choice(("Eve", "Fay"))}),
            ("seat", {"seat": rng.randrange(seats), **person(rng, state)}),
            ("result", {"winner": rng.randrange(sides)} | random_totals(rng, state)),
            ("rules", {"rules": random_rule(rng, state)}),
            ("close", {}),
            ("reopen", {}),
        )
    )


def person(rng: Random, state: MatchState) -> dict[str, str]:
    """Somebody of the circle."""
    known, name = rng.choice(state.seats)
    return {"player": name, "player_uid": known}


def random_totals(rng: Random, state: MatchState) -> dict[str, list[int]]:
    """Totals of a bare result, where the game has any."""
    sides = len(state.table.sides)
    return {"totals": [rng.randint(-3, 9) for _ in range(sides)]} if state.game.has_totals else {}


def random_rule(rng: Random, state: MatchState) -> dict[str, Any]:
    """One of the house rules, changed."""
    option = rng.choice(state.game.options)
    return {option.key: rule_value(rng, option)}


def told_again(rng: Random, state: MatchState, tail: list[TailRecord]) -> list[TailRecord]:
    """What another phone records of the same: other uids, and now and then a wrong tap that is undone."""
    names = {record.uid: uid() for record in tail}
    again: list[TailRecord] = []
    for record in tail:
        if record.kind == "deal" and rng.random() < 0.3:
            wrong = random_tail(rng, replay_tail(state, again).state, 1)
            if [one.kind for one in wrong] == ["deal"] and "before" not in wrong[0].body:
                again += [*wrong, TailRecord(uid(), "strike", {"of": wrong[0].uid})]
        again.append(record.renamed(names)._replace(uid=names[record.uid]))
    return again


def answer(rng: Random, state: MatchState) -> Body:
    of = old_deal(rng, state)
    return (
        (rng.choice(("agree", "dispute")), {"of": of, "seat": rng.randrange(len(state.table.players))}) if of else None
    )


WAYS: tuple[Callable[[Random, MatchState], Body], ...] = (
    *(deal, bid, undo, redo, amend, remove_or_restore, forgotten, ruling, answer),
)
WEIGHTS = (8, 2, 3, 1, 1, 1, 1, 1, 1)


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


def check_equal_tails(case: Case) -> None:
    """The second phone's tail changes nothing of the sheet, and nothing waits."""
    case.tails["two"] = told_again(case.rng, case.base, case.tails["one"])
    for device in ("one", "two"):
        case.send(device, case.tails[device], case.base)
        sheet = plain_sheet(case.state.sheet)
    assert not case.waiting()
    assert sheet == plain_sheet(replay_tail(case.base, case.tails["one"]).state.sheet)


@pytest.mark.databases
def test_law_of_tails(app: Flask, database_kind: str) -> None:
    """On PostgreSQL in some of the games only: the statements are the same in all."""
    reasons = Counter[str]()
    keys = GAMES if database_kind == "sqlite" else GAMES[::3]
    with app.app_context():
        for number in filter(tried, range(FIRST, FIRST + CASES)):
            for key in keys:
                case = Case(Random(f"{key} {number}"), key)
                case.send_all()
                check_log(case)
                check_nothing_is_lost(case)
                check_answers(case)
                settle_all(case)
                check_nothing_is_lost(case)
                check_answers(case)
                reasons.update(branch.reason for branch in case.branches())
                check_equal_tails(Case(Random(f"equal {key} {number}"), key))
    assert reasons[NOTHING] and (reasons[CONFLICT] or CASES < FEW), reasons
