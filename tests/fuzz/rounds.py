"""Rounds of malformed requests: the same ones to every database, whose answers are compared one by one."""

from __future__ import annotations

from random import Random

from flask import Flask

from app import create_app
from models.base import db
from tests.fuzz.checks import Answer, Witness, answered, broken_laws, damaged_matches
from tests.fuzz.malformed_request import Ask, made
from tests.fuzz.scene import Scene, foreseeable

ROUND = 500  # requests to one scene


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
        scene, rng = Scene(app), Random(seed)
        told.asks = asks or [made(rng, scene) for _ in range(many)]
        witness = Witness(app)
        for number, ask in enumerate(told.asks):
            clock.go_on()
            answer = answered(app, ask, scene.cookies[ask.bearer])
            told.answers.append(answer)
            found = broken_laws(ask, answer, witness.changed(), number)
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
