"""The models on an empty database, without any page."""

from __future__ import annotations

from collections.abc import Iterator
from os import getpid

import pytest
from flask import Flask

from models.base import Base
from models.database import upgrade_schema
from models.log.state import state_cache
from models.transaction import write_transaction
from tests.models.tables import opened
from tests.support.databases import KINDS, create_database, on_server, postgres_url
from tests.support.sizes import ALL


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """With --all on PostgreSQL, too; always where many write at once: each kind of database lets them take turns."""
    if "models_url" in metafunc.fixturenames:
        both = ALL or metafunc.module.__name__.endswith(".test_threads")
        metafunc.parametrize("empty_url", KINDS if both else KINDS[:1], indirect=True, scope="session")


@pytest.fixture(scope="session")
def empty_url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database of each kind that holds nothing, not even tables."""
    name = f"tallystick_models_{getpid()}"
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('models') / name}.sqlite"
    else:
        yield postgres_url(create_database(name, "template0", []))
        on_server(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def models_url(empty_url: str) -> str:
    """A migrated database of each kind, used by one test after another."""
    with opened(empty_url):
        upgrade_schema()
    return empty_url


@pytest.fixture
def store(models_url: str) -> Iterator[Flask]:
    """An app that is nothing but the models on an emptied database, in its context."""
    with opened(models_url) as app:
        with write_transaction() as session:
            for table in reversed(Base.metadata.sorted_tables):
                session.execute(table.delete())
        state_cache.clear()
        yield app
