"""A name that another process takes out of a circle is on no page of the server that goes on."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import select

from config import ROOT, environment_with
from models.base import db
from models.tables import Evening, Player
from tests.support.review_evenings import golden_evening
from tests.support.tables import send

NAMES = ("Quixote", "Bob", "Cem", "Dee")
OF_MATCH = ("", "/across", "/csv", "/follow", "/history", "/log", "/paper", "/rulings", "/version", "/picture.png")
OF_EVENING = ("", "/csv", "/paper", "/story", "/story.png")
OF_REVIEW = (
    "",
    "/ask",
    "/ask/winners",
    "/deals?game=boomke_wies",
    "/evenings.ics",
    "/g/boomke_wies",
    "/records",
    "/year/2026",
)
EXPORTS = ("circle.db", "deals.csv", "matches.csv", "seats.csv")
OTHERS = ("/", "/circle", "/circle/csv", "/circle/file", "/evenings", "/new")


def forget(app, circle, name):
    """The name is taken out by a process of its own, as the host does it."""
    subprocess.run(
        [sys.executable, "-m", "flask", "--app", "app", "delete-person", circle, name],
        cwd=ROOT,
        env=environment_with(DATABASE_URL=app.config["SQLALCHEMY_DATABASE_URI"], TALLYSTICK_INSTANCE=app.instance_path),
        input=f"y\n{name}\n",
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )


def pages_of(app, golden):
    """Every page that tells of these people."""
    with app.app_context():
        evening = db.session.scalars(select(Evening.uid)).one()
        people = db.session.scalars(select(Player.uid).order_by(Player.id)).all()
    found = [f"/m/{match}{page}" for match in (golden.match, golden.other) for page in OF_MATCH]
    found += [f"/m/{golden.match}/deal/{golden.boom}", *(f"/e/{evening}{page}" for page in OF_EVENING)]
    found += [f"/review{page}" for page in OF_REVIEW] + [f"/review/export/{name}" for name in EXPORTS]
    return [*found, f"/review/p/{people[0]}", f"/review/p/{people[0]}/{people[1]}", f"/review/p/{people[1]}", *OTHERS]


@pytest.mark.thorough
def test_a_server_that_goes_on_shows_the_name_nowhere(app, client):
    golden = golden_evening(app, client, *NAMES)
    pages = pages_of(app, golden)
    before = [client.get(page, follow_redirects=True) for page in pages]  # what is kept is kept now
    assert {answer.status_code for answer in before} == {200}
    assert sum(b"Quixote" in answer.data for answer in before) > len(pages) / 2
    assert send(client, "/install").status_code == 303  # a link that is called as the circle, which is called as he
    assert send(client, "/circle/links", right="watch", name="Quixote’s phone").status_code == 200
    assert client.get("/circle").data.count(b"Quixote") > 3
    assert send(client, "/circle/name", name="Thursdays").status_code == 303
    forget(app, "Thursdays", "Quixote")
    for page in pages:
        answer = client.get(page, follow_redirects=True)
        assert (answer.status_code, b"Quixote" in answer.data) == (200, False), page
