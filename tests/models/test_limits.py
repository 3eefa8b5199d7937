"""How much a circle, an evening and a match can hold: the same here and in a file, refused in words."""

from __future__ import annotations

import pytest
from msgspec.json import schema_components
from sqlalchemy import select

from models.base import db
from models.circle_file.schema import CirclePart, EveningPart, MatchPart
from models.log.validate import MAX_RECORDS
from models.matches import MAX_MATCHES, MAX_PLAYERS
from models.tables import Player
from tests.support.html import main_of
from tests.support.records import say
from tests.support.tables import send


@pytest.fixture
def narrow(monkeypatch):
    """A setter of a limit, wherever it is known."""

    def set_to(name, most):
        for module in ("models.matches", "models.log.validate"):
            monkeypatch.setattr(f"{module}.{name}", most, raising=False)

    return set_to


def test_a_file_may_hold_what_can_be_made_here():
    for part, key, most in (
        (CirclePart, "players", MAX_PLAYERS),
        (EveningPart, "matches", MAX_MATCHES),
        (MatchPart, "records", MAX_RECORDS),
    ):
        assert schema_components([part])[1][part.__name__]["properties"][key]["maxItems"] == most


def test_a_circle_that_is_full_says_so(app, client, match, narrow):
    narrow("MAX_PLAYERS", 5)
    assert send(client, "/circle/players", name="Eve").status_code == 303
    words = "A circle can have at most 5 players."
    for address, form in (
        ("/circle/players", {"name": "Fay"}),
        ("/new", {"game": "clobyosh", "seat": ("Ann", "Fay")}),
    ):
        answer = send(client, address, **form)
        assert answer.status_code == 422
        assert words in main_of(answer)
    narrow("MAX_PLAYERS", 6)  # of two at once one is too many
    assert words.replace("5", "6") in main_of(send(client, "/new", game="clobyosh", seat=("Fay", "Gus")))
    with app.app_context():
        assert len(db.session.scalars(select(Player)).all()) == 5
        uid = db.session.scalars(select(Player.uid).where(Player.name == "Eve")).one()
    assert send(client, f"/circle/players/{uid}", name="Fay").status_code == 303


def test_an_evening_that_is_full_says_so(app, client, match, narrow):
    say(app, match, "close")
    for name in ("MAX_MATCHES", "MAX_EVENING_RECORDS"):
        narrow(name, 1)
        for address, form in (("/new", {"game": "clobyosh", "seat": ("Ann", "Bob")}), (f"/m/{match}/again", {})):
            answer = send(client, address, **form)
            assert answer.status_code == 422
            assert "This evening has as many matches as it can hold. Begin a new evening." in main_of(answer)
        narrow(name, 99)
    narrow("MAX_MATCHES", 1)
    assert send(client, "/new", game="clobyosh", seat=("Ann", "Bob"), evening="new").status_code == 303


def test_a_match_that_is_full_says_so_and_answers_leave_room_for_the_table(app, client, match, narrow):
    deal = say(app, match, "deal", declarer=1, contract=8, tricks=9)
    narrow("MAX_RECORDS_TO_CONFIRM", 1)
    answer = send(client, f"/m/{match}/answer", of=deal, seat="0", answer="agree", uid="yes")
    assert "This match has as many entries as it can hold" in main_of(answer)
    say(app, match, "deal", declarer=1, contract=8, tricks=9)
    narrow("MAX_RECORDS", 3)
    points = {"points.0": "1", "points.1": "0", "what": "points"}
    for after, status in ((2, 303), (3, 422)):
        answer = send(client, f"/m/{match}/rulings", uid=f"ruling-{after}", after=str(after), **points)
        assert answer.status_code == status
