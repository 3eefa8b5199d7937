"""Taps on a slow phone: from the finger's leaving the glass to the new total painted, deal after deal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.phone import painted, slow_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext, Page

    from tests.bench.phone import Conditions

APART = 450  # ms between taps: sooner, they would be two halves of one
MEASURED = "performance.getEntriesByName('tap').map((entry) => entry.duration)"
TOTALS = "[...document.querySelectorAll('.board .total')].map((total) => total.textContent).join(' ')"


class Deal(NamedTuple):
    """What is tapped for a deal of Boomke Wies: form names and values; the last tap makes a new total."""

    declarer: int
    contract: int
    tricks: int


def deals() -> Iterator[Deal]:
    """Deal after deal, each another one than the last."""
    n = 0
    while True:
        yield Deal(n % 4, 7 + n % 3, 5 + n % 7)
        n += 1


def taps(phone: BrowserContext, addresses: list[str], each: int, conditions: Conditions) -> list[float]:
    """Milliseconds from each last tap to the new total, for so many deals in each of these matches."""
    found: list[float] = []
    page, _ = slow_page(phone, conditions)
    told = deals()
    for address in addresses:
        page.goto(address)
        settle(page, conditions)
        for _ in range(each):
            found.append(one_deal(page, next(told), conditions))
    page.close()
    return found


def settle(page: Page, conditions: Conditions) -> None:
    """Wait until nothing is under way any more."""
    page.wait_for_load_state("networkidle")
    if conditions.script:
        page.wait_for_timeout(APART)


def one_deal(page: Page, deal: Deal, conditions: Conditions) -> float:
    """A deal tapped in; milliseconds of its last tap."""
    chip(page, "declarer", deal.declarer)
    settle(page, conditions)
    chip(page, "contract", deal.contract)
    settle(page, conditions)
    last = in_place if conditions.script else by_page
    took = last(page, deal.tricks)
    settle(page, conditions)
    return took


def chip(page: Page, name: str, value: int) -> None:
    """Tap a chip of the pad."""
    page.locator(place_of(name, value)).first.tap()


def place_of(name: str, value: int) -> str:
    """Where a chip is: a button that sends, or the label around a choice."""
    label = f'label:has(input[name="{name}"][value="{value}"])'
    return f'#pad :is(button[name="{name}"][value="{value}"], {label})'


def in_place(page: Page, tricks: int) -> float:
    """The last tap with script: the page itself has measured it."""
    before = len(page.evaluate(MEASURED))
    chip(page, "tricks", tricks)
    until = time.monotonic() + 30
    while time.monotonic() < until:
        known = page.evaluate(MEASURED)
        if len(known) > before:
            return float(known[-1])
        page.wait_for_timeout(20)
    raise TimeoutError("no new total came")


def by_page(page: Page, tricks: int) -> float:
    """The last tap without script: from the clock at the tap to the paint of the page that comes."""
    chosen = page.locator(place_of("tricks", tricks)).first
    chosen.scroll_into_view_if_needed()
    box = chosen.bounding_box()
    if box is None:
        raise RuntimeError("the chip cannot be seen")
    before, (old, *_) = page.evaluate(TOTALS), painted(page)
    tapped_at = time.time() * 1000
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    origin, first, _ = painted(page, after=old)
    if page.evaluate(TOTALS) == before:
        raise RuntimeError("the new page shows the old total")
    return origin + first - tapped_at
