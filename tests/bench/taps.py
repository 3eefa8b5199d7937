"""Taps on a slow phone: from the finger leaving the glass to the new total painted, deal after deal."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import NamedTuple

from playwright.sync_api import BrowserContext

from tests.bench.phone import PATIENCE, Conditions, painted, slow_page

APART = 450  # ms between taps: sooner, they would be two halves of one
REST = 80  # ms that a finger rests on the glass; most rest for 50 to 150
MEASURED = "(name) => performance.getEntriesByName(name).map((entry) => entry.duration)"
BRAKE = """(slowed) => {
    const [handle, post] = [self.onmessage, self.postMessage];
    let began = 0;
    self.onmessage = (event) => {
        began = performance.now();
        return handle(event);
    };
    self.postMessage = (answer) => {
        const until = performance.now() + (performance.now() - began) * (slowed - 1);
        while (performance.now() < until);
        post(answer);
    };
}"""  # for a worker, which answers at once: each answer takes so many times as long as it did
TOTALS = "[...document.querySelectorAll('.board .total')].map((total) => total.textContent).join(' ')"


class Took(NamedTuple):
    """Milliseconds from a tap to the new total, and to the whole new table."""

    total: float
    table: float


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


def taps(phone: BrowserContext, addresses: list[str], each: int, conditions: Conditions) -> list[Took]:
    """How long each last tap took, for so many deals in each of these matches."""
    found: list[Took] = []
    finger, told = Finger(phone, conditions), deals()
    for address in addresses:
        finger.page.goto(address)
        finger.settle()
        if conditions.script and conditions.engine:
            finger.page.wait_for_selector("html[data-engine]", state="attached")
            finger.page.workers[0].evaluate(BRAKE, conditions.slowed)
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

    def deal(self, deal: Deal) -> Took:
        """A deal tapped in; how long its last tap took."""
        self.press("declarer", deal.declarer)
        self.lift()
        self.settle()
        tap = self.in_place if self.script else self.by_page
        tap("contract", deal.contract, "table")
        self.settle()
        before = self.page.evaluate(TOTALS)
        took = Took(*tap("tricks", deal.tricks, "total", "table"))
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

    def in_place(self, name: str, value: int, *until: str) -> list[float]:
        """A tap with script: the page itself measures it, until each of these is new."""
        before = [len(self.measured(one)) for one in until]
        self.press(name, value)
        self.lift()
        return [self.next(one, known) for one, known in zip(until, before, strict=True)]

    def measured(self, name: str) -> list[float]:
        """What the page measured under a name so far."""
        return list(self.page.evaluate(MEASURED, name))

    def next(self, name: str, known: int) -> float:
        """What the page measures next."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.measured(name)
            if len(found) > known:
                return found[-1]
            time.sleep(0.02)
        raise TimeoutError("nothing new came")

    def by_page(self, name: str, value: int, *until: str) -> list[float]:
        """A tap without script: from the clock at the tap to the paint of the page that comes, and with it all."""
        old, *_ = painted(self.page)
        self.press(name, value)
        tapped_at = time.time() * 1000
        self.lift()
        origin, first, _ = painted(self.page, after=old)
        return [origin + first - tapped_at for _ in until]
