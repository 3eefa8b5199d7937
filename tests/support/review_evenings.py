"""Golden evenings for review: matches of one deal each, so that every number can be worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.support.records import play
from tests.support.tables import make_circle, start

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

TEN = (0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
"""Who won the ten matches of ten_matches(): Ann and Cem (0) eight, Bob and Dee (1) two."""
CALLS = [7, "pass", "pass", 8, 9, "pass"]  # by Bob, Cem, Dee, Ann, Bob, Ann
LOST = {"declarer": 1, "contract": 9, "tricks": 7, "trump": "hearts", "calls": CALLS}


def boom(seat: int) -> dict[str, int]:
    """A Boom that is made: five points, and with them a match to five."""
    return {"declarer": seat, "contract": 13, "tricks": 13}


def ten_matches(app: Flask, client: FlaskClient) -> list[str]:
    """Ten matches of Boomke Wies on one evening of a new circle, each won by a Boom of Ann or of Bob."""
    make_circle(client)
    return [one_deal(app, client, side) for side in TEN]


def one_deal(app: Flask, client: FlaskClient, side: int, *names: str) -> str:
    """A match to five that the first of a side wins with a Boom."""
    uid = start(client, "boomke_wies", *names, length="points", length_value=5)
    play(app, uid, boom(side))
    return uid


class Golden(NamedTuple):
    """Uids: of the finished match and its two deals, and of the match that goes on."""

    match: str
    lost: str
    boom: str
    other: str


def golden_evening(app: Flask, client: FlaskClient, *names: str) -> Golden:
    """Ann and Cem beat Bob and Dee at Boomke Wies, 20 down goes on; names: others than these, of a new circle."""
    make_circle(client, *names)
    match = start(client, "boomke_wies", *names, length="points", length_value=5)
    lost, won = play(app, match, LOST, boom(0))
    other = start(client, "zwanzig_ab", *names)
    play(app, other, {"tricks": [2, 1, 1, 1], "trump": "clubs"})
    return Golden(match, lost, won, other)
