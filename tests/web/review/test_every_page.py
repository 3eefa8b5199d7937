"""What every page of review keeps to: damaged and hidden matches, who stays out, its size on the wire; limits."""

from __future__ import annotations

import gzip

import pytest
from limits import parse
from sqlalchemy import select, update

from models.base import db, today
from models.log.state import state_cache
from models.tables import Evening, Match, Player, StoredRecord
from models.transaction import write_transaction
from scoring.games import games
from tests.support.html import main_of
from tests.support.records import play
from tests.support.review_evenings import golden_evening, ten_matches, turned
from tests.support.review_games import EIGHT
from tests.support.tables import send, start
from web.auth.rate_limit import LIMITS
from web.review.ask import QUESTIONS

YEAR = today().year
OF_EVERYBODY = (
    "/review",
    "/review?game=boomke_wies",
    "/review?last=10",
    "/review/records",
    "/review/records?game=boomke_wies",
    "/review/ask",
    "/review/ask/winners",
    "/review/ask/with",
)
MOST_BYTES = 30_000


def pages(app) -> list[str]:
    """Every page of review of the one circle."""
    year = today().year
    with app.app_context():
        one, other = db.session.scalars(select(Player.uid).order_by(Player.id).limit(2))
    found = list(OF_EVERYBODY)
    found += [f"/review/g/{key}" for key in games()]
    found += [f"/review/p/{one}", f"/review/p/{one}/{other}", f"/review/year/{year}"]
    return [*found, "/review/deals", "/review/export"]


def test_a_damaged_match_is_named_on_every_page_and_in_no_number(app, client):
    uids = ten_matches(app, client)
    assert "All matches on 1 evening 10" in main_of(client.get("/review"))
    with app.app_context(), write_transaction() as session:
        match = session.scalar(select(Match.id).where(Match.uid == uids[0]))
        session.execute(update(StoredRecord).where(StoredRecord.match_id == match).values(body="{}"))
        session.execute(update(Match).values(reviewed=None))
    state_cache.clear()
    words = "this match is damaged and counts in no number here"
    assert [page for page in pages(app) if words not in client.get(page).text] == []
    assert "All matches on 1 evening 9" in main_of(client.get("/review"))
    assert f"/m/{uids[0]}" in client.get("/review").text


def test_every_page_is_small_on_the_wire_and_its_drawings_are_plain_text(app, client):
    golden_evening(app, client)
    for _ in range(5):
        play(app, start(client, "boomke_wies", length="deals", length_value=24), *[EIGHT] * 24)
    told = {page: client.get(page).text for page in pages(app)}
    sizes = {page: len(gzip.compress(words.encode())) for page, words in told.items()}
    assert {page: size for page, size in sizes.items() if size > MOST_BYTES} == {}
    assert not any("&lt;" in words for words in told.values())


PEOPLE_ASKED = ("winners", "with", "against", "bidders", "attendance", "closest", "weekdays")
RANKINGS = (
    "",
    "?game=boomke_wies",
    "/records",
    "/records?game=boomke_wies",
    f"/year/{YEAR}",
    "/seasons",
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


@pytest.fixture
def evening(app, people):
    """The uid of their evening."""
    with app.app_context():
        return db.session.scalars(select(Evening.uid)).one()


def seasons(client):
    """The addresses of a season for all that counts but points."""
    days = {"name": "Autumn", "first": f"{YEAR}-01-01", "last": f"{YEAR}-12-31"}
    made = [send(client, "/review/seasons", counts=counts, **days) for counts in ("matches", "places")]
    return [answer.headers["Location"].removeprefix("/review") for answer in made]


def test_who_stays_out_is_in_no_ranking_but_was_there_and_comes_back(client, people, evening):
    pages = [*RANKINGS, f"/year/{YEAR}/4", *seasons(client), *(f"/ask/{asked}" for asked in PEOPLE_ASKED)]
    before = [client.get(f"/review{page}") for page in pages]
    assert sum("Ann" in main_of(answer) for answer in before) > 10
    assert send(client, f"/review/p/{people['Ann']}/out").status_code == 303
    for page, was in zip(pages, before, strict=True):
        answer = client.get(f"/review{page}")
        assert (answer.status_code, "Ann" in main_of(answer)) == (was.status_code, False), page
    assert all("Ann" in client.get(page).text for page in ("/evenings", f"/e/{evening}"))
    assert "Count me in standings again" in main_of(client.get(f"/review/p/{people['Ann']}"))
    assert send(client, f"/review/p/{people['Ann']}/back").status_code == 303
    assert main_of(client.get("/review")) == main_of(before[0])


@pytest.mark.thorough
def test_when_all_stay_out_every_page_still_opens(client, people):
    asked = [f"/ask/{question}" for question in QUESTIONS]
    pages = [*RANKINGS, *TABLES, *asked, *seasons(client), *(f"/p/{uid}" for uid in people.values())]
    before = [client.get(f"/review{page}").status_code for page in pages]
    assert {send(client, f"/review/p/{uid}/out").status_code for uid in people.values()} == {303}
    assert [client.get(f"/review{page}").status_code for page in pages] == before


def test_a_hidden_evening_counts_nowhere(client, evening):
    assert send(client, f"/e/{evening}/hide").status_code == 303
    assert "No finished match yet" in main_of(client.get("/review"))
    for table in TABLES[:3]:
        assert len(client.get(f"/review{table}").text.splitlines()) == 1, table
    assert evening not in client.get("/review/evenings.ics").text
    assert len(client.get("/circle/csv").text.splitlines()) == 1
    assert "This evening is hidden: its matches count in no number" in client.get(f"/e/{evening}/story").text
    assert client.get(f"/e/{evening}").status_code == 200
    assert evening in client.get("/circle/file").text


FILES = [f"/review/export/{name}" for name in ("matches.csv", "seats.csv", "deals.csv", "circle.db")]


def test_who_fetches_one_file_after_another_has_to_wait(client, app, monkeypatch, clock):
    golden_evening(app, client)
    monkeypatch.setitem(LIMITS, "export", [parse("2 per 3 minutes")])
    assert [client.get(file).status_code for file in FILES[:2]] == [200, 200]
    for file in FILES:
        answer = client.get(file)
        assert (answer.status_code, answer.headers.get("Retry-After")) == (429, "180"), file
    assert "Too many files were fetched from here. Wait 3 minutes." in main_of(answer)
    assert client.get("/review/export").status_code == 200
    assert client.get("/review/export/datasette.yaml").status_code == 200


def test_only_pictures_that_are_drawn_are_counted(client, app, monkeypatch, clock):
    golden_evening(app, client)
    monkeypatch.setitem(LIMITS, "picture", [parse("1 per 10 minutes")])
    with app.app_context():
        picture = f"/e/{db.session.scalar(select(Evening.uid))}/story.png"
    mark = {"If-None-Match": client.get(picture).headers["ETag"]}
    answer = client.get(picture)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "600")
    assert "Too many pictures at once. Wait 10 minutes." in main_of(answer)
    assert client.get(picture, headers=mark).status_code == 304
