"""What a page asks the database: each statement once, and few for a new match."""

from __future__ import annotations

from collections import Counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.records import play
from tests.support.statements import statements
from tests.support.tables import start

MOST_FOR_A_NEW_MATCH = 10
PAGES = (
    "/m/{match}",
    "/m/{match}/history",
    "{evening}",
    "/",
    "/circle",
    "/evenings",
    "/new",
    "/new?evening={uid}",
    "/new?tap=preset:usual",
)
DEAL = {"declarer": 1, "contract": 8, "tricks": 9}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_makes_no_statement_twice(app: Flask, client: FlaskClient, match: str, evening: str, page: str) -> None:
    play(app, match, DEAL)
    start(client, "zwanzig_ab")
    address = page.format(match=match, evening=evening, uid=evening.removeprefix("/e/"))
    client.get(address)  # reads the logs, which are then remembered
    with statements(app) as made:
        assert client.get(address).status_code == 200
    assert [statement for statement, times in Counter(made).items() if times > 1] == []
    assert not address.startswith("/new") or len(made) <= MOST_FOR_A_NEW_MATCH, made
