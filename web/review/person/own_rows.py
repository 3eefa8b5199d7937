"""What stands only on somebody's own page: shown to the phone that said at a table whose it is."""

from __future__ import annotations

from typing import NamedTuple

from flask import session

from models.review.people import Person
from models.review.person.private_rows import OwnRate, own_rates
from scoring.games import games
from web.i18n.locale import gettext
from web.review.charts.band import Scale
from web.review.open_past import CirclePast
from web.review.rate_rows import RateRow, rate_row


class OwnRow(NamedTuple):
    """A rate of one's own play: its row, the game, and how many it had to be to be even."""

    row: RateRow
    game: str
    even: str


def is_own(person: Person) -> bool:
    """Whether this browser has said that it is this person's."""
    return person.uid in session.get("claimed_seats", {}).values()


def own_rows(here: CirclePast, person: Person) -> list[OwnRow]:
    """What only they see, game by game."""
    return [
        own_row(found, gettext(game.name))
        for key, game in games().items()
        for found in own_rates(here.circle.id, here.past, person, key)
    ]


def own_row(found: OwnRate, game: str) -> OwnRow:
    """One rate with what is even."""
    label = found.label if isinstance(found.label, str) else found.label[0]
    notch = None if found.needed is None else 100 * found.needed / found.rate.of
    row = rate_row(found.rate, "", gettext(label), notch=notch, scale=Scale(), own_ruler=True)
    even = "" if found.needed is None else gettext("{n} would be even", n=found.needed)
    return OwnRow(row, game, even)
