"""What is said of a match that the server does not have: the phone may (tests/browser/test_lost_matches.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.html import main_of, parsed
from tests.support.tables import make_circle, token

if TYPE_CHECKING:
    from flask.testing import FlaskClient

LOST = "/m/nomatchhere2"


def test_only_the_page_of_a_match_looks_for_it_on_the_phone(client: FlaskClient) -> None:
    make_circle(client)
    for address, looks in ((LOST, True), (f"{LOST}/history", False), ("/e/noeveninghe2", False), ("/nowhere", False)):
        answer = client.get(address)
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
