"""Unit tests of the script, written for `node --test`, in the test browser: each file in a page of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
ORIGIN = "http://script.test"
IMPORTS = {
    "node:test": "/tests/script/node_test_in_browser.mjs",
    "node:assert/strict": "/tests/script/node_assert_in_browser.mjs",
}
PAGE = f'<!doctype html><script type="importmap">{json.dumps({"imports": IMPORTS})}</script><body>'
RUN = "async ([file, runner]) => (await import(file), (await import(runner)).run())"


def answer(route: Route) -> None:
    """A page that knows the imports, or a script of ours."""
    name = route.request.url.removeprefix(ORIGIN + "/")
    if not name:
        route.fulfill(body=PAGE, content_type="text/html")
    elif (ROOT / name).is_file():
        route.fulfill(body=(ROOT / name).read_bytes(), content_type="text/javascript")
    else:
        route.fulfill(status=404)


@pytest.mark.browser
def test_units(chromium: Browser) -> None:
    page, found = chromium.new_page(), {}
    page.route(ORIGIN + "/**", answer)
    for path in sorted([*HERE.glob("*.test.mjs"), *HERE.glob("*.browser.mjs")]):  # the latter need a DOM
        page.goto(ORIGIN + "/")
        count, failures = page.evaluate(RUN, [f"/{path.relative_to(ROOT).as_posix()}", IMPORTS["node:test"]])
        found[path.name] = failures or [] if count else ["no test"]
    page.close()
    assert {name: failures for name, failures in found.items() if failures} == {}
