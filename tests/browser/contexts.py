"""Browser contexts that one test after another uses: to make one, with nothing cached, takes a second of the processor.

A context that is lent has no cookie, nothing stored and no page but a plain one of the pool, through which it is
cleared; what it has loaded before is in its cache, the started engine included.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
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
    """Contexts of one browser, by the settings and the scripts they were made with."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser, self.origin = browser, origin
        self.idle: list[tuple[str, BrowserContext]] = []
        self.lent: list[tuple[str, BrowserContext]] = []
        self.scriptless: set[BrowserContext] = set()  # without script: nothing is stored in them
        self.changed: set[BrowserContext] = set()  # for good, so that no other test may have them

    def lend(self, *scripts: str, new: bool = False, double_tap: bool = False, **settings: Any) -> BrowserContext:
        """A context with these settings, by default a phone, that runs these scripts before those of a page.

        A new one has loaded nothing yet. double_tap: whether a tap soon after another one belongs to it, as for people.
        """
        settings = PHONE | settings
        scripts = scripts if double_tap else (AT_ONCE, *scripts)
        made_with = repr((scripts, sorted(settings.items())))
        found = next((one for one in self.idle if one[0] == made_with and not new), None)
        if found:
            self.idle.remove(found)
        else:
            found = made_with, self.new(scripts, settings)
        self.lent.append(found)
        return found[1]

    def new(self, scripts: tuple[str, ...], settings: dict[str, Any]) -> BrowserContext:
        """A new context, which notes what changes it for good."""
        context = self.browser.new_context(**settings)
        if not settings.get("java_script_enabled", True):
            self.scriptless.add(context)
        for script in scripts:
            context.add_init_script(script)
        for name in LASTING:
            setattr(context, name, self.noted(context, getattr(context, name)))
        context.new_page().goto(self.origin + PLAIN)
        return context

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
            context.close()
        while len(self.idle) > IDLE:
            self.idle.pop(0)[1].close()

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
