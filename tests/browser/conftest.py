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

from tests.browser.contexts import Contexts
from tests.browser.engines import ready
from tests.browser.offline import prepared
from tests.support.records import play, say
from tests.support.servers import Stoppable, running
from tests.support.tables import LONG, SEVEN, make_circle, start

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
def one_phone(new_phone: Callable[..., BrowserContext]) -> BrowserContext:
    """One phone of a new circle."""
    return new_phone()


@pytest.fixture(scope="session")
def lined_app(server_settings: dict[str, str], address: str) -> Flask:
    """The same app as that of the server, on the same database, in this process."""
    from app import create_app

    settings = {"SECRET_KEY": "for tests", "SQLALCHEMY_DATABASE_URI": server_settings["DATABASE_URL"]}
    return create_app({**settings, "INSTANCE_FOLDER": server_settings["TALLYSTICK_INSTANCE"]})


@pytest.fixture
def house(lined_app: Flask) -> Iterator[Stoppable]:
    """A server that can be stopped and started again."""
    served = Stoppable(lined_app)
    yield served
    served.stop()


@pytest.fixture
def offline_phone(new_phone: Callable[..., BrowserContext]) -> BrowserContext:
    """One phone of a new circle that may keep a service worker; no other test has it."""
    context = new_phone(new=True, service_workers="allow")
    context.on("page", lambda page: None)  # notes that it is changed for good
    return context


@pytest.fixture
def at_table(
    offline_phone: BrowserContext, house: Stoppable, client_of: FlaskClient
) -> Callable[..., tuple[Page, str]]:
    """Opens a new match on a phone and waits until it has all that it needs without a network; its page and path."""

    def opened(game: str = "boomke_wies", **settings: Any) -> tuple[Page, str]:
        path = f"/m/{start(client_of, game, **settings)}"
        page = offline_phone.new_page()
        page.goto(house.address + path)
        prepared(page)
        return page, path

    return opened


@pytest.fixture
def with_engine(one_phone: BrowserContext, address: str, client_of: FlaskClient) -> Callable[..., tuple[Page, str]]:
    """Opens the table of a new match and waits until its engine is ready; gives the page and the match's uid."""

    def at_table(game: str = "boomke_wies", *names: str, **rules: Any) -> tuple[Page, str]:
        uid = start(client_of, game, *names, **rules)
        page = one_phone.new_page()
        page.add_init_script(VIOLATIONS)
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


@pytest.fixture(scope="module")
def long_tables(client_of: Any) -> dict[str, str]:
    """A table of each game in the middle of a deal, with long names."""
    make_circle(client_of, *SEVEN)
    app = client_of.application
    seats = {"clobyosh": LONG[:2], "knockout_whist": SEVEN}
    found = {game: start(client_of, game, *seats.get(game, LONG)) for game in ("boomke_wies", "texas_42", "zwanzig_ab")}
    found |= {game: start(client_of, game, *seats[game]) for game in seats}
    say(app, found["boomke_wies"], "adjust", points=[-104, 96], note="")
    say(app, found["boomke_wies"], "bid", declarer=0, contract=8)
    play(app, found["texas_42"], {"bidder": 0, "bid": 84, "made": True})
    say(app, found["texas_42"], "bid", bidder=1, bid=31, trump=4)
    play(app, found["zwanzig_ab"], {"trump": "hearts", "tricks": [1, 2, 1, 1]})
    say(app, found["zwanzig_ab"], "bid", trump="clubs")
    play(app, found["clobyosh"], {"maker": 1, "turned": True, "cards": [40, 80], "last_trick": 1})
    say(app, found["clobyosh"], "bid", maker=0, turned=True, trump="spades")
    play(app, found["knockout_whist"], {"tricks": [3, 2, 1, 1, 0, 0, 0]})
    return found


@pytest.fixture(scope="module")
def long_cookie(client_of: Any, long_tables: dict[str, str]) -> str:
    """The cookie of who may see these tables."""
    return str(client_of.get_cookie("tallystick").value)


@pytest.fixture
def seeing(new_phone: Callable[..., BrowserContext], long_cookie: str, address: str) -> Callable[..., BrowserContext]:
    """Makes phones that may see these tables."""

    def phone(*scripts: str, **settings: Any) -> BrowserContext:
        context = new_phone(*scripts, **settings)
        context.add_cookies([{"name": "tallystick", "value": long_cookie, "url": address}])
        return context

    return phone
