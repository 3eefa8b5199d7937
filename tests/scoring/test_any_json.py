"""Whatever anybody sends is scored or refused: arbitrary JSON in place of an entry, of a value, of a whole match."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import score_match
from scoring.board import plain_sheet
from scoring.games import games
from scoring.sheet import extend
from scoring.words import Deal
from tests.support.random_matches import drawn
from tests.support.random_sheets import GAMES, MANY, matches, sheet_of
from tests.support.sizes import ALL

every_game = pytest.mark.parametrize("key", GAMES)

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)
SMALL = st.none() | st.booleans() | st.integers(-1, 43) | st.sampled_from(["hearts", "nello", "meetje", "A", 7.0])
RUN = st.fixed_dictionaries({}, optional={"length": SMALL, "top": SMALL, "trump": SMALL, "?": ANYTHING})
LIKELY = SMALL | st.lists(SMALL | st.lists(RUN | ANYTHING, max_size=4), max_size=7) | ANYTHING
never_raises = settings(
    max_examples=MANY if ALL else 10, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@every_game
@never_raises
@given(st.data())
def test_replay_never_raises(key, data):
    """Whatever JSON stands in place of an entry, or of a value of one, at any point of a match."""
    match = data.draw(st.sampled_from(matches(key, damaged=False)))
    sheet = sheet_of(match | {"closed": False})
    legal = drawn(Random(data.draw(st.integers(0, 99))), games()[key], sheet.standing)
    keys = st.sampled_from([field.key for field in games()[key].fields(sheet.standing)])
    strange = data.draw(st.lists(ANYTHING | st.dictionaries(keys, LIKELY).map(lambda part: legal | part), max_size=4))
    deals = tuple(Deal(str(n), "deal", entry, None) for n, entry in enumerate(strange))
    plain_sheet(extend(games()[key], sheet, deals))


@every_game
@never_raises
@given(st.data())
def test_scoring_never_raises_for_rules_and_tables(key, data):
    """A match is scored or refused, whatever JSON stands in its parts."""
    parts = st.fixed_dictionaries(
        {"game": st.just(key), "players": st.just(["a", "b", "c", "d"][: games()[key].seats[1]]) | ANYTHING},
        optional={
            "first_dealer": SMALL | ANYTHING,
            "rules": ANYTHING | st.dictionaries(st.sampled_from([o.key for o in games()[key].options]), LIKELY),
            "closed": SMALL | ANYTHING,
            "deals": LIKELY,
            "?": ANYTHING,
        },
    )
    json.dumps(score_match(data.draw(parts)))
