"""What a phone must fetch before it shows anything: little, in few requests, and nothing that can come later."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import BrowserContext, Route, expect

from tests.bench.phone import painted, visit
from tests.support.records import play
from tests.support.scripts import minified
from tests.support.tables import start

Phones = Callable[..., BrowserContext]
MOST_BYTES = 40_000  # the aim
MOST_REQUESTS = 6
LATER = ("/engine/", "bundle", "vazirmatn")


@pytest.fixture
def table(new_phone: Phones, address: str, client_of: FlaskClient) -> str:
    """The address of a table with forty deals; it asks for the phones first, since they make the circle."""
    uid = start(client_of, "boomke_wies")
    deals = [{"declarer": n % 4, "contract": 7 + n % 3, "tricks": 5 + n % 7} for n in range(40)]
    play(client_of.application, uid, *deals)
    return f"{address}/m/{uid}"


@minified
def test_little_is_fetched_before_the_first_paint_and_what_has_a_name_of_its_own_never_again(new_phone, table):
    """Two visits of a phone that had kept nothing, on a slow line."""
    phone = new_phone(new=True)
    first, second = (visit(phone, table, slowed=1) for _ in range(2))
    assert first.before[0].path.startswith("/m/")
    assert sum(one.size for one in first.before) <= MOST_BYTES, first.before
    assert len(first.before) <= MOST_REQUESTS, first.before
    assert [one.path for one in first.before if any(name in one.path for name in LATER)] == []
    assert [one.path for one in second.fetched if one.size and "/static/" in one.path] == []


def test_nothing_but_the_style_is_waited_for_and_what_is_not_seen_yet_comes_after(new_phone, table):
    phone = new_phone(new=True)
    page = phone.new_page()
    held: list[Route] = []
    page.route("**/*.{js,woff2,svg,wasm}", lambda route: held.append(route))
    page.goto(table, wait_until="commit")
    painted(page)
    expect(page.locator(".board .total")).not_to_have_count(0)
    assert held, "nothing was held back"
    for route in held:
        route.abort()
    page.unroute_all()
    page.goto(table)
    expect(page.locator("link[href*='/pages.css']")).to_have_count(1)
    page.locator("details.more summary").click()
    expect(page.locator("details.more nav")).to_have_css("position", "absolute")


@pytest.mark.thorough
def test_the_engine_is_fetched_while_a_match_is_set_up(new_phone, address):
    page = new_phone(new=True).new_page()
    asked: list[str] = []
    page.on("requestfinished", lambda request: request.sizes()["responseBodySize"] and asked.append(request.url))
    with page.expect_event("requestfinished", lambda request: request.url.endswith(".en.json")):
        page.goto(f"{address}/new?game=zwanzig_ab")
    page.wait_for_load_state("networkidle")
    there = [url for url in asked if "/engine/" in url]
    assert len(there) == len(set(there)) == 4
    page.goto(f"{address}/new?game=zwanzig_ab&players=Ann")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "/engine/" in url] == there
