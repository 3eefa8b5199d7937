"""Malformed requests over every route: refused in words, nothing changed, on every database alike.

TALLYSTICK_FUZZ says how many requests. With --all both databases get the same ones, and their answers are compared one
by one.
"""

from __future__ import annotations

import gc
import os
from random import Random

import pytest
from flask import Flask

from app import create_app
from models.base import db
from tests.fuzz.checks import Answer, Witness, answered, broken_laws, damaged_matches
from tests.fuzz.malformed_request import Ask, made
from tests.fuzz.scene import Scene, foreseeable
from tests.support.databases import POSTGRES
from tests.support.sizes import ALL

MANY = int(os.environ.get("TALLYSTICK_FUZZ", "200"))
ROUND = 500  # requests to one scene
ROUNDS = range(max(MANY // ROUND, 1))


def app_on(url: str) -> Flask:
    """The app as people run it, on a database, but that it raises what went wrong and forgives guessing."""
    settings = {"SECRET_KEY": "of the fuzz", "DATABASE_URL": url, "LIMIT_GUESSES": False, "CIRCLES": "anybody"}
    return create_app({**settings, "PROPAGATE_EXCEPTIONS": True})


class Told:
    """What came of a round on one database."""

    def __init__(self) -> None:
        self.asks: list[Ask] = []
        self.answers: list[Answer] = []
        self.faults: list[str] = []


def played(url: str, seed: str, many: int, asks: list[Ask] | None = None) -> Told:
    """A round on an empty database; of the requests given, or of so many made of what this scene offers."""
    told = Told()
    with foreseeable(seed) as clock:
        app = app_on(url)
        scene, rng = Scene(app, looked_at=asks is None), Random(seed)
        told.asks = asks or [made(rng, scene) for _ in range(many)]
        witness = Witness(app)
        for number, ask in enumerate(told.asks):
            clock.go_on()
            answer = answered(app, ask, scene.cookies[ask.bearer])
            told.answers.append(answer)
            found = broken_laws(ask, answer, witness.changed())
            told.faults += [f"{seed}/{number} {fault}\n    {shown(ask)}" for fault in found]
        witness.close()
        told.faults += [f"{seed} damaged: {match}" for match in damaged_matches(app)]
        with app.app_context():
            db.engine.dispose()
    return told


def shown(ask: Ask) -> str:
    """A request, short enough to be read."""
    return repr(tuple(ask))[:900]


def differences(one: Told, other: Told) -> list[str]:
    """Where two databases answered otherwise; only /health tells which of them it is."""
    found = []
    for ask, ours, theirs in zip(one.asks, one.answers, other.answers, strict=True):
        if ours != theirs and ask.path != b"/health":
            found.append(f"{ours.status} and {theirs.status}: {apart(ours, theirs)}\n    {shown(ask)}")
    return found


def apart(ours: Answer, theirs: Answer) -> str:
    """Where two answers part."""
    if ours.headers != theirs.headers:
        return str(set(ours.headers) ^ set(theirs.headers))
    at = next((n for n, (a, b) in enumerate(zip(ours.body, theirs.body, strict=False)) if a != b), 0)
    return f"{ours.body[at - 40 : at + 60]!r} {theirs.body[at - 40 : at + 60]!r}"


@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")  # of uploads that were cut short
@pytest.mark.parametrize("number", ROUNDS)
def test_malformed_requests_do_no_harm(new_database, number):
    told = played(new_database("sqlite"), f"round {number}", min(ROUND, MANY))
    assert told.faults == []
    if POSTGRES and ALL:
        again = played(new_database("postgres"), f"round {number}", min(ROUND, MANY), told.asks)
        assert again.faults == []
        assert differences(told, again) == []
    gc.collect()
