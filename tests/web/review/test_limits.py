"""Files of all that was played, and pictures that must be drawn, are limited; pages and kept pictures are not."""

from __future__ import annotations

from limits import parse
from sqlalchemy import select

from models.base import db
from models.tables import Evening
from tests.support.html import main_of
from tests.support.review_evenings import golden_evening
from web.auth.rate_limit import LIMITS

FILES = [f"/review/export/{table}.{kind}" for table in ("matches", "seats", "deals") for kind in ("csv", "jsonl")]
FILES += ["/review/export/circle.db", "/review/ask/answer.csv"]


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
    assert [client.get(picture).status_code for _ in range(3)] == [200, 200, 200]  # it is kept
    answer = client.get(f"{picture}?dark=1")
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "600")
    assert "Too many pictures at once. Wait 10 minutes." in main_of(answer)
    assert client.get(picture).status_code == 200
