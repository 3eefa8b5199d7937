"""METADATA: the metadata with every table in it, for code that handles all tables."""

from __future__ import annotations

from models.base import Base
from models.tables import (  # noqa: F401  each registers its tables
    branch,
    circle,
    claimed_seat,
    evening,
    grant,
    host_setting,
    match,
    phone_key,
    result,
    review,
)

METADATA = Base.metadata
