"""Taps on a slow phone: from the finger leaving the glass to the new total painted, deal after deal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.phone import PATIENCE, painted, slow_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import BrowserContext

    from tests.bench.phone import Conditions

APART = 450  # ms between taps: sooner, they would be two halves of one
REST = 80  # ms that a finger rests on the glass; most rest for 50 to 150
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
    finger, told = Finger(phone, conditions), deals()
    for address in addresses:
        finger.page.goto(address)
        finger.settle()
        if conditions.boot:
            finger.page.wait_for_selector("html[data-engine]", state="attached")
        found.extend(finger.deal(next(told)) for _ in range(each))
    finger.page.close()
    return found


class Finger:
    """Taps on a page of a slow phone."""

    def __init__(self, phone: BrowserContext, conditions: Conditions) -> None:
        self.page, self.session = slow_page(phone, conditions)
        self.script = conditions.script

    def settle(self) -> None:
        """Wait until nothing is under way any more."""
        self.page.wait_for_load_state("networkidle")
        if self.script:
            self.page.wait_for_timeout(APART)

    def deal(self, deal: Deal) -> float:
        """A deal tapped in; milliseconds of its last tap."""
        self.press("declarer", deal.declarer)
        self.lift()
        self.settle()
        tap = self.in_place if self.script else self.by_page
        tap("contract", deal.contract)
        self.settle()
        before = self.page.evaluate(TOTALS)
        took = tap("tricks", deal.tricks)
        if self.page.evaluate(TOTALS) == before:
            raise RuntimeError("the old total still stands there")
        self.settle()
        return took

    def press(self, name: str, value: int) -> None:
        """Touch a chip of the pad, a button that sends or the label around a choice, and rest there."""
        label = f'label:has(input[name="{name}"][value="{value}"])'
        chip = self.page.locator(f'#pad :is(button[name="{name}"][value="{value}"], {label})').first
        chip.scroll_into_view_if_needed()
        box = chip.bounding_box()
        if box is None:
            raise RuntimeError(f"{name} {value} cannot be seen")
        spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self.session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
        time.sleep(REST / 1000)

    def lift(self) -> None:
        """Lift the finger: that is the tap."""
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def in_place(self, name: str, value: int) -> float:
        """A tap with script: the page itself measures it, until its table is the next."""
        before = len(self.page.evaluate(MEASURED))
        self.press(name, value)
        self.lift()
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            known = self.page.evaluate(MEASURED)
            if len(known) > before:
                return float(known[-1])
            time.sleep(0.02)
        raise TimeoutError("nothing new came")

    def by_page(self, name: str, value: int) -> float:
        """A tap without script: from the clock at the tap to the paint of the page that comes."""
        old, *_ = painted(self.page)
        self.press(name, value)
        tapped_at = time.time() * 1000
        self.lift()
        origin, first, _ = painted(self.page, after=old)
        return origin + first - tapped_at
