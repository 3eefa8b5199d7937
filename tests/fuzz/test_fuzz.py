"""Malformed requests over every route: refused in words, nothing changed, on every database alike.

TALLYSTICK_FUZZ says how many requests.
"""

from __future__ import annotations

import gc
import os

import pytest

from tests.fuzz.rounds import ROUND, differences, played
from tests.support.databases import POSTGRES

MANY = int(os.environ.get("TALLYSTICK_FUZZ", "500"))
ROUNDS = range(max(MANY // ROUND, 1))


@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")  # of uploads that were cut short
@pytest.mark.parametrize("number", ROUNDS)
def test_malformed_requests_do_no_harm(new_database, number):
    told = played(new_database("sqlite"), f"round {number}", min(ROUND, MANY))
    assert told.faults == []
    if POSTGRES:
        again = played(new_database("postgres"), f"round {number}", min(ROUND, MANY), told.asks)
        assert again.faults == []
        assert differences(told, again) == []
    gc.collect()
