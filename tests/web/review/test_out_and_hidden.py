"""Who stays out has no place in any ranking, and an evening that is hidden counts nowhere."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.review.ask.catalog import CUTS, METRICS
from models.tables import Evening, Player
from tests.support.html import main_of
from tests.support.review_evenings import ten_matches, turned
from tests.support.tables import send

QUESTIONS = tuple(f"/ask?metric={metric}&cut={cut}&game=boomke_wies" for metric in METRICS for cut in CUTS)
RANKINGS = (
    "",
    "?game=boomke_wies",
    "/records",
    "/records?game=boomke_wies",
    "/ask/luck",
    "/ask/never-together",
    "/year/2026",
)
TABLES = ("/export/matches.csv", "/export/seats.csv", "/export/deals.csv", "/evenings.ics")


@pytest.fixture
def people(app, client):
    """Uids by name, of a circle with eleven matches that is not called after anybody."""
    ten_matches(app, client)
    turned(app, client)
    assert send(client, "/circle/name", name="Thursdays").status_code == 303
    with app.app_context():
        return dict(db.session.execute(select(Player.name, Player.uid)).all())


def seasons(client):
    """The addresses of a season for all that counts but points."""
    days = {"name": "Autumn", "first": "2026-01-01", "last": "2026-12-31"}
    made = [send(client, "/review/seasons", counts=counts, **days) for counts in ("matches", "places", "rating")]
    return [answer.headers["Location"].removeprefix("/review") for answer in made]


@pytest.mark.thorough
def test_who_stays_out_is_in_no_ranking(client, people):
    pages = [*RANKINGS, *QUESTIONS, *seasons(client)]
    before = [client.get(f"/review{page}") for page in pages]
    assert sum("Ann" in main_of(answer) for answer in before) > 10
    assert send(client, f"/review/p/{people['Ann']}/out").status_code == 303
    for page, was in zip(pages, before, strict=True):
        answer = client.get(f"/review{page}")
        assert (answer.status_code, "Ann" in main_of(answer)) == (was.status_code, False), page


@pytest.mark.thorough
def test_when_all_stay_out_every_page_still_opens(client, people):
    pages = [*RANKINGS, *TABLES, *QUESTIONS, *seasons(client), *(f"/p/{uid}" for uid in people.values())]
    before = [client.get(f"/review{page}").status_code for page in pages]
    assert {send(client, f"/review/p/{uid}/out").status_code for uid in people.values()} == {303}
    assert [client.get(f"/review{page}").status_code for page in pages] == before


def test_a_hidden_evening_counts_nowhere(app, client, people):
    with app.app_context():
        evening = db.session.scalars(select(Evening.uid)).one()
    assert send(client, f"/e/{evening}/hide").status_code == 303
    assert "No finished match yet" in main_of(client.get("/review"))
    for table in TABLES[:3]:
        assert len(client.get(f"/review{table}").text.splitlines()) == 1, table
    assert evening not in client.get("/review/evenings.ics").text
    assert len(client.get("/circle/csv").text.splitlines()) == 1
    assert client.get(f"/e/{evening}").status_code == 200
    assert evening in client.get("/circle/file").text
