"""Review asks the same of both databases; where its SQL might do otherwise, a test is marked databases."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from models.log.state import state_cache
from tests.models.tables import opened


@pytest.fixture
def store(database_url: str) -> Iterator[Flask]:
    """An app that is nothing but the models on an emptied database, in its context."""
    state_cache.clear()
    with opened(database_url) as app:
        yield app
