"""The panels of a game's page: its own, each by its kind (scoring/review.py), and those of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from models.review.game.counts import seat_means
from scoring.games import games
from scoring.review import Averages, Contracts, Fields, Pot, Rates, Speaks, Survival, Tallies, Trumps, Winners
from web.review.game.deal_panels import (
    by_seat_panel,
    contract_panel,
    field_panel,
    mean_panel,
    rate_panel,
    seat_panel,
    speaks_panel,
    tally_panel,
    trump_panel,
)
from web.review.game.match_panels import length_panel, pot_panel, survival_panel, winner_panel
from web.review.game.sections import GameCounts, Section

DRAWN: dict[type, Callable[[GameCounts, Any], Section]] = {
    Contracts: contract_panel,
    Rates: rate_panel,
    Fields: field_panel,
    Averages: mean_panel,
    Tallies: tally_panel,
    Speaks: speaks_panel,
    Trumps: trump_panel,
    Winners: winner_panel,
    Survival: survival_panel,
    Pot: pot_panel,
}


def game_sections(here: GameCounts) -> list[Section]:
    """All that there is to show."""
    mean, seconds = seat_means(here.scope)
    found = [DRAWN[type(panel)](here, panel) for panel in here.review.panels]
    found += [seat_panel(here, mean)] if mean.n else []
    found += [by_seat_panel(here, games()[here.game].seats[1])] if here.review.bids else []
    return [section for section in [*found, length_panel(here, seconds)] if section.shown]
