"""Damaged matches, which count in no number of review: named on its pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import url_for
from sqlalchemy import select

from models.base import db
from models.tables import Evening, Match
from scoring.games import games
from web.i18n.dates import long_day
from web.i18n.locale import gettext


class DamagedLink(NamedTuple):
    """A damaged match: where it is, its game and day."""

    address: str
    game: str
    day: str


def damaged_links(uids: Sequence[str]) -> list[DamagedLink]:
    """The damaged matches of these uids."""
    if not uids:
        return []
    query = select(Match.uid, Match.game, Evening.date).join(Match.evening).where(Match.uid.in_(uids))
    return [
        DamagedLink(url_for("table.show_table", uid=uid), game_name(game), long_day(day))
        for uid, game, day in db.session.execute(query.order_by(Match.id))
    ]


def game_name(key: str) -> str:
    """What a game is called; a damaged match may name none."""
    game = games().get(key)
    return gettext(game.name if game else "Unknown game")
