"""Browser contexts that one test after another uses: to make one, with nothing cached, takes a second of the processor.

A context that is lent has no cookie, nothing stored and no page but a plain one of the pool, through which it is
cleared; what it has loaded before is in its cache, the started engine included. The scripts of a test are given to the
pages that it opens, so that contexts with the same settings are the same.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext, Page

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "service_workers": "block"}
DESK = {"viewport": {"width": 1280, "height": 720}, "has_touch": False}
LASTING = ("add_init_script", "expose_binding", "expose_function", "grant_permissions", "on", "set_extra_http_headers")
IDLE = 6  # contexts that wait to be lent
AT_ONCE = """document.addEventListener("readystatechange", () => (document.documentElement.dataset.doubleTap = 0),
  { once: true });"""  # before any script of the page: no tap belongs to the one before it
PLAIN = "/health"  # a page without script
CLEAR = """async () => {
  localStorage.clear();
  const deleting = indexedDB.deleteDatabase("tallystick");
  await new Promise((done, failed) => Object.assign(deleting, { onsuccess: done, onerror: failed }));
  return /native code/.test(setTimeout); // no test has put its own clock there
}"""


class Contexts:
    """Contexts of one browser, by the settings they were made with."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser, self.origin = browser, origin
        self.idle: list[tuple[str, BrowserContext]] = []
        self.lent: list[tuple[str, BrowserContext]] = []
        self.scripts: dict[BrowserContext, tuple[str, ...]] = {}  # of the test that has it, for each page it opens
        self.scriptless: set[BrowserContext] = set()  # without script: nothing is stored in them
        self.changed: set[BrowserContext] = set()  # for good, so that no other test may have them

    def lend(self, *scripts: str, new: bool = False, double_tap: bool = False, **settings: Any) -> BrowserContext:
        """A context with these settings, by default a phone, that runs these scripts before those of a page.

        A new one has loaded nothing yet. double_tap: whether a tap soon after another one belongs to it, as for people.
        """
        settings = PHONE | settings
        made_with = repr(sorted(settings.items()))
        found = next((one for one in self.idle if one[0] == made_with and not new), None)
        if found:
            self.idle.remove(found)
        else:
            found = made_with, self.new(settings)
        self.lent.append(found)
        self.scripts[found[1]] = scripts if double_tap else (AT_ONCE, *scripts)
        return found[1]

    def new(self, settings: dict[str, Any]) -> BrowserContext:
        """A new context, which notes what changes it for good."""
        context = self.browser.new_context(**settings)
        if not settings.get("java_script_enabled", True):
            self.scriptless.add(context)
        for name in LASTING:
            setattr(context, name, self.noted(context, getattr(context, name)))
        context.new_page().goto(self.origin + PLAIN)
        context.new_page = partial(self.new_page, context, context.new_page)
        return context

    def new_page(self, context: BrowserContext, opened: Callable[[], Page]) -> Page:
        """A page that runs the scripts of the test before its own."""
        page = opened()
        for script in self.scripts[context]:
            page.add_init_script(script)
        return page

    def noted(self, context: BrowserContext, change: Callable[..., Any]) -> Callable[..., Any]:
        """The same change, after which the context is lent to nobody else."""

        def changing(*args: Any, **more: Any) -> Any:
            self.changed.add(context)
            return change(*args, **more)

        return changing

    def take_back(self) -> None:
        """Clear all that is lent, to lend it again, or close it."""
        while self.lent:
            made_with, context = self.lent.pop()
            with suppress(Error):  # what a test has broken is nobody else's
                if self.cleared(context):
                    self.idle.append((made_with, context))
                    continue
            self.close(context)
        while len(self.idle) > IDLE:
            self.close(self.idle.pop(0)[1])

    def close(self, context: BrowserContext) -> None:
        """Close a context and forget it."""
        context.close()
        self.scripts.pop(context)
        self.scriptless.discard(context)
        self.changed.discard(context)

    def cleared(self, context: BrowserContext) -> bool:
        """Whether a context is as it was when it was made, but for its cache."""
        if context in self.changed or context.is_closed() or not context.pages:
            return False
        page_of_ours, *pages = context.pages
        for page in pages:
            page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_cookies()
        return context in self.scriptless or bool(page_of_ours.evaluate(CLEAR))
