"""Law: the places that are stored for review are those that the page of the match shows, in every game."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.tables import Result
from scoring.games import games
from tests.support.finished_matches import begun, finished
from tests.support.html import parsed, text
from tests.support.random_sheets import GAMES, sheet_of
from tests.support.records import play, say

MATCHES = 8


@pytest.mark.parametrize("key", GAMES)
def test_stored_places_are_those_of_the_page(app, client, key):
    for match in finished(key, MATCHES):
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
