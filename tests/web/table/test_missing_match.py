"""What is said of a match that the server does not have: the phone may (tests/browser/test_mishaps_away.py)."""

from __future__ import annotations

from flask import Flask
from flask.testing import FlaskClient

from tests.support.html import main_of, parsed
from tests.support.tables import make_circle, token

LOST = "/m/nomatchhere2"


def test_only_the_page_of_a_match_looks_for_it_on_a_phone_that_may_have_it(app: Flask, client: FlaskClient) -> None:
    make_circle(client)
    asked = [(client, LOST, True), (client, f"{LOST}/history", False), (client, "/e/noeveninghe2", False)]
    for phone, address, looks in [*asked, (client, "/nowhere", False), (app.test_client(), LOST, False)]:
        answer = phone.get(address)
        assert answer.status_code == 404
        page = parsed(answer)
        for name in ("lost-matches", "offline"):
            assert (page.find(f".//*[@id='{name}']") is not None) == looks, (address, name)


def test_a_tap_on_it_says_where_it_is_kept(client: FlaskClient) -> None:
    make_circle(client)
    form = {"csrf_token": token(client), "uid": "a" * 32}
    answer = client.post(f"{LOST}/say", data=form, headers={"X-Part": "3"})
    assert answer.status_code == 404
    assert "saved on your phone. Load this page again" in main_of(answer)
    assert "There is nothing at this address" in main_of(client.post(f"{LOST}/say", data=form))
