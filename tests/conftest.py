"""What many tests share: a database, the app on it, a running server, a browser. In CI a skipped test fails.

What only some tests need is imported where it is made: the tests of scoring start without the app.
"""

from __future__ import annotations

import fcntl
import gc
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.support.cases import LAST
from tests.support.sizes import ALL, FULL

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page

    from tests.support.databases import Shared

SCORING = Path(__file__).parent / "scoring"
BROWSER = Path(__file__).parent / "browser"
settings.register_profile("ours", deadline=None)  # how long an example takes says nothing on a busy machine
settings.load_profile("ours")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport():
    """In CI nothing may be skipped: what would be skipped fails with its reason. A random case that failed is named."""
    report = yield
    if report.failed and LAST:
        report.sections.append(("random case", f"TALLYSTICK_CASE={LAST[0]} runs only the case that failed"))
    if report.when == "teardown":
        LAST.clear()
    if report.skipped and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report():
    """The same for a whole file that wants to be skipped."""
    report = yield
    if report.skipped and os.environ.get("CI"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
    return report


@pytest.fixture(scope="session", autouse=True)
def instance(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A passing instance folder, so that no test touches the one people use.

    Its assets are packed and its templates compiled once a checkout.
    The tests of scoring need none.
    """
    if all(item.path.is_relative_to(SCORING) for item in request.session.items):
        return
    from app import create_app
    from tests.support.servers import prepared

    packed = Path(__file__).parents[1] / "build" / "assets"
    packed.mkdir(parents=True, exist_ok=True)
    with (packed.parent / "preparing").open("w") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        os.environ["TALLYSTICK_INSTANCE"] = str(packed)
        templates = create_app({"SECRET_KEY": "for tests", "DATABASE_URL": "sqlite://"}).jinja_env
        for name in templates.list_templates():
            templates.get_template(name)
    os.environ["TEST_PREPARED"] = str(packed)
    os.environ["TALLYSTICK_INSTANCE"] = str(prepared(tmp_path_factory.mktemp("instance")))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is marked so runs only where all is tested, or only at full size."""
    left = [name for name, tested in (("full", FULL), ("thorough", ALL)) if not tested]
    config.hook.pytest_deselected(items=[item for item in items if any(map(item.get_closest_marker, left))])
    items[:] = spread([item for item in items if not any(map(item.get_closest_marker, left))])


def spread(items: list[pytest.Item]) -> list[pytest.Item]:
    """Browsers are waited for: every second worker begins with their tests, while the others have the processor.

    Each worker begins with a run of tests, of which all have as many.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    first = range(0, max(workers - 1, 1), 2)  # the workers that begin with them
    files = list(dict.fromkeys(item.path for item in items if BROWSER in item.path.parents))
    others = [item for item in items if item.path not in files]
    ordered: list[pytest.Item] = []
    for worker in first:
        begun = len(items) * worker // workers - len(ordered)
        ordered += others[: max(begun, 0)]
        del others[: max(begun, 0)]
        ordered += [item for item in items if item.path in files[worker // 2 :: len(first)]]
    return ordered + others


def pytest_collection_finish() -> None:
    """What is there by now stays until the end: nobody looks through it again for garbage, and seldom for other."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """On SQLite runs every test of a database; on PostgreSQL with --all those that are marked so, at full size all."""
    everywhere = FULL or (ALL and metafunc.definition.get_closest_marker("databases"))
    chosen = any("database_kind" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "database_kind" in metafunc.fixturenames and not chosen:
        from tests.support.databases import KINDS

        metafunc.parametrize("database_kind", KINDS if everywhere else KINDS[:1])


@pytest.fixture(scope="session")
def new_database() -> Iterator[Callable[[str], str]]:
    """A maker: given a kind of database, the URL of a new, migrated, empty one; dropped at the end."""
    from tests.support.databases import copies, quick_folder

    with quick_folder() as folder, copies(folder) as new:
        yield new


@pytest.fixture(scope="session")
def shared(new_database: Callable[[str], str]) -> Shared:
    """The databases that one test after another uses."""
    from tests.support.databases import Shared

    return Shared(new_database)


@pytest.fixture
def database_url(request: pytest.FixtureRequest, database_kind: str, shared: Shared) -> str:
    """A migrated, empty database; for a test that is marked alone a new one."""
    alone = request.node.get_closest_marker("alone")
    return shared.new(database_kind) if alone else shared.empty(database_kind)


@pytest.fixture
def app(database_url: str, shared: Shared) -> Iterator[Flask]:
    """The app on the empty database."""
    app = shared.app(database_url)
    yield app
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without script: a test client of the app."""
    return app.test_client()


@pytest.fixture
def match(client: FlaskClient) -> str:
    """The uid of the first match, of Boomke Wies, in a circle that has just begun."""
    from tests.support.tables import sit_down

    return sit_down(client, "boomke_wies")


@pytest.fixture
def evening(client: FlaskClient, match: str) -> str:
    """The address of the evening of that match."""
    from tests.support.phones import evening_of

    return evening_of(client, match)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """The clock of limits stands still; called, it goes on by so many seconds."""
    began, gone = time.time(), [0.0]
    monkeypatch.setattr("time.time", lambda: began + gone[0])

    def passes(seconds: float) -> None:
        gone[0] += seconds

    return passes


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gives up their turn to write, however slow the machine: that would be another test."""
    monkeypatch.setattr("models.transaction.LOCK_TIMEOUT", 60)


@pytest.fixture
def live_server(database_url: str, tmp_path: Path) -> Iterator[str]:
    """The address of a real server on the test's database."""
    from tests.support.servers import running

    with running({"DATABASE_URL": database_url}, tmp_path) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's Chromium, started once."""
    from tests.support.chromium import launched

    with launched() as browser:
        yield browser


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """A phone-sized page with nothing remembered."""
    context = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()
