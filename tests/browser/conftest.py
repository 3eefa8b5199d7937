"""A server with an empty database for all tapping tests of a run, and phone-sized pages on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.contexts import CLEAR, Contexts
from tests.browser.engines import ready
from tests.browser.offline import prepared
from tests.support.servers import Stoppable, running
from tests.support.tables import make_circle, start
from tests.support.watchers import watcher_of

VIOLATIONS = (
    "window.violations = []; document.addEventListener('securitypolicyviolation',"
    " (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`))"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever stands in this folder drives Chromium."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def address(server_settings: dict[str, str]) -> Iterator[str]:
    """The address of a real server."""
    with running(server_settings, Path(server_settings["TALLYSTICK_INSTANCE"])) as found:
        yield found


@pytest.fixture(scope="session")
def contexts(chromium: Browser, address: str) -> Contexts:
    """The contexts that one test after another uses."""
    return Contexts(chromium, address)


@pytest.fixture
def new_context(contexts: Contexts, request: pytest.FixtureRequest) -> Iterator[Callable[..., BrowserContext]]:
    """Gives contexts, by default phones that nobody has used yet; until the test ends."""
    yield partial(contexts.lend, double_tap=bool(request.node.get_closest_marker("double_tap")))
    contexts.take_back()


@pytest.fixture
def phone(new_context: Callable[..., BrowserContext]) -> Iterator[Page]:
    """A phone nobody has used yet; an error in its console fails the test."""
    page = new_context().new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield page
    assert errors == []


@pytest.fixture
def new_phone(
    new_context: Callable[..., BrowserContext], address: str, client_of: FlaskClient
) -> Callable[..., BrowserContext]:
    """Makes phones of a new circle of four, all with the same link; scripts and settings as for any context."""
    client_of.delete_cookie("tallystick")  # else the names of the test before would be those of its circle
    make_circle(client_of)
    numbers = count()

    def phone(*scripts: str, **settings: Any) -> BrowserContext:
        context = new_context(*scripts, **settings)
        context.add_cookies([{"name": "tallystick", "value": cookie_of(f"phone-{next(numbers)}"), "url": address}])
        return context

    def cookie_of(device: str) -> str:
        """The cookie of the circle as this device has it; the client keeps another."""
        with client_of.session_transaction() as session:
            session["device"] = device
        cookie = client_of.get_cookie("tallystick").value
        with client_of.session_transaction() as session:
            session["device"] = "client"
        return str(cookie)

    return phone


@pytest.fixture
def watching(new_phone: Callable[..., BrowserContext], address: str, client_of: FlaskClient) -> BrowserContext:
    """A phone that may only watch the circle of the other ones."""
    context = new_phone()
    browser = watcher_of(client_of)
    context.clear_cookies()
    context.add_cookies([{"name": "tallystick", "value": browser.get_cookie("tallystick").value, "url": address}])
    return context


@pytest.fixture
def one_phone(new_phone: Callable[..., BrowserContext]) -> BrowserContext:
    """One phone of a new circle."""
    return new_phone()


@pytest.fixture(scope="session")
def only_house(server_settings: dict[str, str], address: str) -> Iterator[Stoppable]:
    """The same app as that of the server, on the same database, in this process."""
    from app import create_app

    settings = {"SECRET_KEY": "for tests", "SQLALCHEMY_DATABASE_URI": server_settings["DATABASE_URL"]}
    served = Stoppable(create_app({**settings, "INSTANCE_FOLDER": server_settings["TALLYSTICK_INSTANCE"]}))
    yield served
    served.stop()


@pytest.fixture
def house(only_house: Stoppable) -> Iterator[Stoppable]:
    """A server that can be stopped and started again, which answers when the test begins."""
    yield only_house
    only_house.stop()
    only_house.missing = ""
    only_house.start()


@pytest.fixture
def offline_phone(new_phone: Callable[..., BrowserContext]) -> BrowserContext:
    """One phone of a new circle that may keep a service worker, perhaps that of the test before."""
    return new_phone(service_workers="allow")


@pytest.fixture
def at_table(
    offline_phone: BrowserContext, house: Stoppable, client_of: FlaskClient
) -> Callable[..., tuple[Page, str]]:
    """Opens a new match on a phone and waits until it has all that it needs without a network; its page and path."""

    def opened(game: str = "boomke_wies", **settings: Any) -> tuple[Page, str]:
        path = f"/m/{start(client_of, game, **settings)}"
        page = offline_phone.new_page()
        page.goto(f"{house.address}/health")
        page.evaluate(CLEAR)
        page.goto(house.address + path)
        prepared(page)
        return page, path

    return opened


@pytest.fixture
def with_engine(one_phone: BrowserContext, address: str, client_of: FlaskClient) -> Callable[..., tuple[Page, str]]:
    """Opens the table of a new match and waits until its engine is ready; gives the page and the match's uid."""

    def at_table(game: str = "boomke_wies", *names: str, script: str = "", **rules: Any) -> tuple[Page, str]:
        uid = start(client_of, game, *names, **rules)
        page = one_phone.new_page()
        page.add_init_script(VIOLATIONS + script)
        page.goto(f"{address}/m/{uid}")
        ready(page)
        return page, uid

    return at_table


@pytest.fixture(scope="session")
def server_settings(new_database, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the server of these tests is started with."""
    folder = tmp_path_factory.mktemp("tapping")
    return {"DATABASE_URL": new_database("sqlite"), "SECRET_KEY": "for tests", "TALLYSTICK_INSTANCE": str(folder)}


@pytest.fixture(scope="session")
def own_app(server_settings: dict[str, str]) -> Flask:
    """The same app on the same database."""
    from app import create_app

    return create_app({"SECRET_KEY": "for tests", "SQLALCHEMY_DATABASE_URI": server_settings["DATABASE_URL"]})


@pytest.fixture(scope="module")
def client_of(own_app: Flask) -> FlaskClient:
    """A client of that app, to set a scene quickly; its cookie holds at the server too."""
    return own_app.test_client()
