"""Browser contexts that one test after another uses: to make one, with nothing cached, takes a second of the processor.

A context that is lent has no cookie, nothing stored and one plain page, which becomes the first that the test opens:
another one would take as long as what it shows. What was loaded before is in the cache, the started engine included.
The scripts of a test are given to the pages that it opens, so that contexts with the same settings are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page

# motion only where a test is about it: a machine without a graphics card draws each of its frames
PHONE = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "service_workers": "block",
    "reduced_motion": "reduce",
}
DESK = {"viewport": {"width": 1280, "height": 720}, "has_touch": False}
LASTING = ("add_init_script", "expose_binding", "expose_function", "grant_permissions", "on", "set_extra_http_headers")
LASTING_OF_PAGE = (
    *("add_locator_handler", "bring_to_front", "emulate_media", "expose_binding", "expose_function", "once"),
    *("set_default_navigation_timeout", "set_default_timeout", "set_extra_http_headers", "set_viewport_size"),
)
IDLE = 6  # contexts that wait to be lent
AT_ONCE = """document.addEventListener("readystatechange", () => (document.documentElement.dataset.doubleTap = 0),
  { once: true });"""  # before any script of the page: no tap belongs to the one before it
PLAIN = "/health"  # a page without script
CLEAR = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  window.name = "";
  const deleting = indexedDB.deleteDatabase("tallystick");
  await new Promise((done, failed) => Object.assign(deleting, { onsuccess: done, onerror: failed, onblocked: failed }));
  return /native code/.test(setTimeout); // no test has put its own clock there
}"""


class PlainPage:
    """A page of a context, plain again after each test: listeners, scripts and routes of tests are taken from it."""

    def __init__(self, opened: Callable[[], Page], session: Callable[[Page], CDPSession], address: str) -> None:
        self.address = address
        self.page = opened()
        self.session = session(self.page)
        self.listeners: list[tuple[Any, ...]] = []
        self.scripts: list[Any] = []
        self.changed = False  # for good
        self.lent = False
        self.page.on = self.noted(self.page.on, lambda listener, _: self.listeners.append(listener))
        self.page.add_init_script = self.noted(self.page.add_init_script, lambda _, script: self.scripts.append(script))
        for name in LASTING_OF_PAGE:
            setattr(self.page, name, self.noted(getattr(self.page, name), self.change))
        self.page.goto(address)

    def noted(self, change: Callable[..., Any], note: Callable[[tuple[Any, ...], Any], None]) -> Callable[..., Any]:
        """The same change, of which its arguments and what it gave are noted."""

        def changing(*args: Any, **more: Any) -> Any:
            given = change(*args, **more)
            note(args, given)
            return given

        return changing

    def change(self, *_: Any) -> None:
        """From now on no other test may have it."""
        self.changed = True

    def made_plain(self) -> bool:
        """Whether it is as it was when it was made; no page is where the browser could go back to."""
        if self.changed or self.page.is_closed():
            return False
        while self.listeners:
            self.page.remove_listener(*self.listeners.pop())
        while self.scripts:
            self.scripts.pop().close()
        self.page.unroute_all()
        self.page.goto(self.address)
        self.session.send("Page.resetNavigationHistory")
        self.lent = False
        return True


class Contexts:
    """Contexts of one browser, by the settings they were made with."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser, self.origin = browser, origin
        self.idle: list[tuple[str, BrowserContext]] = []
        self.lent: list[tuple[str, BrowserContext]] = []
        self.scripts: dict[BrowserContext, tuple[str, ...]] = {}  # of the test that has it, for each page it opens
        self.plain: dict[BrowserContext, PlainPage] = {}
        self.opening: dict[BrowserContext, Callable[[], PlainPage]] = {}  # of another one
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
        self.opening[context] = partial(PlainPage, context.new_page, context.new_cdp_session, self.origin + PLAIN)
        self.plain[context] = self.opening[context]()
        for name in LASTING:
            setattr(context, name, self.noted(context, getattr(context, name)))
        context.new_cdp_session = partial(self.new_session, context, context.new_cdp_session)
        context.new_page = partial(self.new_page, context, context.new_page)
        return context

    def new_session(self, context: BrowserContext, opened: Callable[[Page], CDPSession], page: Page) -> CDPSession:
        """A session with a page, which may change anything."""
        self.plain[context].change()
        return opened(page)

    def new_page(self, context: BrowserContext, opened: Callable[[], Page]) -> Page:
        """A page that runs the scripts of the test before its own."""
        plain = self.plain[context]
        page = opened() if plain.lent or plain.page.is_closed() else plain.page
        plain.lent = True
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
        del self.plain[context], self.opening[context]
        self.scriptless.discard(context)
        self.changed.discard(context)

    def cleared(self, context: BrowserContext) -> bool:
        """Whether a context is as it was when it was made, but for its cache."""
        if context in self.changed or context.is_closed():
            return False
        for page in context.pages:
            if page != self.plain[context].page:
                page.close()
        context.unroute_all()
        context.set_offline(False)
        context.clear_cookies()
        if not self.plain[context].made_plain():
            self.plain[context].page.close()
            self.plain[context] = self.opening[context]()
        return context in self.scriptless or bool(self.plain[context].page.evaluate(CLEAR))
