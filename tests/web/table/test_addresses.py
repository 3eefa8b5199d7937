"""Addresses that were typed, cut short or made up: the table is shown all the same."""

from __future__ import annotations

import pytest

from tests.support.tables import FOUR, sit_down

TYPED = [
    ("boomke_wies", "auction=1&calls=9,x"),
    ("boomke_wies", "auction=1&calls=x,9"),
    ("boomke_wies", "auction=1&calls=pass,pass,pass,meetje"),
    ("boomke_wies", "auction=1&calls=13,pass"),
    ("boomke_wies", "declarer=7&contract=x&tricks=-1"),
    ("texas_42", "auction=1&calls=30,x"),
    ("texas_42", "auction=1&calls=pass,30,99,1000"),
    ("texas_42", "bidder=9&bid=31&contract=x&points=-4&made=perhaps"),
    ("knockout_whist", "tricks.0=x&tricks.1=3&buys=9&dog=77&chooser=x"),
    ("zwanzig_ab", "trump=hearts&tricks.0=x&named=x"),
    ("clobyosh", "maker=0&cards.0=x&sequences.0.0.length=99&sequences.0.0.top=Z&claim=7&bela=5"),
    ("clobyosh", "maker=0&turned=True&cards.0=1000&claim=0&sequences.1.0.length=3&sequences.1.0.top=A"),
]


@pytest.mark.parametrize(("game", "query"), TYPED)
def test_a_typed_address_shows_the_table(client, game, query):
    match = sit_down(client, game, *FOUR[: 2 if game == "clobyosh" else 4])
    assert client.get(f"/m/{match}?{query}").status_code == 200
