"""Law: the places that are stored for review are those that the page of the match shows, in every game."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.db.transaction import write_transaction
from models.tables.match import find_match, start_match
from models.tables.result import Result
from scoring.games import games
from tests.support.html import parsed, text
from tests.support.random_matches import random_matches
from tests.support.random_sheets import GAMES, sheet_of
from tests.support.records import play, say
from tests.support.tables import make_circle, start

MATCHES = 8
PLAYERS = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus")


def finished(key):
    """Random matches of a game that somebody won, with players of different names."""
    over = [match for match in random_matches(7, 60, key, damaged=False) if sheet_of(match).outcome]
    assert len(over) >= MATCHES
    return [match | {"players": PLAYERS[: len(match["players"])]} for match in over[:MATCHES]]


def begun(app, client, match):
    """The uid of a match like this one, its evening just begun by this browser."""
    make_circle(client, *PLAYERS)
    first = start(client, match["game"], *match["players"])
    with app.app_context(), write_transaction():
        evening = find_match(first).evening
        players = evening.circle.players[: len(match["players"])]
        return start_match(evening, match["game"], players, match.get("rules", {}), match.get("first_dealer", 0)).uid


@pytest.mark.parametrize("key", GAMES)
def test_stored_places_are_those_of_the_page(app, client, key):
    for match in finished(key):
        names = match["players"]
        uid = begun(app, client, match)
        play(app, uid, *match["deals"])
        if not sheet_of(match | {"closed": False}).outcome:
            say(app, uid, "close")
        page = parsed(client.get(f"/m/{uid}"))
        with app.app_context():
            stored = {
                row.name: row.place for row in db.session.scalars(select(Result).where(Result.match.has(uid=uid)))
            }
        shown = [text(item) for item in page.findall(".//ol[@class='places']/li")]
        order = [next(name for name in names if words.startswith(name)) for words in shown]
        won = {name for heading in page.findall(".//section[@class]/h2") for name in names if name in text(heading)}
        assert won == {name for name, place in stored.items() if place == 1}
        assert len(order) == (len(names) if len(games()[key].table(names, 0).sides) > 2 else 0)
        assert [stored[name] for name in order] == sorted(stored[name] for name in order)
