"""What a page is looked at with: what sticks out of it, what axe finds, a lock of the screen that can be watched."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from axe_playwright_python.sync_playwright import Axe
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


RUN = "(options) => axe.run(document, options).then(({ violations }) => violations)"
OPTIONS = {"resultTypes": ["violations"], "preload": False}  # no rule that runs here reads the style sheets
THEMES = ("light", "dark")


def violations(page: Page, themes: tuple[str, ...] = THEMES) -> dict[str, Any]:
    """By theme what axe finds on a page: the rule, and the beginning of the first elements that break it."""
    found = {}
    page.evaluate(Axe().axe_script)
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        broken = page.evaluate(RUN, OPTIONS)
        if broken:
            found[theme] = [(one["id"], [node["html"][:120] for node in one["nodes"]][:3]) for one in broken]
    return found
