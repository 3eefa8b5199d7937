"""Scripts of tests that run in a page: what sticks out of it, and a lock of the screen that can be watched."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Page

BEYOND = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth || one.getBoundingClientRect().left < 0)
    .map((one) => `${one.nodeName} ${one.textContent.slice(0, 40)}`)"""
LOCKS = """
const root = document.documentElement, told = {asked: 0, held: 0};
const tell = () => Object.assign((document.documentElement ?? root).dataset, told);
class Lock extends EventTarget {
  async release() { told.held -= 1; tell(); this.dispatchEvent(new Event("release")); }
}
Object.defineProperty(navigator, "wakeLock", {value: {request: async (kind) => {
  told.asked += 1;
  if (kind !== "screen" || REFUSES) { tell(); throw new DOMException("no", "NotAllowedError"); }
  told.held += 1; tell();
  return window.lock = new Lock();
}}});
"""


def at_sizes(page: Page, sizes: dict[str, tuple[int, int]]) -> Iterator[str]:
    """Each name of a size while the page has that width and height (px)."""
    for name, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise(requestAnimationFrame)")
        yield name
