"""A finger: it taps what stands on the screen where it stands, never scrolls, and the page counts the taps it gets."""

from __future__ import annotations

import math
import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.taps import apart

SMALLEST = 48  # px, of a target in either direction
BESIDE = 24  # px around a tap in which the next one is the second half of a double tap, if it comes soon
COUNTS = """addEventListener("pointerdown", (event) => {
  if (event.isTrusted) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true);"""
STANDS = """(target) => {
  const box = target.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  return { x, y, width: box.width, height: box.height, inside, uncovered: target.contains(top),
    words: target.textContent.replace(/\\s+/g, " ").trim(), at: [box.top, box.bottom, scrollY] };
}"""

AT_VERSION = """([wanted, clientX, clientY]) => new MutationObserver((_, observer) => {
  if (document.getElementById("table")?.dataset.version !== wanted) return;
  observer.disconnect();
  const tap = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY });
  setTimeout(() => {
    document.elementFromPoint(clientX, clientY).dispatchEvent(tap);
    globalThis.tapped = true;
  });
}).observe(document, { subtree: true, attributes: true, childList: true })"""


class Finger:
    """Taps at the middle of controls, which must be in sight, uncovered and large enough."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.last = (0.0, 0.0)

    def tap(self, target: Locator) -> None:
        """One tap on a control that can be tapped without scrolling."""
        spot = self.spot(target)
        assert spot["inside"], f"not in sight: {spot}"
        self.touch(spot)

    def reach(self, target: Locator) -> None:
        """One tap on a control that may have to be scrolled to."""
        target.scroll_into_view_if_needed()
        self.touch(self.spot(target))

    def spot(self, target: Locator) -> dict[str, Any]:
        """Where a control stands, once it is there and enabled."""
        expect(target).to_have_count(1)
        expect(target).to_be_enabled()
        spot: dict[str, Any] = target.evaluate(STANDS)
        return spot

    def touch(self, spot: dict[str, Any]) -> None:
        """Touch the middle of a control that was found large enough."""
        assert spot["uncovered"], f"something lies over it: {spot}"
        assert min(spot["width"], spot["height"]) >= SMALLEST, f"too small: {spot}"
        if math.dist(self.last, (spot["x"], spot["y"])) < BESIDE:
            apart(self.page)
        self.last = (spot["x"], spot["y"])
        self.page.touchscreen.tap(spot["x"], spot["y"])
        self.taps += 1
        self.page.evaluate("() => watch.rest()")

    @property
    def counted(self) -> int:
        """How often the page was tapped."""
        taps = int(self.page.evaluate("() => Number(sessionStorage.taps ?? 0)"))
        assert taps == self.taps, "something else than this finger tapped"
        return taps


def chip(page: Page, name: str, value: object) -> Locator:
    """A chip of the pad by what it sends: a button, or the label around a choice."""
    own = f'[name="{name}"][value="{value}"]'
    return page.locator(f"#pad :is(button{own}, label:has(input{own}))")


def tap_at_version(page: Page, version: int, x: float, y: float) -> None:
    """Let the page itself be tapped there as soon as its table comes to a version: no way from here is as short."""
    page.evaluate(AT_VERSION, [str(version), x, y])


class Touch:
    """A finger on the glass of a phone, which rests there for as long as it says however slow the machine is."""

    def __init__(self, page: Page, target: Locator) -> None:
        self.session = page.context.new_cdp_session(page)
        box = target.bounding_box()
        assert box
        self.x, self.y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.down = time.time()
        self.send("touchStart", after=0)

    def send(self, what: str, aside: float = 0, after: float = 0.05) -> None:
        """What the finger does, so many px beside where it came down and so many seconds after that."""
        points = [{"x": self.x + aside, "y": self.y}] if what != "touchEnd" else []
        told = {"type": what, "touchPoints": points, "timestamp": self.down + after}
        self.session.send("Input.dispatchTouchEvent", told)
