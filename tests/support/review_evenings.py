"""Golden evenings for review: matches of one deal each, so that every number can be worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.records import play
from tests.support.tables import make_circle, start

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

TEN = (0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
"""Who won the ten matches of ten_matches(): Ann and Cem (0) eight, Bob and Dee (1) two."""


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


MEETING = {"declarer": 2, "contract": 8, "tricks": 9}
"""Cem bids eight and makes nine: one point for Ann and Cem."""


def two_matches(app: Flask, client: FlaskClient) -> list[str]:
    """An evening of a new circle that Ann and Cem win twice: 5-0 by Ann's Boom, then 6-5 after Bob's Boom.

    In the second match Bob and Dee are one point from the end when Ann makes a Boom; Cem's eight decides it.
    """
    make_circle(client)
    return [one_deal(app, client, 0), turned(app, client)]


def turned(app: Flask, client: FlaskClient) -> str:
    """A match to six: Bob's Boom, Ann's Boom, Cem's eight: 6-5 for Ann and Cem."""
    uid = start(client, "boomke_wies", length="points", length_value=6)
    play(app, uid, boom(1), boom(0), MEETING)
    return uid
