"""A record as a phone sends it with its tail, and the uids of other records that it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from models.log.append import dry_run
from models.log.errors import Refused
from models.log.state import MatchState
from scoring.deals import CONFIRMATION_KINDS
from scoring.words import Problem

REFERENCES = ("of", "before")  # keys of a body that name another record


class TailRecord(NamedTuple):
    """A record of a tail. made_at: by the phone's clock, in milliseconds; counted: what the phone showed after it."""

    uid: str
    kind: str
    body: Any
    made_at: int | None = None
    counted: str | None = None

    def renamed(self, twins: Mapping[str, str]) -> TailRecord:
        """The record with those that it names under the uids which stand for them in the log."""
        named = {key: twins[self.body[key]] for key in REFERENCES if is_named(self.body.get(key), twins)}
        return self._replace(body=self.body | named) if named else self


class Replayed(NamedTuple):
    """The state after records, and how many there were before one that is not legal, with its problems."""

    state: MatchState
    legal: int
    problems: tuple[Problem, ...]


def is_named(uid: Any, twins: Mapping[str, str]) -> bool:
    """Whether a value of a body is a uid that another stands for."""
    return type(uid) is str and uid in twins


def replay_tail(state: MatchState, tail: Sequence[TailRecord]) -> Replayed:
    """The state as the phone had it after its records, up to the first that is not legal; confirmations may be."""
    for legal, record in enumerate(tail):
        try:
            state = dry_run(state, record.kind, record.body, record.uid)
        except Refused as refused:
            if record.kind in CONFIRMATION_KINDS:
                continue
            return Replayed(state, legal, refused.problems)
    return Replayed(state, len(tail), ())
