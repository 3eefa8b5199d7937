"""A server with an empty database for all tapping tests of a run, and phone-sized pages on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.servers import running
from tests.tables import make_circle, start
from tests.tapping.engines import ready

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, BrowserContext, Page

VIOLATIONS = (
    "window.violations = []; document.addEventListener('securitypolicyviolation',"
    " (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`))"
)


@pytest.fixture(scope="session")
def address(server_settings: dict[str, str]) -> Iterator[str]:
    """The address of a real server."""
    with running(server_settings, Path(server_settings["TALLYSTICK_INSTANCE"])) as found:
        yield found


@pytest.fixture(params=[True, False], ids=["script", "no script"])
def script(request: pytest.FixtureRequest) -> bool:
    """Whether the page's script runs."""
    return bool(request.param)


@pytest.fixture
def phone(chromium: Browser, script: bool) -> Iterator[Page]:
    """A phone nobody has used yet; an error in its console fails the test."""
    context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True, java_script_enabled=script)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert errors == []


@pytest.fixture
def new_phone(chromium: Browser, address: str, client_of: FlaskClient) -> Iterator[Callable[..., BrowserContext]]:
    """Makes phones of a new circle of four, all with the same link; more is what the browser is told of them."""
    client_of.delete_cookie("tallystick")  # else the names of the test before would be those of its circle
    make_circle(client_of)
    made: list[BrowserContext] = []

    def phone(**more: Any) -> BrowserContext:
        context = chromium.new_context(**{"viewport": {"width": 360, "height": 740}, "has_touch": True, **more})
        cookie = client_of.get_cookie("tallystick").value
        context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
        made.append(context)
        return context

    yield phone
    for context in made:
        context.close()


@pytest.fixture
def one_phone(new_phone: Callable[..., BrowserContext]) -> BrowserContext:
    """One phone of a new circle."""
    return new_phone()


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
def client_of(server_settings: dict[str, str]) -> FlaskClient:
    """A client of the same app on the same database, to set a scene quickly; its cookie holds at the server too."""
    from app import create_app

    settings = {"SECRET_KEY": "for tests", "SQLALCHEMY_DATABASE_URI": server_settings["DATABASE_URL"]}
    return create_app(settings).test_client()
