"""A golden evening for exports: Ann and Cem beat Bob and Dee at Boomke Wies, and a match of 20 down goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.support.records import play
from tests.support.tables import make_circle, start

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

CALLS = [7, "pass", "pass", 8, 9, "pass"]  # by Bob, Cem, Dee, Ann, Bob, Ann
LOST = {"declarer": 1, "contract": 9, "tricks": 7, "trump": "hearts", "calls": CALLS}
BOOM = {"declarer": 0, "contract": 13, "tricks": 13}


class Golden(NamedTuple):
    """Uids: of the finished match and its two deals, and of the match that goes on."""

    match: str
    lost: str
    boom: str
    other: str


def golden_evening(app: Flask, client: FlaskClient, *names: str) -> Golden:
    """The evening, of a new circle; names: others than Ann, Bob, Cem and Dee."""
    make_circle(client, *names)
    match = start(client, "boomke_wies", *names, length="points", length_value=5)
    lost, boom = play(app, match, LOST, BOOM)
    other = start(client, "zwanzig_ab", *names)
    play(app, other, {"tricks": [2, 1, 1, 1], "trump": "clubs"})
    return Golden(match, lost, boom, other)
