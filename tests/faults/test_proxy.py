"""Behind a proxy that lies everything that was said is recorded once and in order, by phones of any kind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.network import ONLINE
from tests.browser.phones import chip
from tests.browser.waits import until, waiting
from tests.faults.environment import on_sqlite, recorded, server
from tests.faults.phone import Phone, stop, writing
from tests.faults.proxy import ALWAYS, FATES, Proxy, lying
from tests.support.sizes import FULL

pytestmark = pytest.mark.thorough

SEED = int(os.environ.get("TALLYSTICK_FAULTS_SEED", "4"))
MOST = 10**9  # the weight of what is only passed on, where nothing else shall become of a request
DEALS = 60 if FULL else 20  # of each phone


@pytest.mark.slow
def test_phones_write_through_it(tmp_path: Path):
    with (
        on_sqlite(tmp_path, 3) as place,
        server(place, tmp_path) as (port, _),
        lying(port, SEED) as proxy,
    ):
        first, second, third = place.matches
        phones = [Phone(proxy.port, place, match) for match in (first, second, third, third)]  # two share a match
        threads = writing(phones, DEALS)
        for thread in threads:
            thread.join(120)
        stop(phones, threads)
        print(f"\n{dict(proxy.fates)} {[dict(phone.seen) for phone in phones]}")
    assert set(proxy.fates) == set(FATES)
    assert [len(phone.acknowledged) for phone in phones] == [DEALS] * 4
    left = recorded(place.url, place.matches)
    assert [left[first], left[second]] == [phones[0].acknowledged, phones[1].acknowledged]
    for phone in phones[2:]:
        assert [uid for uid in left[third] if uid in phone.acknowledged] == phone.acknowledged
    assert len(left[third]) == len(set(left[third])) == 2 * DEALS
    assert "ERROR" not in (tmp_path / "server.log").read_text()


@pytest.mark.slow
@pytest.mark.full
@pytest.mark.browser
def test_a_browser_taps_through_it(chromium: Browser, tmp_path: Path):
    with table_behind_it(chromium, tmp_path, peace=10) as (proxy, page):
        for n in range(DEALS):
            tapped(page, 2 * n + 1, [("declarer", n % 4), ("contract", 7 + n % 3)])
            tapped(page, 2 * n + 2, [("tricks", 5 + n % 9)])
        until(page, lambda: page.evaluate(ONLINE) and not waiting(page))
        log = page.request.get(f"{page.url.partition('?')[0]}/log").json()
        assert shown(page) == str(len(log["records"]))
        print(f"\n{dict(proxy.fates)}")
    assert [record[0] for record in log["records"]] == ["bid", "deal"] * DEALS
    deals = [record[1] for record in log["records"]][1::2]
    assert [(deal["declarer"], deal["contract"], deal["tricks"]) for deal in deals] == [
        (n % 4, 7 + n % 3, 5 + n % 9) for n in range(DEALS)
    ]
    assert sum(proxy.fates.values()) > proxy.fates["passed on"]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("fate", [pytest.param(fate, marks=pytest.mark.full) for fate in ALWAYS])
def test_a_browser_goes_on_behind_one_that_does_only_this(chromium: Browser, tmp_path: Path, fate: str):
    """Twenty deals while nothing else becomes of a request; once it passes on all of them come, once and in order."""
    with table_behind_it(chromium, tmp_path, peace=MOST) as (proxy, page):
        page.wait_for_load_state("networkidle")
        proxy.always = fate
        for n in range(20):
            tapped(page, 2 * n + 1, [("declarer", n % 4), ("contract", 8)])
            tapped(page, 2 * n + 2, [("tricks", 5 + n % 9)])
        proxy.always = "passed on"
        until(page, lambda: page.evaluate(ONLINE) and not waiting(page))
        log = page.request.get(f"{page.url.partition('?')[0]}/log").json()
    assert [record[0] for record in log["records"]] == ["bid", "deal"] * 20
    assert [record[1]["tricks"] for record in log["records"][1::2]] == [5 + n % 9 for n in range(20)]
    assert proxy.fates[fate] > 1


@contextmanager
def table_behind_it(chromium: Browser, folder: Path, peace: int) -> Iterator[tuple[Proxy, Page]]:
    """A table in a browser, whose engine is there, and the proxy through which it came."""
    with on_sqlite(folder, 1) as place, server(place, folder) as (port, _), lying(port, SEED, peace=peace) as proxy:
        address = f"http://127.0.0.1:{proxy.port}"
        context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        context.add_cookies([{"name": "tallystick", "value": place.cookie, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/m/{place.matches[0]}")
        page.locator("html[data-engine]").wait_for()
        yield proxy, page
        context.close()


def tapped(page: Page, wanted: int, taps: list[tuple[str, int]]) -> None:
    """Tap until the table has come to this version; nothing is waited for but what the phone itself draws."""
    for tap in taps:
        chip(page, *tap).click()
    until(page, lambda: shown(page) == str(wanted))


def shown(page: Page) -> str | None:
    """The version that the table shows."""
    return page.locator("#table").get_attribute("data-version")
