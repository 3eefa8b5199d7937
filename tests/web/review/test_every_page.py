"""What every page of review keeps to: damaged matches are named, who stays out is ranked nowhere, pages stay small."""

from __future__ import annotations

import gzip

import pytest
from sqlalchemy import select, update

from models.base import db, today
from models.log.state import state_cache
from models.tables import Evening, Match, Player, StoredRecord
from models.transaction import write_transaction
from scoring.games import games
from tests.support.html import main_of
from tests.support.review_evenings import golden_evening, one_deal, ten_matches
from tests.support.tables import send

OF_EVERYBODY = (
    "/review",
    "/review?game=boomke_wies",
    "/review?last=10",
    "/review/records",
    "/review/records?game=boomke_wies",
    "/review/ask",
    "/review/ask?metric=win&cut=partner",
    "/review/ask/luck",
    "/review/ask/never-together",
)
MOST_BYTES = 30_000


def pages(app) -> list[str]:
    """Every page of review of the one circle."""
    year = today().year
    with app.app_context():
        one, other = db.session.scalars(select(Player.uid).order_by(Player.id).limit(2))
    found = list(OF_EVERYBODY)
    found += [f"/review/g/{key}" for key in games()]
    found += [f"/review/p/{one}", f"/review/p/{one}/{other}", f"/review/year/{year}", f"/review/year/{year}/1"]
    return [*found, "/review/deals", "/review/export", "/review/records/evening_deals"]


def test_a_damaged_match_is_named_on_every_page_and_in_no_number(app, client):
    uids = ten_matches(app, client)
    before = main_of(client.get("/review"))
    assert "10 matches" in before
    with app.app_context(), write_transaction() as session:
        match = session.scalar(select(Match.id).where(Match.uid == uids[0]))
        session.execute(update(StoredRecord).where(StoredRecord.match_id == match).values(body="{}"))
        session.execute(update(Match).values(reviewed=None))
    state_cache.clear()
    unnamed = [
        page for page in pages(app) if "this match is damaged and counts in no number here" not in read(client, page)
    ]
    assert unnamed == []
    assert "9 matches" in main_of(client.get("/review"))
    assert f"/m/{uids[0]}" in client.get("/review").text


def read(client, page):
    """The words of a page."""
    answer = client.get(page)
    assert answer.status_code == 200, page
    return answer.text


@pytest.mark.parametrize("way", ["out", "back"])
def test_who_stays_out_is_in_no_ranking_but_was_there(app, client, way):
    """Not in standings, records, seasons, comparisons; in the list of evenings and the evening itself still."""
    ten_matches(app, client)
    with app.app_context():
        ann = db.session.scalar(select(Player.uid).where(Player.name == "Ann"))
        evening = db.session.scalar(select(Evening.uid))
    send(client, f"/review/p/{ann}/{way}")
    year = today().year
    ranking = list(OF_EVERYBODY)
    ranking += [
        "/review/records/run?game=boomke_wies",
        f"/review/year/{year}",
        "/review/seasons",
        f"/review/year/{year}/4",
    ]
    naming = [page for page in ranking if "Ann" in main_of(client.get(page)).replace("Ann &amp;", "Ann")]
    assert bool(naming) == (way == "back"), naming
    assert "Ann" in client.get("/evenings").text
    assert "Ann" in client.get(f"/e/{evening}").text


def test_every_page_is_small_on_the_wire(app, client):
    golden_evening(app, client)
    for side in (0, 1) * 10:
        one_deal(app, client, side)
    sizes = {page: len(gzip.compress(client.get(page).data)) for page in pages(app)}
    assert {page: size for page, size in sizes.items() if size > MOST_BYTES} == {}


def test_of_a_hidden_evening_nothing_is_told(app, client):
    ten_matches(app, client)
    with app.app_context():
        evening = db.session.scalar(select(Evening.uid))
    with app.app_context(), write_transaction() as session:
        session.execute(update(Evening).values(hidden=True))
    assert "This evening is hidden: its matches count in no number" in client.get(f"/e/{evening}/story").text
    assert "No finished match yet" in client.get("/review").text
