"""A phone whose network goes and comes, and what it keeps."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page

from scoring.games import games
from tests.browser.engines import ready
from tests.support.servers import Stoppable

PATIENCE, PAUSE = 30_000, 50  # ms
CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    if (!(await caches.has(name))) continue; // a worker that takes over deleted it: open() would make it again
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      found.push([name, new URL(request.url).pathname, await (await cache.match(request)).text()]);
    }
  }
  return found;
}"""  # every file that is kept: [cache, path, content]
VERSIONS = "async () => (await caches.keys()).filter((name) => name.startsWith('tallystick ')).sort()"
RULES = f"async () => (await ({CACHED})()).filter(([, path]) => path.startsWith('/shell/rules/')).length"


def prepared(page: Page) -> None:
    """Wait until the phone has everything that it needs without a network."""
    page.locator("html[data-offline]").wait_for(state="attached")


def rules_kept(page: Page) -> None:
    """Wait until one worker is there alone and has the rules of every game."""
    page_says(page, f"async () => (await ({VERSIONS})()).length === 1 && (await ({RULES})()) === {len(games())}")


def go_away(page: Page, house: Stoppable) -> Page:
    """Close a page, and let the server answer no more; a new page of the same phone."""
    phone = page.context
    page.close()
    house.stop()
    return phone.new_page()


def begin(page: Page) -> str:
    """Begin what is set up; the path of its table."""
    return another_table(page, page.locator("button.go[name=begin]"))


def another_table(page: Page, button: Locator) -> str:
    """Tap a button that begins a match, also on a table whose address may still change; the path of the new one."""
    before = urlsplit(page.url).path
    button.click()
    page.wait_for_url(lambda url: urlsplit(url).path != before and urlsplit(url).path.startswith("/m/"))
    ready(page)
    return urlsplit(page.url).path


def page_says(page: Page, question: str) -> None:
    """Wait until an async function says yes."""
    for _ in range(PATIENCE // PAUSE):
        if page.evaluate(question):
            return
        page.wait_for_timeout(PAUSE)
    raise AssertionError(question)
