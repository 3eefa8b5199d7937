"""How often a match is replayed for its history and for a deal's page: not once more for each amend before them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient

from models.log.state import state_cache
from scoring.games import games
from tests.support.records import play, say
from tests.support.tables import sit_down

ENTRY = {"declarer": 1, "contract": 8, "tricks": 9}
DEALS, FEW, MANY = 12, 110, 330  # amends; a page of the history tells the last hundred
TOLD = 100


@pytest.fixture
def scored(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Grows by one each time that a deal is scored."""
    kind = type(games()["boomke_wies"])
    found: list[object] = []
    true: Callable[..., object] = kind.score
    monkeypatch.setattr(kind, "score", staticmethod(lambda *told: found.append(told) or true(*told)))
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["history", "deal"])
def test_three_times_the_amends_cost_no_more_replays(
    app: Flask, client: FlaskClient, scored: list[object], page: str
) -> None:
    uid = sit_down(client, "boomke_wies")
    last = play(app, uid, *[ENTRY] * DEALS)[-1]
    costs = []
    for so_far, amends in ((0, FEW), (FEW, MANY)):
        for n in range(so_far, amends):
            say(app, uid, "amend", of=last, entry=ENTRY | {"tricks": 8 + n % 5})
        state_cache.clear()
        scored.clear()
        assert client.get(f"/m/{uid}/{page}" + (f"/{last}" if page == "deal" else "")).status_code == 200
        costs.append(len(scored))
    assert costs[0] == costs[1]
    # the history: once to read the match, once up to the first line told, then what each line changed, here one deal
    assert DEALS <= costs[0] <= (2 * DEALS + TOLD if page == "history" else 8 * DEALS), costs
