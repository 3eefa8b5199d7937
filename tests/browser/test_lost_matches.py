"""A server restored from a copy that was made before a match began gets it back from a phone that knows it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.deals_ahead import ahead, deals_of, log_of
from tests.browser.engines import ready
from tests.browser.network import no_line
from tests.browser.waits import at_rest, unsent, until, version
from tests.support.backups import without_match
from tests.support.tables import make_circle, start

At = Callable[..., tuple[Page, str]]
Phones = Callable[..., BrowserContext]

pytestmark = pytest.mark.browser
OFFER = "#lost-matches"


def recorded(page: Page, *declarers: int) -> None:
    """So many deals at an empty table, all of them with the server."""
    for number, declarer in enumerate(declarers):
        ahead(page, declarer, 2 * number)
    at_rest(page)


def lost(client: FlaskClient, *uids: str) -> None:
    """Make the database what it was before these matches."""
    with client.application.app_context():
        for uid in uids:
            without_match(uid)


def evening_of(client: FlaskClient, uid: str) -> str:
    """The address of a match's evening."""
    return str(client.get(f"/m/{uid}/log").get_json()["evening"])


def bring_back(page: Page, path: str) -> None:
    """Load the page of a match that is not there, and have all of it recorded again."""
    page.goto("about:blank")
    page.goto(path)
    page.locator(OFFER).get_by_role("button", name="Record it again").click()
    expect(page.locator("#table")).to_be_visible()
    until(page, lambda: unsent(page) == 0)


@pytest.mark.thorough
def test_a_match_that_the_server_lacks_comes_back(with_engine: At, client_of: FlaskClient) -> None:
    """With what was tapped on it while nothing got through; and it goes on."""
    page, uid = with_engine()
    recorded(page, 1, 2)
    address, evening = page.url, evening_of(client_of, uid)
    page.context.route("**/m/*/{say,tail}", no_line)
    ahead(page, 3, 4)
    lost(client_of, uid)
    assert client_of.get(f"/m/{uid}/log").status_code == 404
    page.context.unroute("**/m/*/{say,tail}")
    bring_back(page, address)
    assert log_of(client_of, uid) == deals_of(1, 2, 3)
    assert evening_of(client_of, uid) == evening
    version(page, 6)
    ready(page)
    ahead(page, 0, 6)
    until(page, lambda: log_of(client_of, uid) == deals_of(1, 2, 3, 0))


@pytest.mark.thorough
def test_all_matches_that_the_server_lacks_come_back_into_one_evening(
    with_engine: At, address: str, client_of: FlaskClient
) -> None:
    page, first = with_engine()
    recorded(page, 1)
    second = start(client_of, "boomke_wies", "Bob", "Cem", "Dee", "Eve")  # of whom the copy does not know one
    page.goto(f"{address}/m/{second}")
    ready(page)
    recorded(page, 2, 3)
    there = start(client_of, "boomke_wies")
    page.goto(f"{address}/m/{there}")
    ready(page)
    recorded(page, 0)
    evening = evening_of(client_of, first)
    lost(client_of, first, second)
    page.goto(f"{address}/m/{first}")
    expect(page.locator(f"{OFFER} li")).to_have_count(2)
    for players in ("Ann · Bob · Cem · Dee", "Bob · Cem · Dee · Eve"):
        expect(page.locator(f"{OFFER} li", has_text=f"Boomke Wies · {players} · ")).to_have_count(1)
    page.get_by_role("button", name="Record it again").click()
    expect(page.locator("#table")).to_be_visible()
    until(page, lambda: unsent(page) == 0)
    until(page, lambda: log_of(client_of, first) == deals_of(1))
    until(page, lambda: log_of(client_of, second) == deals_of(2, 3))
    assert evening_of(client_of, first) == evening_of(client_of, second) == evening
    assert client_of.get(f"/m/{second}/log").get_json()["table"]["players"] == ["Bob", "Cem", "Dee", "Eve"]
    page.goto(f"{address}/m/{second}x")
    expect(page.locator(OFFER)).to_have_count(1)
    page.wait_for_load_state("networkidle")
    expect(page.locator(OFFER)).to_be_hidden()


@pytest.mark.thorough
def test_another_circles_match_is_not_offered(
    with_engine: At, one_phone: BrowserContext, address: str, client_of: FlaskClient
) -> None:
    page, uid = with_engine()
    recorded(page, 1)
    client_of.delete_cookie("tallystick")
    make_circle(client_of)
    one_phone.add_cookies([{"name": "tallystick", "value": client_of.get_cookie("tallystick").value, "url": address}])
    with page.expect_response("**/line/home"):
        page.goto(f"{address}/m/{uid}")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("link", name="Go home").last).to_be_visible()
    expect(page.locator(OFFER)).to_be_hidden()
