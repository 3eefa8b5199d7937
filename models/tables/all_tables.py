"""METADATA: the metadata with every table in it. Whatever looks at all tables takes it from here."""

from __future__ import annotations

from models.base import Base
from models.tables import (  # noqa: F401  each puts its tables into the metadata
    circle,
    claimed_seat,
    evening,
    grant,
    guess_limit,
    host_setting,
    match,
    result,
)

METADATA = Base.metadata
