"""One call: lines of text in, what MicroPython's score_text makes of each out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, Page, Route

from web.phone_bundle import files_of, source_of, stripped

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "static" / "engine"
ORIGIN = "http://second.test"
TYPES = {"html": "text/html", "mjs": "text/javascript", "wasm": "application/wasm", "json": "application/json"}


@cache
def sources(more: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Rules, drawing and shims of all games as phones get them, and more behind them."""
    found = {name: source_of(path).text for name, path in files_of().items()}
    return found | {name: stripped(source).text for name, source in more}


def served(sources: dict[str, str]) -> dict[str, bytes]:
    """What the page can ask for, by name."""
    return {
        "index.html": b"<!doctype html><title>second interpreter</title>",
        "page.mjs": Path(__file__).with_name("page.mjs").read_bytes(),
        "micropython.mjs": (ENGINE / "micropython.js").read_bytes(),
        "micropython.wasm": (ENGINE / "micropython.wasm").read_bytes(),
        "sources.json": json.dumps(sources).encode(),
    }


@contextmanager
def page_with_python(browser: Browser, more: dict[str, str] | None = None) -> Iterator[Page]:
    """A page that can import page.mjs, with more files beside the rules if given."""
    contents = served(sources(tuple((more or {}).items())))

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ORIGIN + "/") or "index.html"
        if name in contents:
            route.fulfill(body=contents[name], content_type=TYPES[name.rsplit(".")[-1]])
        else:
            route.fulfill(status=404)

    page = browser.new_page()
    try:
        page.route(ORIGIN + "/**", answer)
        page.goto(ORIGIN + "/")
        yield page
    finally:
        page.close()


def second_interpreter(
    browser: Browser, lines: list[str], more: dict[str, str] | None = None, module: str = "scoring.match"
) -> list[str]:
    """What a module's score_text answers to every line under MicroPython, with more files beside the rules if given.

    A browser error says that the rules cannot be loaded there, or raise.
    """
    with page_with_python(browser, more) as page:
        asked = [lines, module]
        found: list[str] = page.evaluate("async (asked) => (await import('/page.mjs')).answers(asked)", asked)
        return found
