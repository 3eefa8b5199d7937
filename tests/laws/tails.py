"""Random tails: what a phone without a network records on top of a match, legal or not any more when it comes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from models.log.append import dry_run
from models.log.errors import Refused
from models.log.state import MatchState
from models.tail.branches import TailRecord, replay_tail
from scoring.deals import struck_uids
from tests.models.tables import uid
from tests.support.random_matches import random_entry, rule_value

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
