"""The edition of a game's rules as phones have them."""

from __future__ import annotations

from web.phone_engine.bundle import engine_of


def edition_of(game: str) -> str:
    """Names the rules and drawings of a game that phones are given now."""
    return engine_of(game).edition
