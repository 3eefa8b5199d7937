"""Damaged matches, which count in no number, as a page of review names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for
from sqlalchemy import select

from models.base import db
from models.tables.evening import Evening
from models.tables.match import Match
from scoring.games import games
from web.i18n.dates import day
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from collections.abc import Collection


def damaged_matches(uids: Collection[str]) -> list[tuple[str, str]]:
    """The address and the words (game, day) of each of these matches."""
    query = select(Match.uid, Match.game, Evening.date).join(Match.evening).where(Match.uid.in_(uids))
    found = db.session.execute(query.order_by(Evening.date)).all() if uids else []
    return [
        (url_for("history.show_history", uid=uid), f"{name_of(game)}, {day(date, 'short_year')}")
        for uid, game, date in found
    ]


def name_of(game: str) -> str:
    """What a game is called; its key where it is not known."""
    return gettext(games()[game].name) if game in games() else game
