"""Two players who are the same person: it is told what merging does, then it is done."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.people import Player
from tests.html import main_of, parsed, text
from tests.tables import make_circle, send, start


@pytest.fixture
def people(app, client):
    """The uids of a circle's players by name: Bob sat down with Ann; Bobby was typed later and sat down with Cem."""
    make_circle(client, "Ann", "Bob", "Cem")
    start(client, "knockout_whist", "Ann", "Bob", "Cem")
    start(client, "knockout_whist", "Ann", "Bobby", "Cem")
    with app.app_context():
        return {player.name: player.uid for player in db.session.scalars(select(Player))}


def names(client):
    return [text(line) for line in parsed(client.get("/circle")).iter("summary")]


def test_the_others_are_offered(client, people):
    page = parsed(client.get(f"/circle/players/{people['Bobby']}/same"))
    assert [text(link) for link in page.iter("a") if link.get("class") == "chip"] == ["Ann", "Bob", "Cem"]


def test_it_is_told_before_it_is_done(client, people):
    words = main_of(client.get(f"/circle/players/{people['Bobby']}/same?as={people['Bob']}"))
    assert "Bobby is Bob: one person, called Bob." in words
    assert "1 match counts for Bob as well." in words
    assert "This cannot be undone." in words
    assert "Bobby" in names(client)


def test_they_are_one(client, people):
    answer = send(client, f"/circle/players/{people['Bobby']}/same", **{"as": people["Bob"]})
    assert answer.status_code == 303
    assert names(client) == ["Ann", "Bob", "Cem"]
    assert "Bobby" not in main_of(client.get("/new"))


def test_who_sat_at_one_table_are_two(client, people):
    address = f"/circle/players/{people['Bobby']}/same"
    told = "Bobby and Cem sat at the same table: they are two people."
    assert told in main_of(client.get(f"{address}?as={people['Cem']}"))
    answer = send(client, address, **{"as": people["Cem"]})
    assert answer.status_code == 422
    assert told in main_of(answer)
    send(client, address, **{"as": people["Bob"]})
    answer = send(client, f"/circle/players/{people['Bob']}/same", **{"as": people["Ann"]})
    assert answer.status_code == 422
    assert names(client) == ["Ann", "Bob", "Cem"]


@pytest.mark.parametrize(("other", "status"), [("", 422), ("nobody", 404), ("itself", 422)])
def test_nobody_is_nobody_else(client, people, other, status):
    other = people["Bobby"] if other == "itself" else other
    assert send(client, f"/circle/players/{people['Bobby']}/same", **{"as": other}).status_code == status
    assert "Bobby" in names(client)


def test_of_another_circle_nobody_is_here(app, client, people):
    other = app.test_client()
    make_circle(other, "Eva", "Fay")
    assert other.get(f"/circle/players/{people['Bob']}/same").status_code == 404
    with app.app_context():
        eva = db.session.scalars(select(Player).where(Player.name == "Eva")).one().uid
    assert send(other, f"/circle/players/{eva}/same", **{"as": people["Bob"]}).status_code == 404
