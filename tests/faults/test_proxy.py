"""Behind a proxy that lies everything that was said is recorded once and in order, by phones of any kind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.network import ONLINE
from tests.browser.phones import chip
from tests.browser.waits import until, waiting
from tests.faults.environment import on_sqlite, recorded, server
from tests.faults.phone import Phone, stop, writing
from tests.faults.proxy import ALWAYS, FATES, lying
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
@pytest.mark.parametrize("fate", ["", *ALWAYS])
def test_a_browser_goes_on_behind_it(chromium: Browser, tmp_path: Path, fate: str):
    """Twenty deals while only this becomes of a request, or what is drawn by lot; then all come, once and in order."""
    peace = MOST if fate else 10
    with on_sqlite(tmp_path, 1) as place, server(place, tmp_path) as (port, _), lying(port, SEED, peace=peace) as proxy:
        address = f"http://127.0.0.1:{proxy.port}"
        context = chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        context.add_cookies([{"name": "tallystick", "value": place.cookie, "url": address}])
        page = context.new_page()
        page.goto(f"{address}/m/{place.matches[0]}")
        page.locator("html[data-engine]").wait_for()
        if fate:
            page.wait_for_load_state("networkidle")
        proxy.always = fate
        for n in range(20):
            tapped(page, 2 * n + 1, [("declarer", n % 4), ("contract", 7 + n % 3)])
            tapped(page, 2 * n + 2, [("tricks", 5 + n % 9)])
        proxy.always = "passed on"
        until(page, lambda: page.evaluate(ONLINE) and not waiting(page))
        records = page.request.get(f"{page.url.partition('?')[0]}/log").json()["records"]
        assert shown(page) == str(len(records))
        context.close()
    assert [record[0] for record in records] == ["bid", "deal"] * 20
    deals = [record[1] for record in records[1::2]]
    assert [(deal["declarer"], deal["contract"], deal["tricks"]) for deal in deals] == [
        (n % 4, 7 + n % 3, 5 + n % 9) for n in range(20)
    ]
    assert sum(proxy.fates.values()) - proxy.fates["passed on"] > 1


def tapped(page: Page, wanted: int, taps: list[tuple[str, int]]) -> None:
    """Tap until the table has come to this version; nothing is waited for but what the phone itself draws."""
    for tap in taps:
        chip(page, *tap).click()
    until(page, lambda: shown(page) == str(wanted))


def shown(page: Page) -> str | None:
    """The version that the table shows."""
    return page.locator("#table").get_attribute("data-version")
